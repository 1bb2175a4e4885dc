package agon.homerun.meter;

import agon.build.Refused;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Checks the classes of a bot before they play: which classes they name, which methods they call, and that they
 * share nothing between units. Every fault names the class, the method and the line.
 */
public final class Admission {
    private static final int NEWEST = 52;
    private static final String DAMAGED = "a class file is damaged: compile the bot again";
    private final String ownPackage;
    private final List<String> faults = new ArrayList<>();
    private final Set<String> mentioned = new TreeSet<>();
    private final Map<String, Head> heads = new HashMap<>();
    private String className = "";
    private String method;
    private int line;
    private boolean hasStaticParts;

    /** For a bot whose classes lie in a package, given as in {@code my/bot}, and below. */
    public Admission(String ownPackage) {
        this.ownPackage = ownPackage + '/';
    }

    /** The faults, one sentence each; empty if the bot may play. */
    public List<String> faults() {
        return faults;
    }

    /** Every class that the bot names, as in {@code java/util/List}. */
    public Set<String> mentioned() {
        return mentioned;
    }

    /** Whether a class has an initialiser or a lock that units would share. */
    public boolean hasStaticParts() {
        return hasStaticParts;
    }

    /** The name of a class, as in {@code my/bot/UnitPlayer}. */
    public static String nameOf(byte[] classFile) throws Refused {
        if (classFile.length < 10) {
            throw new Refused(List.of(DAMAGED));
        }
        int version = (classFile[6] & 0xff) << 8 | classFile[7] & 0xff;
        if (version > NEWEST) {
            throw new Refused(List.of("a class is compiled for Java " + (version - 44)
                    + ", the contest plays Java 8: compile it with `javac --release 8`"));
        }
        try {
            return new ClassReader(classFile).getClassName();
        } catch (IllegalArgumentException | IndexOutOfBoundsException damaged) {
            throw new Refused(List.of(DAMAGED));
        }
    }

    /** What a class of the bot inherits and declares. */
    private record Head(List<String> parents, Set<String> methods) {}

    /** Makes a class known to the others. All classes of a bot must be known before the first one is checked. */
    public void know(byte[] classFile) {
        try {
            ClassReader reader = new ClassReader(classFile);
            List<String> parents = new ArrayList<>(List.of(reader.getInterfaces()));
            if (reader.getSuperName() != null) {
                parents.add(reader.getSuperName());
            }
            Set<String> methods = new HashSet<>();
            reader.accept(new ClassVisitor(Opcodes.ASM9) {
                @Override
                public MethodVisitor visitMethod(
                        int access, String name, String descriptor, String signature, String[] exceptions) {
                    methods.add(name + descriptor);
                    return null;
                }
            }, ClassReader.SKIP_CODE);
            heads.put(reader.getClassName(), new Head(parents, methods));
        } catch (IllegalArgumentException | IndexOutOfBoundsException damaged) {
            faults.add(DAMAGED);
        }
    }

    /** Checks one class. */
    public void check(byte[] classFile) {
        try {
            ClassReader reader = new ClassReader(classFile);
            className = reader.getClassName();
            method = null;
            line = 0;
            reader.accept(new Looking(), 0);
        } catch (IllegalArgumentException | IndexOutOfBoundsException damaged) {
            faults.add(DAMAGED);
        }
    }

