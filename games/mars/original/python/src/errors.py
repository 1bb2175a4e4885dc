"""The exceptions of refused orders."""


class UserError(Exception):
    """The bot asked for something that the rules do not allow."""


class IllegalActionError(UserError):
    """``robot_action`` was refused."""


class IllegalSpawnError(UserError):
    """``spawn_robot`` was refused."""


class IllegalTransformError(UserError):
    """``transform_robot`` was refused."""


class IllegalMoveError(UserError):
    """``move_robot`` was refused."""


class InvalidBotFileError(UserError):
    """The file is not a bot."""


class InvalidMapError(UserError):
    """The file is not a map. Agon checks maps itself, so this is never raised."""


class UnknownRobotError(UserError):
    """Never raised: an unknown name is an error of the order that names it."""


class InternalError(Exception):
    """The engine has a fault. None of these is ever raised; they can be imported and caught."""


class InvalidTileStateInternalError(InternalError):
    """Never raised."""


class TerraformInternalError(InternalError):
    """Never raised."""


class ExploreInternalError(InternalError):
    """Never raised."""


class MineInternalError(InternalError):
    """Never raised."""


class UnknownRobotInternalError(InternalError):
    """Never raised."""


class IllegalMoveInternalError(InternalError):
    """Never raised."""


class InvalidActionInternalError(InternalError):
    """Never raised."""
