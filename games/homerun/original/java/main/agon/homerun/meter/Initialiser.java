package agon.homerun.meter;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Reports the start and the end of a class's initialisation to the meter. */
final class Initialiser extends MethodVisitor {
    private final Label start = new Label();
    private final Label end = new Label();

    Initialiser(MethodVisitor next) {
        super(Opcodes.ASM9, next);
    }

    @Override
    public void visitCode() {
        super.visitCode();
        call("enterInitialiser");
        super.visitLabel(start);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.RETURN) {
            call("leaveInitialiser");
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitLabel(end);
        super.visitTryCatchBlock(start, end, end, null);
        super.visitFrame(Opcodes.F_FULL, 0, null, 1, new Object[] {"java/lang/Throwable"});
        call("leaveInitialiser");
        super.visitInsn(Opcodes.ATHROW);
        super.visitMaxs(Math.max(maxStack, 1), maxLocals);
    }

    private void call(String method) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, MeteredMethod.METER, method, "()V", false);
    }
}
