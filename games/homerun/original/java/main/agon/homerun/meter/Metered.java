package agon.homerun.meter;

import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Meters every method. */
class Metered extends ClassVisitor {
    Metered(ClassVisitor next) {
        super(Opcodes.ASM9, next);
    }

    /** The visitor for methods that cost nothing. */
    ClassVisitor unmetered() {
        return cv;
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        return new MeteredMethod(super.visitMethod(access, name, descriptor, signature, exceptions));
    }
}
