"""The modules that bots of the Mars Makeover contest import, on top of Agon."""
