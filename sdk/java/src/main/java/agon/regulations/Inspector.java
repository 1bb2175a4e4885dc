package agon.regulations;

import agon.build.Refused;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Searches the class files of a bot for what a contest's regulations forbid. */
public final class Inspector {
    /** The word for what a game's own check of its bots refuses. */
    public static final String CLOSED = "closed";

    private final List<Ban> bans = new ArrayList<>();
    private final Set<Violation> found = new LinkedHashSet<>();
    private String type = "";
    private String file = "";
    private String method = "";
    private int line;

    /** Searches for what these words name; words that class files say nothing about are ignored. */
    public Inspector(List<String> words) {
        for (Ban ban : Ban.values()) {
            if (words.contains(ban.word())) {
                bans.add(ban);
            }
        }
    }

    /** Searches one class file. */
    public void inspect(byte[] classFile) throws Refused {
        try {
            new ClassReader(classFile).accept(new Looking(), ClassReader.SKIP_FRAMES);
        } catch (IllegalArgumentException | IndexOutOfBoundsException damaged) {
            throw new Refused(List.of("a class file is damaged: compile the bot again"));
        }
    }

    /** What was found, in the order of the classes and lines. */
    public List<Violation> violations() {
        return List.copyOf(found);
    }

    private void use(String owner, String name, String descriptor) {
        for (Ban ban : bans) {
            if (ban.covers(owner, name, descriptor)) {
                String called = owner.replace('/', '.').replace('$', '.');
                add(ban, "uses " + called + (name.equals("<init>") ? "" : "." + name));
            }
        }
    }

    private void extend(String parent) {
        for (Ban ban : bans) {
            if (ban.covers(parent, "<init>", "()V")) {
                add(ban, "extends or implements " + parent.replace('/', '.').replace('$', '.'));
            }
        }
    }

    private void add(Ban ban, String what) {
        found.add(new Violation(ban.word(), type, method, file, line, what));
    }

    private final class Looking extends ClassVisitor {
        Looking() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(int version, int access, String name, String signature, String parent, String[] interfaces) {
            type = name.replace('/', '.');
            file = "";
            method = "";
            line = 0;
            extend(parent == null ? "" : parent);
            for (String one : interfaces) {
                extend(one);
            }
        }

        @Override
        public void visitSource(String source, String debug) {
            file = source == null ? "" : source;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            method = name;
            line = 0;
            if ((access & Opcodes.ACC_NATIVE) != 0 && bans.contains(Ban.NATIVE_CODE)) {
                add(Ban.NATIVE_CODE, "is a native method");
            }
            return new LookingAtMethod();
        }
    }

    private final class LookingAtMethod extends MethodVisitor {
        LookingAtMethod() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            line = number;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            use(owner, name, descriptor);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            for (Object argument : arguments) {
                if (argument instanceof Handle handle) {
                    use(handle.getOwner(), handle.getName(), handle.getDesc());
                }
            }
        }
    }
}
