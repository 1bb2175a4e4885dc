package agon.homerun.meter;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Static methods that are added to a class and stand between it and unmetered methods: they charge for the work of
 * the call, and for calls through method references.
 */
final class Bridges {
    private static final int ACCESS = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;

    private final String className;
    private final boolean isInterface;
    private final Map<String, String> names = new HashMap<>();
    private final List<Bridge> bridges = new ArrayList<>();

    private interface Body {
        void write(MethodVisitor out);
    }

    private record Bridge(String name, String descriptor, Body body) {}

    /** For a class. */
    Bridges(String className, boolean isInterface) {
        this.className = className;
        this.isInterface = isInterface;
    }

    /** Calls a method through a bridge that charges for its work. */
    void call(
            MethodVisitor out, int opcode, String owner, String name, String descriptor, boolean isInterface) {
        boolean isStatic = opcode == Opcodes.INVOKESTATIC;
        String type = isStatic ? descriptor : Calls.withReceiver(Type.getObjectType(owner), descriptor);
        String bridge = add("call " + opcode + owner + name + type, type,
                body -> work(body, opcode, owner, name, descriptor, isInterface));
        out.visitMethodInsn(Opcodes.INVOKESTATIC, className, bridge, type, this.isInterface);
    }

    /** Makes an array of arrays through a bridge that charges for its elements. */
    void newArrays(MethodVisitor out, String descriptor, int dimensions) {
        String type = "(" + "I".repeat(dimensions) + ")" + descriptor;
        String bridge = add("new " + type, type, body -> {
            body.visitInsn(Opcodes.LCONST_1);
            for (int i = 0; i < dimensions; i++) {
                body.visitVarInsn(Opcodes.ILOAD, i);
                body.visitInsn(Opcodes.I2L);
                body.visitInsn(Opcodes.LMUL);
            }
            body.visitMethodInsn(Opcodes.INVOKESTATIC, MeteredMethod.METER, "room", "(J)V", false);
            for (int i = 0; i < dimensions; i++) {
                body.visitVarInsn(Opcodes.ILOAD, i);
            }
            body.visitMultiANewArrayInsn(descriptor, dimensions);
            body.visitInsn(Opcodes.ARETURN);
        });
        out.visitMethodInsn(Opcodes.INVOKESTATIC, className, bridge, type, isInterface);
    }

    /**
     * The target of a method reference: a bridge that charges what a call costs if the method itself is not
     * metered. {@code captured} is the descriptor of the instruction that makes the reference.
     */
    Handle charged(Handle target, String captured) {
        String owner = target.getOwner();
        if (!owner.startsWith("java/") && !owner.startsWith("aic2023/")) {
            return target;
        }
        boolean isMaker = target.getTag() == Opcodes.H_NEWINVOKESPECIAL;
        boolean isStatic = target.getTag() == Opcodes.H_INVOKESTATIC;
        Type[] first = Type.getArgumentTypes(captured);
        Type receiver = first.length > 0 ? first[0] : Type.getObjectType(owner);
        String type = target.getDesc();
        if (isMaker) {
            type = type.substring(0, type.indexOf(')') + 1) + Type.getObjectType(owner).getDescriptor();
        } else if (!isStatic) {
            type = Calls.withReceiver(receiver, type);
        }
        String bridge = add("reference " + target + type, type, body -> {
            body.visitLdcInsn(Prices.of(owner, target.getName()));
            body.visitMethodInsn(Opcodes.INVOKESTATIC, MeteredMethod.METER, "charge", "(I)V", false);
            work(body, opcode(target), owner, target.getName(), target.getDesc(), target.isInterface());
        });
        return new Handle(Opcodes.H_INVOKESTATIC, className, bridge, type, isInterface);
    }

    private static int opcode(Handle target) {
        return switch (target.getTag()) {
            case Opcodes.H_INVOKESTATIC -> Opcodes.INVOKESTATIC;
            case Opcodes.H_INVOKEINTERFACE -> Opcodes.INVOKEINTERFACE;
            case Opcodes.H_NEWINVOKESPECIAL -> Opcodes.INVOKESPECIAL;
            default -> Opcodes.INVOKEVIRTUAL;
        };
    }

    private String add(String key, String descriptor, Body body) {
        return names.computeIfAbsent(key, unused -> {
            String name = Rewriter.ADDED + bridges.size();
            bridges.add(new Bridge(name, descriptor, body));
            return name;
        });
    }

    /** The body of a bridge: the call with all its charges. INVOKESPECIAL makes an object. */
    private static void work(
            MethodVisitor out, int opcode, String owner, String name, String descriptor, boolean isInterface) {
        boolean isMaker = opcode == Opcodes.INVOKESPECIAL;
        boolean isHeavy = Calls.isHeavy(opcode, owner, name, descriptor);
        boolean isStatic = opcode == Opcodes.INVOKESTATIC;
        if (isHeavy) {
            Calls.chargeBefore(out, isStatic, name, descriptor);
        }
        int at = 0;
        if (isMaker) {
            out.visitTypeInsn(Opcodes.NEW, owner);
            out.visitInsn(Opcodes.DUP);
        } else if (!isStatic) {
            out.visitVarInsn(Opcodes.ALOAD, at++);
        }
        for (Type argument : Type.getArgumentTypes(descriptor)) {
            out.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), at);
            at += argument.getSize();
        }
        Calls.make(out, opcode, owner, name, descriptor, isInterface);
        Type made = isMaker ? Type.getObjectType(owner) : Type.getReturnType(descriptor);
        if (isHeavy) {
            Calls.chargeAfter(out, made);
        }
        out.visitInsn(made.getOpcode(Opcodes.IRETURN));
    }

    /** Writes the bridges that were used; they cost nothing themselves. */
    void write(ClassVisitor out) {
        for (Bridge bridge : bridges) {
            MethodVisitor method = out.visitMethod(ACCESS, bridge.name(), bridge.descriptor(), null, null);
            method.visitCode();
            bridge.body().write(method);
            int size = Type.getArgumentsAndReturnSizes(bridge.descriptor()) >> 2;
            method.visitMaxs(size + 6, size);
            method.visitEnd();
        }
    }
}
