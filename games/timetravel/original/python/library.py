"""The contest's native library. Every access fails: Agon starts the bot and talks to it."""


class _Library:
    def __getattr__(self, name):
        raise AttributeError(f"there is no native library on Agon, so there is no {name}")


library = _Library()
