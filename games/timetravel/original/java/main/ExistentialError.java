/** An object kept from an earlier turn does not exist any more. */
class ExistentialError extends Error {
    private static final long serialVersionUID = 1;

    ExistentialError() {
        super("Object does not exist anymore.");
    }
}
