// The colours of the page and of the boards in both themes. This is the only place that names them: the page
// reads them as CSS variables, the boards from the object. theme.test.ts measures their contrast.

export interface Theme {
  dark: boolean;
  /** Behind everything. */
  paper: string;
  /** Cards, bars, buttons. */
  raised: string;
  /** Wells: text fields, tracks. */
  deep: string;
  /** The field of a board. */
  ground: string;
  line: string;
  ink: string;
  faint: string;
  accent: string;
  /** Text on the accent colour. */
  onAccent: string;
  bad: string;
  good: string;
  warn: string;
  /** One colour per seat. Colour-blind people can tell them apart. */
  seats: string[];
  /** Letters on the colour of a seat. */
  onSeat: string;
  /** Things without an owner. */
  neutral: string;
}

export const DARK: Theme = {
  dark: true,
  paper: "#0d1117",
  raised: "#171d26",
  deep: "#10151d",
  ground: "#1b222c",
  line: "#39424f",
  ink: "#e8edf3",
  faint: "#9aa6b4",
  accent: "#f0b429",
  onAccent: "#16110a",
  bad: "#ff8f80",
  good: "#6fd08c",
  warn: "#ffd166",
  seats: ["#6a9bff", "#ff6a35", "#58d3b4", "#ffe95a", "#b978ad", "#ccfaff"],
  onSeat: "#0d1117",
  neutral: "#98a0aa",
};

export const LIGHT: Theme = {
  dark: false,
  paper: "#f3f4f1",
  raised: "#ffffff",
  deep: "#e8eae6",
  ground: "#ffffff",
  line: "#c3c9cf",
  ink: "#1a2027",
  faint: "#55606b",
  accent: "#8a5a00",
  onAccent: "#ffffff",
  bad: "#a3261a",
  good: "#17693a",
  warn: "#8a5a00",
  seats: ["#1a56e8", "#c23600", "#00505c", "#4a2a00", "#a62fa9", "#1b1f3a"],
  onSeat: "#ffffff",
  neutral: "#636b74",
};

/** The theme as CSS variables: `--ink`, `--on-accent`, `--seat0`. */
export function variables(theme: Theme): Record<string, string> {
  const { dark: _, seats, ...colours } = theme;
  const named = Object.entries(colours).map(([name, colour]) => [
    `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    colour,
  ]);
  return Object.fromEntries([...named, ...seats.map((colour, seat) => [`--seat${seat}`, colour])]);
}
