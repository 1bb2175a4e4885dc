//! Runs of many games, tried with built-in bots.
