// Measures colours written as #rrggbb: contrast, and how different they look with each kind of sight.

type Triple = [number, number, number];

/** The light of red, green and blue, each from 0 to 1. */
function light(colour: string): Triple {
  const part = (i: number): number => {
    const value = Number.parseInt(colour.slice(1 + 2 * i, 3 + 2 * i), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(0), part(1), part(2)];
}

/** The contrast of WCAG 2: from 1 (the same) to 21 (black on white). */
export function contrast(a: string, b: string): number {
  const bright = (colour: string): number => product([0.2126, 0.7152, 0.0722], light(colour));
  const [less, more] = [bright(a), bright(b)].sort((x, y) => x - y);
  return (more + 0.05) / (less + 0.05);
}

const product = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** What is left of the light with full sight, and without red, green or blue cones (Machado 2009). */
const SIGHTS: [Triple, Triple, Triple][] = [
  [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
];

/** Lightness, red-green and yellow-blue of the OKLab space, in which distances are as large as they look. */
function oklab(seen: Triple): Triple {
  const rgb = seen.map((part) => Math.max(0, Math.min(1, part))) as Triple;
  const cones = [
    product([0.4122214708, 0.5363325363, 0.0514459929], rgb),
    product([0.2119034982, 0.6806995451, 0.1073969566], rgb),
    product([0.0883024619, 0.2817188376, 0.6299787005], rgb),
  ].map(Math.cbrt) as Triple;
  return [
    product([0.2104542553, 0.793617785, -0.0040720468], cones),
    product([1.9779984951, -2.428592205, 0.4505937099], cones),
    product([0.0259040371, 0.7827717662, -0.808675766], cones),
  ];
}

/** The least difference between two colours over all kinds of sight. */
export function distance(a: string, b: string): number {
  const differences = SIGHTS.map((sight) => {
    const [x, y] = [a, b].map((colour) => {
      const seen = sight.map((row) => product(row, light(colour))) as Triple;
      return oklab(seen);
    });
    return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
  });
  return Math.min(...differences);
}
