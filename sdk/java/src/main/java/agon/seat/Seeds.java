package agon.seat;

import java.util.Random;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes a bot's randomness repeatable: {@code new Random()}, {@code Math.random()} and
 * {@code Collections.shuffle(list)} follow the match's seed. {@code AGON_NO_SEED=1} turns this off.
 */
public final class Seeds {
    private static final String RANDOM = "java/util/Random";
    private static final String HERE = Seeds.class.getName().replace('.', '/');
    private static final boolean IS_WANTED = !"1".equals(System.getenv("AGON_NO_SEED"));
    private static final Random SOURCE = new Random();

    private Seeds() {}

    /** Sets the seed. */
    static void plant(long seed) {
        if (IS_WANTED) {
            SOURCE.setSeed(seed);
        }
    }

    /** The seed of a new generator; called by rewritten bots. */
    public static long next() {
        return SOURCE.nextLong();
    }

    /** Replaces {@code Math.random()}; called by rewritten bots. */
    public static double random() {
        return SOURCE.nextDouble();
    }

    /** The generator to shuffle with; called by rewritten bots. */
    public static Random source() {
        return SOURCE;
    }

    /** Rewrites a class to take its randomness from here. */
    static byte[] sow(byte[] original) {
        if (!IS_WANTED) {
            return original;
        }
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String type, String generic, String[] thrown) {
                return new Sower(super.visitMethod(access, name, type, generic, thrown));
            }
        }, 0);
        return writer.toByteArray();
    }

    private static final class Sower extends MethodVisitor {
        Sower(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String type, boolean isInterface) {
            if (owner.equals(RANDOM) && name.equals("<init>") && type.equals("()V")) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, HERE, "next", "()J", false);
                super.visitMethodInsn(opcode, owner, name, "(J)V", isInterface);
            } else if (owner.equals("java/lang/Math") && name.equals("random")) {
                super.visitMethodInsn(opcode, HERE, "random", type, false);
            } else if (owner.equals("java/util/Collections") && name.equals("shuffle")
                    && type.equals("(Ljava/util/List;)V")) {
                super.visitMethodInsn(Opcodes.INVOKESTATIC, HERE, "source", "()Ljava/util/Random;", false);
                super.visitMethodInsn(opcode, owner, name, "(Ljava/util/List;Ljava/util/Random;)V", false);
            } else {
                super.visitMethodInsn(opcode, owner, name, type, isInterface);
            }
        }
    }
}
