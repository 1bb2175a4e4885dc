package agon.homerun.meter;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Inserts the charges into one method. The instructions of a block are summed and charged before the instruction
 * that ends it, or before the next label. So a program pays for the instructions it executes, and can be stopped
 * before a call, a jump or a line.
 */
class MeteredMethod extends MethodVisitor {
    /** The name of {@link Meter} in class files. */
    static final String METER = "agon/homerun/meter/Meter";
    /** Arrays of a constant length up to this one are free. */
    private static final int SMALL_ARRAY = 1 << 14;
    /** Types whose handlers would catch the death of a unit. */
    private static final Set<String> CAN_CATCH_DEATH = Set.of(
            "java/lang/Throwable", "java/lang/Error", "java/lang/VirtualMachineError", "java/lang/InternalError",
            "java/lang/OutOfMemoryError", "java/lang/StackOverflowError", "java/lang/UnknownError");

    /** The start of each handler, and whether it could catch the death of a unit. */
    private final Map<Label, Boolean> handlers = new HashMap<>();
    private final Bridges bridges;
    private final boolean isOfBot;
    private int pending;
    private boolean mustPass;
    /** The number that the last instruction pushed; -1 if it pushed none. */
    private int pushed = -1;

    /** For a method of a class with these bridges. References to methods of Java are charged in bots only. */
    MeteredMethod(MethodVisitor next, Bridges bridges, boolean isOfBot) {
        super(Opcodes.ASM9, next);
        this.bridges = bridges;
        this.isOfBot = isOfBot;
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
        handlers.merge(handler, type == null || CAN_CATCH_DEATH.contains(type), Boolean::logicalOr);
        super.visitTryCatchBlock(start, end, handler, type);
    }

    @Override
    public void visitLabel(Label label) {
        flush();
        pushed = -1;
        super.visitLabel(label);
        Boolean catchesDeath = handlers.get(label);
        if (catchesDeath != null) {
            pending = Meter.PENALTY;
            mustPass = catchesDeath;
        }
    }

    /** An instruction inside a block. */
    private void add(int price) {
        passDeath();
        pending += price;
        pushed = -1;
    }

    /** An instruction that ends a block: it is charged with the block, before it is executed. */
    private void end(int price) {
        add(price);
        flush();
    }

    /** Changes the price of the current block. */
    final void correct(int price) {
        pending += price;
    }

    private void flush() {
        passDeath();
        if (pending != 0) {
            push(pending);
            call("charge", "(I)V");
            pending = 0;
        }
    }

    private void passDeath() {
        if (mustPass) {
            mustPass = false;
            super.visitInsn(Opcodes.DUP);
            call("pass", "(Ljava/lang/Throwable;)V");
        }
    }

    private void push(int value) {
        if (value >= Short.MIN_VALUE && value <= Short.MAX_VALUE) {
            super.visitIntInsn(Opcodes.SIPUSH, value);
        } else {
            super.visitLdcInsn(value);
        }
    }

    /** A call of the meter itself, which costs nothing. */
    private void call(String method, String descriptor) {
        super.visitMethodInsn(Opcodes.INVOKESTATIC, METER, method, descriptor, false);
    }

    @Override
    public void visitInsn(int opcode) {
        switch (opcode) {
            case Opcodes.IRETURN, Opcodes.LRETURN, Opcodes.FRETURN, Opcodes.DRETURN, Opcodes.ARETURN,
                    Opcodes.RETURN, Opcodes.ATHROW -> end(1);
            default -> add(1);
        }
        super.visitInsn(opcode);
        if (opcode >= Opcodes.ICONST_0 && opcode <= Opcodes.ICONST_5) {
            pushed = opcode - Opcodes.ICONST_0;
        }
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        if (opcode == Opcodes.NEWARRAY) {
            newArray();
        } else {
            add(1);
        }
        super.visitIntInsn(opcode, operand);
        if (opcode != Opcodes.NEWARRAY) {
            pushed = operand;
        }
    }

    /** A new array is free if it is small. */
    private void newArray() {
        boolean isSmall = pushed >= 0 && pushed <= SMALL_ARRAY;
        add(0);
        if (!isSmall) {
            super.visitInsn(Opcodes.DUP);
            call("room", "(I)V");
        }
    }

    @Override
    public void visitVarInsn(int opcode, int index) {
        if (opcode == Opcodes.RET) {
            end(1);
        } else {
            add(1);
        }
        super.visitVarInsn(opcode, index);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        if (opcode == Opcodes.ANEWARRAY) {
            newArray();
        } else {
            add(1);
        }
        super.visitTypeInsn(opcode, type);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        add(1);
        if (name.equals("UNIT_STATS") && owner.equals("aic2023/user/GameConstants") && opcode == Opcodes.GETSTATIC) {
            // Arrays can be changed, and units share nothing: each read gets a copy.
            super.visitMethodInsn(Opcodes.INVOKESTATIC, "aic2023/user/Snapshots", "unitStats", "()[[F", false);
        } else {
            super.visitFieldInsn(opcode, owner, name, descriptor);
        }
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        end(Prices.of(owner, name));
        if (Calls.isHeavy(opcode, owner, name, descriptor)) {
            bridges.call(mv, opcode, owner, name, descriptor, isInterface);
        } else {
            Calls.make(mv, opcode, owner, name, descriptor, isInterface);
        }
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        add(0);
        if (isOfBot && arguments.length > 1 && arguments[1] instanceof Handle target) {
            arguments[1] = bridges.charged(target, descriptor);
        }
        super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        end(1);
        super.visitJumpInsn(opcode, label);
    }

    @Override
    public void visitLdcInsn(Object value) {
        add(1);
        super.visitLdcInsn(value);
    }

    @Override
    public void visitIincInsn(int index, int increment) {
        add(1);
        super.visitIincInsn(index, increment);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label other, Label... labels) {
        end(1);
        super.visitTableSwitchInsn(min, max, other, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
        end(1);
        super.visitLookupSwitchInsn(other, keys, labels);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        add(1);
        bridges.newArrays(mv, descriptor, dimensions);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        super.visitMaxs(maxStack + 1, maxLocals);
    }
}
