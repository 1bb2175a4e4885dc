package agon.homerun.meter;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Meters every method. */
class Metered extends ClassVisitor {
    private Bridges bridges;

    Metered(ClassVisitor next) {
        super(Opcodes.ASM9, next);
    }

    /** The visitor for methods that cost nothing. */
    ClassVisitor unmetered() {
        return cv;
    }

    @Override
    public void visit(
            int version, int access, String name, String signature, String parent, String[] interfaces) {
        bridges = new Bridges(name, (access & Opcodes.ACC_INTERFACE) != 0);
        super.visit(version, access, name, signature, parent, interfaces);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
        return metered(next, name, descriptor, bridges);
    }

    /** Meters a method. */
    MethodVisitor metered(MethodVisitor next, String name, String descriptor, Bridges bridges) {
        return new MeteredMethod(next, bridges, true);
    }

    @Override
    public void visitEnd() {
        bridges.write(cv);
        super.visitEnd();
    }
}
