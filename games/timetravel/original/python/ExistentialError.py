"""The error of an object that no longer exists."""


class ExistentialError(LookupError):
    """The object no longer exists."""
