package agon.homerun.meter;

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

    private Rewriter() {}

    /** A metered class of a bot; its objects have the same hashes in every run. */
    public static byte[] bot(byte[] original) {
        return rewrite(original, writer -> new Numbered(new Metered(writer)));
    }

    /** The metered copy of a library class. */
    static byte[] library(byte[] original) {
        return rewrite(original, writer -> new Looping(new Calm(writer)));
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
        private boolean isInitialiser;

        Calm(ClassVisitor next) {
            super(next);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            isInitialiser = name.equals("<clinit>");
            return super.visitMethod(access, name, descriptor, signature, exceptions);
        }

        @Override
        MethodVisitor metered(MethodVisitor next, Bridges bridges) {
            return new MeteredMethod(isInitialiser ? new Initialiser(next) : next, bridges, false);
        }
    }
}
