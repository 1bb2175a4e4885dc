"""What a bot gets when it asks something of an object that is gone."""


class ExistentialError(LookupError):
    """The object does not exist any more."""
