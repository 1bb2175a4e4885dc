package agon.homerun.meter;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Gives objects without their own hashCode a numbered hash. */
final class Numbered extends ClassVisitor {
    private static final String FIELD = "agon$identity";
    private final ClassVisitor unmetered;
    private String name;
    private boolean needsHash;

    Numbered(Metered next) {
        super(Opcodes.ASM9, next);
        unmetered = next.unmetered();
    }

    @Override
    public void visit(
            int version, int access, String name, String signature, String parent, String[] interfaces) {
        this.name = name;
        needsHash = (access & Opcodes.ACC_INTERFACE) == 0 && "java/lang/Object".equals(parent);
        super.visit(version, access, name, signature, parent, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        needsHash &= !(name.equals("hashCode") && descriptor.equals("()I"));
        return super.visitMethod(access, name, descriptor, signature, exceptions);
    }

    @Override
    public void visitEnd() {
        if (needsHash) {
            super.visitField(
                    Opcodes.ACC_PRIVATE | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC, FIELD, "I", null, null);
            // Unmetered: Object.hashCode costs one call of java.lang.
            hashCode(unmetered);
        }
        super.visitEnd();
    }

    private void hashCode(ClassVisitor out) {
        MethodVisitor method = out.visitMethod(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNTHETIC, "hashCode", "()I", null, null);
        Label known = new Label();
        method.visitCode();
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitFieldInsn(Opcodes.GETFIELD, name, FIELD, "I");
        method.visitJumpInsn(Opcodes.IFNE, known);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, MeteredMethod.METER, "identity", "()I", false);
        method.visitFieldInsn(Opcodes.PUTFIELD, name, FIELD, "I");
        method.visitLabel(known);
        method.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitFieldInsn(Opcodes.GETFIELD, name, FIELD, "I");
        method.visitInsn(Opcodes.IRETURN);
        method.visitMaxs(2, 1);
        method.visitEnd();
    }
}
