import { describe, expect, test } from "vitest";
import { contrast, distance } from "./colour";
import { DARK, LIGHT, variables } from "./theme";

for (const theme of [DARK, LIGHT]) {
  describe(theme.dark ? "dark" : "light", () => {
    const grounds = [theme.paper, theme.raised, theme.deep, theme.ground];

    test("text can be read on every ground", () => {
      const { ink, faint, accent, bad, good, warn, seats } = theme;
      for (const colour of [ink, faint, accent, bad, good, warn, ...seats])
        for (const ground of grounds)
          expect(contrast(colour, ground), `${colour} on ${ground}`).toBeGreaterThan(4.4);
    });

    test("letters can be read on the colours of the seats and on the accent", () => {
      for (const seat of theme.seats) expect(contrast(theme.onSeat, seat), seat).toBeGreaterThan(4.4);
      expect(contrast(theme.onAccent, theme.accent)).toBeGreaterThan(4.5);
      expect(contrast(theme.neutral, theme.ground)).toBeGreaterThan(4.5);
    });

    test("colour-blind people can tell the seats apart", () => {
      // Two colours that differ by 0.02 can just be told apart side by side.
      theme.seats.forEach((one, i) => {
        for (const other of theme.seats.slice(i + 1))
          expect(distance(one, other), `${one} and ${other}`).toBeGreaterThan(0.09);
      });
    });
  });
}

test("a theme becomes CSS variables", () => {
  const made = variables(DARK);
  expect(made["--on-accent"]).toBe(DARK.onAccent);
  expect(made["--seat5"]).toBe(DARK.seats[5]);
  expect(made["--dark"]).toBeUndefined();
});
