/** Helpers for bots: places, distances, neighbours and ways, one class for each game. */
package agon.helpers;
