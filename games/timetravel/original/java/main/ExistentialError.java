/** An object kept from an earlier turn no longer exists. */
class ExistentialError extends Error {
    private static final long serialVersionUID = 1;

    ExistentialError() {
        super("Object does not exist anymore.");
    }
}