    /** Checks that a class is public, has a constructor without arguments, and has this public method. */
    public void checkEntry(byte[] classFile, String name, String descriptor, String wanted) {
        Set<String> found = new HashSet<>();
        ClassReader reader = new ClassReader(classFile);
        reader.accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String method, String type, String signature, String[] exceptions) {
                if ((access & Opcodes.ACC_PUBLIC) != 0 && (access & Opcodes.ACC_STATIC) == 0) {
                    found.add(method + type);
                }
                return null;
            }
        }, ClassReader.SKIP_CODE);
        boolean isPublic = (reader.getAccess() & Opcodes.ACC_PUBLIC) != 0;
        if (!isPublic || !found.contains("<init>()V") || !found.contains(name + descriptor)) {
            faults.add(reader.getClassName().replace('/', '.') + ": the class must be public, have a public constructor "
                    + "without arguments and a method `" + wanted + "`");
        }
    }

    private void fault(String what) {
        StringBuilder where = new StringBuilder(className.replace('/', '.'));
        if (method != null) {
            where.append('.').append(method);
        }
        if (line > 0) {
            where.append(", line ").append(line);
        }
        String fault = where + ": " + what;
        if (!faults.contains(fault)) {
            faults.add(fault);
        }
    }

    private void mention(String name) {
        mentioned.add(name);
        if (!name.startsWith(ownPackage)) {
            String reason = Whitelist.whyNot(name);
            if (reason != null) {
                fault(name.replace('/', '.').replace('$', '.') + " " + reason);
            }
        }
    }

    private void use(String owner, String name, String descriptor) {
        if (owner.startsWith(ownPackage)) {
            useOwn(owner, name, descriptor);
        } else {
            refuse(owner, name, Whitelist.whyNotCall(owner, name, descriptor));
        }
    }

    private void refuse(String owner, String member, String reason) {
        if (reason != null) {
            fault(owner.substring(owner.lastIndexOf('/') + 1).replace('$', '.') + "." + member + " " + reason);
        }
    }

    /** A method of the bot's own class may be one of Java that the class inherits. */
    private void useOwn(String owner, String name, String descriptor) {
        Set<String> parents = new TreeSet<>();
        if (isDeclared(owner, name + descriptor, parents)) {
            return;
        }
        String closed = null;
        String reason = null;
        for (String parent : parents) {
            String why = Whitelist.whyNotCall(parent, name, descriptor);
            if (why == null) {
                return;
            }
            // The reason of a type that has such a method says more than that of one that has not.
            if (reason == null || OpenLibrary.isOpen(parent, name) || parent.equals("java/lang/Object")) {
                closed = parent;
                reason = why;
            }
        }
        refuse(closed, name, reason);
    }

    /** Whether the bot declares a method in a class or above it; collects the types of Java above it. */
    private boolean isDeclared(String className, String method, Set<String> ofJava) {
        Head head = heads.get(className);
        if (head == null) {
            ofJava.add(className.startsWith(ownPackage) ? "java/lang/Object" : className);
            return false;
        }
        if (head.methods().contains(method)) {
            return true;
        }
        for (String parent : head.parents()) {
            if (isDeclared(parent, method, ofJava)) {
                return true;
            }
        }
        return false;
    }

    /** Receives the name of every class that a class file refers to. */
    private final class Mentions extends Remapper {
        @Override
        public String map(String name) {
            mention(name);
            return name;
        }
    }

    private final class Looking extends ClassVisitor {
        Looking() {
            super(Opcodes.ASM9, new ClassRemapper(new ClassWriter(0), new Mentions()));
        }

        @Override
        public void visit(
                int version, int access, String name, String signature, String parent, String[] interfaces) {
            if (parent != null && !parent.startsWith(ownPackage)) {
                String reason = Whitelist.whyNotExtend(parent);
                if (reason != null) {
                    fault(parent.replace('/', '.') + " " + reason);
                }
            }
            super.visit(version, access, name, signature, parent, interfaces);
        }

        @Override
        public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
            if ((access & Opcodes.ACC_STATIC) != 0) {
                fault(staticField(name));
            }
            return super.visitField(access, name, descriptor, signature, value);
        }

        private static String staticField(String name) {
            String found = "the static variable `" + name + "`";
            if (name.startsWith("$SwitchMap$")) {
                found = "a switch on an enum (the compiler makes a static variable for it)";
            } else if (name.equals("$assertionsDisabled")) {
                found = "assert (the compiler makes a static variable for it)";
            } else if (name.equals("$VALUES")) {
                found = "an enum (its constants are static variables)";
            }
            return found + " cannot be used: units share no memory, so nothing static is allowed, not even constants";
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            method = name;
            line = 0;
            int staticLock = Opcodes.ACC_STATIC | Opcodes.ACC_SYNCHRONIZED;
            hasStaticParts |= name.equals("<clinit>") || (access & staticLock) == staticLock;
            if (name.equals("finalize") && descriptor.equals("()V")) {
                fault("finalize cannot be used: it would run outside the unit's turn");
            }
            return new LookingAtMethod(super.visitMethod(access, name, descriptor, signature, exceptions));
        }

        @Override
        public void visitEnd() {
            method = null;
            line = 0;
            super.visitEnd();
        }
    }

    private final class LookingAtMethod extends MethodVisitor {
        LookingAtMethod(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            line = number;
            super.visitLineNumber(number, start);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.MONITORENTER) {
                fault("a synchronized block cannot be used");
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            refuse(owner, name, Whitelist.whyNotRead(owner, name, descriptor));
            super.visitFieldInsn(opcode, owner, name, descriptor);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            use(owner, name, descriptor);
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            if (!bootstrap.getOwner().equals("java/lang/invoke/LambdaMetafactory")) {
                fault("only lambdas may be linked at run time, not " + bootstrap.getOwner().replace('/', '.'));
            }
            for (Object argument : arguments) {
                look(argument);
            }
            super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
        }

        @Override
        public void visitLdcInsn(Object value) {
            if (value instanceof Handle || value instanceof Type type && type.getSort() == Type.METHOD) {
                fault("method handles are closed");
            }
            super.visitLdcInsn(value);
        }

        private void look(Object constant) {
            if (constant instanceof Handle handle) {
                use(handle.getOwner(), handle.getName(), handle.getDesc());
            }
        }
    }
}
