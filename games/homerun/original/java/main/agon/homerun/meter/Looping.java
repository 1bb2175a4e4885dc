package agon.homerun.meter;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Adds a {@code forEach} to the copy of Collection. The inherited one is in java.lang.Iterable, which has no copy
 * and takes the original Consumer.
 */
final class Looping extends ClassVisitor {
    private static final String CONSUMER = Redirect.COPIES + "java/util/function/Consumer";
    private boolean isCollection;

    Looping(ClassVisitor next) {
        super(Opcodes.ASM9, next);
    }

    @Override
    public void visit(
            int version, int access, String name, String signature, String parent, String[] interfaces) {
        isCollection = name.equals(Redirect.COPIES + "java/util/Collection");
        super.visit(version, access, name, signature, parent, interfaces);
    }

    @Override
    public void visitEnd() {
        if (isCollection) {
            MethodVisitor method =
                    super.visitMethod(Opcodes.ACC_PUBLIC, "forEach", "(L" + CONSUMER + ";)V", null, null);
            forEach(method);
        }
        super.visitEnd();
    }

    private static void forEach(MethodVisitor method) {
        Label next = new Label();
        Label done = new Label();
        method.visitCode();
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKEINTERFACE, Redirect.COPIES + "java/util/Collection", "iterator",
                "()Ljava/util/Iterator;", true);
        method.visitVarInsn(Opcodes.ASTORE, 2);
        method.visitLabel(next);
        method.visitFrame(Opcodes.F_APPEND, 1, new Object[] {"java/util/Iterator"}, 0, null);
        method.visitVarInsn(Opcodes.ALOAD, 2);
        method.visitMethodInsn(Opcodes.INVOKEINTERFACE, "java/util/Iterator", "hasNext", "()Z", true);
        method.visitJumpInsn(Opcodes.IFEQ, done);
        method.visitVarInsn(Opcodes.ALOAD, 1);
        method.visitVarInsn(Opcodes.ALOAD, 2);
        method.visitMethodInsn(Opcodes.INVOKEINTERFACE, "java/util/Iterator", "next", "()Ljava/lang/Object;",
                true);
        method.visitMethodInsn(Opcodes.INVOKEINTERFACE, CONSUMER, "accept", "(Ljava/lang/Object;)V", true);
        method.visitJumpInsn(Opcodes.GOTO, next);
        method.visitLabel(done);
        method.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(2, 3);
        method.visitEnd();
    }
}
