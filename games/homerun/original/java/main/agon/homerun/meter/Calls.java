package agon.homerun.meter;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Calls of methods that are not metered. Most cost the same whatever they do. Some are replaced, because their
 * results differ from run to run or because a metered method does their work, and some cost more for large texts
 * and arrays.
 */
final class Calls {
    private static final String STRING = "java/lang/String";
    /** Types that hold text. */
    private static final Set<String> TEXTS = Set.of(STRING, "java/lang/StringBuilder", "java/lang/StringBuffer");
    /** Methods of texts whose work does not grow with the text. */
    private static final Set<String> LIGHT = Set.of(
            "length", "charAt", "isEmpty", "setCharAt", "codePointAt", "codePointBefore", "capacity", "hashCode");
    private static final Set<String> SEARCHES = Set.of("indexOf", "lastIndexOf", "contains", "replace");
    /** Arguments that can be texts. */
    private static final Set<String> TEXT_TYPES = Set.of(
            "Ljava/lang/String;", "Ljava/lang/CharSequence;", "Ljava/lang/Object;", "Ljava/lang/StringBuilder;",
            "Ljava/lang/StringBuffer;", "[C", "[B");
    /** Replacements in the meter, by class, name and descriptor. */
    private static final Map<String, String> REPLACED = new HashMap<>();
    /** Methods of String that work with patterns: {@link Texts} has them. */
    private static final Set<String> PATTERNS = Set.of("matches", "replaceAll", "replaceFirst", "split");

    static {
        REPLACED.put("java/lang/Math.random()D", "random");
        REPLACED.put("java/lang/StrictMath.random()D", "random");
        REPLACED.put("java/lang/System.nanoTime()J", "clock");
        REPLACED.put("java/lang/System.currentTimeMillis()J", "clock");
        REPLACED.put("java/lang/System.identityHashCode(Ljava/lang/Object;)I", "identityHash");
    }

    private Calls() {}

    /** Makes a call, or what stands in for it. */
    static void make(
            MethodVisitor out, int opcode, String owner, String name, String descriptor, boolean isInterface) {
        String replacement = REPLACED.get(owner + '.' + name + descriptor);
        if (replacement != null) {
            meter(out, replacement, descriptor);
        } else if (opcode == Opcodes.INVOKEVIRTUAL && hasUnsteadyHash(owner)
                && (name + descriptor).equals("hashCode()I")) {
            meter(out, "hash", "(Ljava/lang/Object;)I");
        } else if (opcode == Opcodes.INVOKEVIRTUAL && (name + descriptor).equals("printStackTrace()V")
                && owner.startsWith("java/lang/")) {
            meter(out, "printStackTrace", "(Ljava/lang/Throwable;)V");
        } else if (owner.equals(STRING) && PATTERNS.contains(name)) {
            out.visitMethodInsn(Opcodes.INVOKESTATIC, Redirect.COPIES + Redirect.TEXTS, name,
                    withReceiver(Type.getObjectType(STRING), descriptor), false);
        } else {
            chargeForLast(out, opcode, owner, name, descriptor);
            out.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }
    }

    /** Whether an object of this static type can have a hash that differs from run to run. */
    private static boolean hasUnsteadyHash(String owner) {
        return owner.equals("java/lang/Object") || owner.equals("java/lang/Enum") || owner.startsWith("aic2023/user/");
    }

    /** Charges for the size that the last argument says or is; it is on top of the stack. */
    private static void chargeForLast(
            MethodVisitor out, int opcode, String owner, String name, String descriptor) {
        if (owner.startsWith("[") && name.equals("clone")) {
            out.visitInsn(Opcodes.DUP);
            out.visitInsn(Opcodes.ARRAYLENGTH);
            meter(out, "room", "(I)V");
            return;
        }
        boolean isUnmeteredMaker = name.equals("<init>") && opcode == Opcodes.INVOKESPECIAL && isUnmetered(owner);
        boolean isCopying = name.equals("arraycopy") && owner.equals("java/lang/System")
                || name.equals("newInstance") && owner.equals("java/lang/reflect/Array")
                || name.equals("mismatch") && owner.equals("jdk/internal/util/ArraysSupport");
        Type[] arguments = Type.getArgumentTypes(descriptor);
        if (arguments.length == 0 || !isUnmeteredMaker && !isCopying) {
            return;
        }
        Type last = arguments[arguments.length - 1];
        if (last.getSort() == Type.INT) {
            out.visitInsn(Opcodes.DUP);
            meter(out, "room", "(I)V");
        } else if (TEXT_TYPES.contains(last.getDescriptor())) {
            out.visitInsn(Opcodes.DUP);
            meter(out, "text", "(Ljava/lang/Object;)V");
        }
    }

