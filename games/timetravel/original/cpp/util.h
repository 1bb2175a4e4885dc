// Empty: a file of this name in the bot's folder replaces it.
