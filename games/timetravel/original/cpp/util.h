// Empty, for your own code: a file of this name in your folder takes its place.