    private static boolean isUnmetered(String owner) {
        return owner.startsWith("java/lang/") || owner.startsWith("java/io/") || owner.startsWith("java/text/");
    }

    /** Whether a call may do much work at once, so that it is charged by what it does. */
    static boolean isHeavy(int opcode, String owner, String name, String descriptor) {
        if (opcode == Opcodes.INVOKESPECIAL || !isUnmetered(owner) || owner.equals(STRING) && PATTERNS.contains(name)) {
            return false;
        }
        if (TEXTS.contains(owner)) {
            boolean isOfNumber = (name.equals("append") || name.equals("valueOf")) && !takesText(descriptor);
            return !LIGHT.contains(name) && !isOfNumber;
        }
        return switch (owner) {
            case "java/lang/Object" -> name.equals("equals") || name.equals("toString");
            case "java/lang/Comparable" -> name.equals("compareTo");
            case "java/lang/CharSequence", "java/lang/Appendable" -> !LIGHT.contains(name);
            case "java/lang/Enum", "java/lang/Class", "java/lang/System", "java/lang/Throwable" -> false;
            default -> takesText(descriptor)
                    || !owner.startsWith("java/lang/") && descriptor.endsWith(")Ljava/lang/String;");
        };
    }

    private static boolean takesText(String descriptor) {
        for (Type argument : Type.getArgumentTypes(descriptor)) {
            if (TEXT_TYPES.contains(argument.getDescriptor())) {
                return true;
            }
        }
        return false;
    }

    /** Charges for the receiver and the arguments of a heavy call; they are in local variables from 0 on. */
    static void chargeBefore(MethodVisitor out, boolean isStatic, String name, String descriptor) {
        int at = isStatic ? 0 : 1;
        boolean isComparison = name.equals("equals") || name.equals("compareTo");
        if (!isStatic && !name.equals("append")) {
            text(out, 0);
        }
        for (Type argument : Type.getArgumentTypes(descriptor)) {
            boolean isText = TEXT_TYPES.contains(argument.getDescriptor());
            if (isText && !isComparison) {
                text(out, at);
            }
            if (isText && !isStatic && SEARCHES.contains(name)) {
                out.visitVarInsn(Opcodes.ALOAD, 0);
                out.visitVarInsn(Opcodes.ALOAD, at);
                meter(out, "search", "(Ljava/lang/Object;Ljava/lang/Object;)V");
            }
            if (name.equals("setLength") || name.equals("ensureCapacity")) {
                out.visitVarInsn(Opcodes.ILOAD, at);
                meter(out, "room", "(I)V");
            }
            at += argument.getSize();
        }
    }

    private static void text(MethodVisitor out, int variable) {
        out.visitVarInsn(Opcodes.ALOAD, variable);
        meter(out, "text", "(Ljava/lang/Object;)V");
    }

    /** Charges for the text that a heavy call has made; it is on top of the stack. */
    static void chargeAfter(MethodVisitor out, Type made) {
        if (made.getSort() == Type.ARRAY || made.getDescriptor().equals("Ljava/lang/String;")) {
            out.visitInsn(Opcodes.DUP);
            meter(out, "text", "(Ljava/lang/Object;)V");
        }
    }

    /** The descriptor of a static method that takes the receiver first. */
    static String withReceiver(Type receiver, String descriptor) {
        return "(" + receiver.getDescriptor() + descriptor.substring(1);
    }

    private static void meter(MethodVisitor out, String method, String descriptor) {
        out.visitMethodInsn(Opcodes.INVOKESTATIC, MeteredMethod.METER, method, descriptor, false);
    }
}
