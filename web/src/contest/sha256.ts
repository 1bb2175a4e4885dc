// SHA-256 of a text, as in FIPS 180-4. Browsers offer their own only to pages over HTTPS, and a contest in a hall may
// have none.

/** The first 32 bits of the fractional parts of roots of the first primes. */
function fractions(count: number, root: (prime: number) => number): Uint32Array {
  const found: number[] = [];
  for (let n = 2; found.length < count; n += 1) {
    let isPrime = true;
    for (let i = 2; i * i <= n; i += 1) if (n % i === 0) isPrime = false;
    if (isPrime) found.push((root(n) % 1) * 2 ** 32);
  }
  return Uint32Array.from(found);
}
const ROUNDS = fractions(64, Math.cbrt);
const START = fractions(8, Math.sqrt);
const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The hexadecimal SHA-256 of a text in UTF-8. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const data = new DataView(padded.buffer);
  data.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  data.setUint32(padded.length - 4, bytes.length << 3);
  const hash = START.slice();
  const words = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i += 1) words[i] = data.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i += 1) {
      const [near, far] = [words[i - 2], words[i - 15]];
      const small = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
      const large = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
      words[i] = words[i - 16] + small + words[i - 7] + large;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i += 1) {
      const large = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const first = (h + large + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
      const small = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const second = (small + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => {
      hash[i] += word;
    });
  }
  return [...hash].map((word) => word.toString(16).padStart(8, "0")).join("");
}
