package agon.homerun.meter;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;

/** Rewrites the classes of bots and of the library so that they are charged per instruction. */
public final class Rewriter {
    /** What the names of methods begin with that rewriting adds. */
    public static final String ADDED = "agon$";
    /** Marks the name of a class in the constants of a class file. */
    private static final int CLASS_TAG = 7;

    private Rewriter() {}

    /** A metered class of a bot; its objects have the same hashes in every run. */
    public static byte[] bot(byte[] original) {
        return rewrite(original, writer -> new Numbered(new Metered(writer)));
    }

    /** The metered copy of a library class. */
    static byte[] library(byte[] original) {
        return rewrite(original, writer -> new Looping(new Calm(writer)));
    }

    /** The classes that a class file mentions in its code, in the order of the file. */
    static List<String> mentions(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        char[] buffer = new char[reader.getMaxStringLength()];
        List<String> names = new ArrayList<>();
        for (int i = 1; i < reader.getItemCount(); i++) {
            int at = reader.getItem(i);
            if (at > 0 && reader.readByte(at - 1) == CLASS_TAG) {
                names.add(reader.readUTF8(at, buffer));
            }
        }
        return names;
    }

    private interface Chain {
        ClassVisitor before(ClassWriter writer);
    }

    private static byte[] rewrite(byte[] original, Chain chain) {
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(0);
        reader.accept(new ClassRemapper(chain.before(writer), Redirect.TO_COPIES), 0);
        return writer.toByteArray();
    }

    /** Meters every method, and never stops a unit while a class is initialised. */
    private static final class Calm extends Metered {
        private String className;

        Calm(ClassVisitor next) {
            super(next);
        }

        @Override
        public void visit(
                int version, int access, String name, String signature, String parent, String[] interfaces) {
            className = name;
            super.visit(version, access, name, signature, parent, interfaces);
        }

        @Override
        MethodVisitor metered(MethodVisitor next, String name, String descriptor, Bridges bridges) {
            MethodVisitor calm = name.equals("<clinit>") ? new Initialiser(next) : next;
            return new Corrected(calm, bridges, className, Corrections.ofMethod(className, name, descriptor));
        }
    }

    /** Charges as the library of the contest's time did. */
    private static final class Corrected extends MeteredMethod {
        private final String className;

        Corrected(MethodVisitor next, Bridges bridges, String className, int atStart) {
            super(next, bridges, false);
            this.className = className;
            correct(atStart);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            correct(Corrections.ofCall(className, owner, name));
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }
    }
}
