// Reduces a PNG to at most 256 colours at the highest compression.
import { deflateSync, inflateSync } from "node:zlib";

const SIGN = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

function* chunks(png) {
  for (let at = SIGN.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    yield [png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, at + 8 + length)];
    at += 12 + length;
  }
}

/** The pixels of a PNG with 8 bits per channel, three or four channels, as one number each. */
export function pixels(png) {
  const parts = [...chunks(png)];
  const head = parts.find(([name]) => name === "IHDR")[1];
  const [width, height, channels] = [head.readUInt32BE(0), head.readUInt32BE(4), head[9] === 6 ? 4 : 3];
  const raw = inflateSync(Buffer.concat(parts.filter(([name]) => name === "IDAT").map(([, data]) => data)));
  const stride = width * channels;
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let i = 0; i < stride; i++) {
      const left = i >= channels ? rows[y * stride + i - channels] : 0;
      const up = y > 0 ? rows[(y - 1) * stride + i] : 0;
      const corner = y > 0 && i >= channels ? rows[(y - 1) * stride + i - channels] : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      rows[y * stride + i] = (raw[y * (stride + 1) + 1 + i] + guess) & 255;
    }
  }
  const found = new Uint32Array(width * height);
  for (let i = 0; i < found.length; i++) found[i] = rows.readUIntBE(i * channels, 3);
  return { width, height, found };
}

function paeth(a, b, c) {
  const p = a + b - c;
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

/** The same picture with the 256 most telling colours. */
export function shrink(png) {
  const { width, height, found } = pixels(png);
  const counts = new Map();
  for (const colour of found) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  // The most frequent colour of every small cube of colours, then the most frequent cubes.
  const cubes = new Map();
  for (const [colour, count] of counts) {
    const cube = colour & 0xf0f0f0;
    const best = cubes.get(cube);
    if (!best) cubes.set(cube, { colour, most: count, sum: count });
    else {
      best.sum += count;
      if (count > best.most) [best.colour, best.most] = [colour, count];
    }
  }
  const palette = [...cubes.values()]
    .sort((a, b) => b.sum - a.sum)
    .slice(0, 256)
    .map((cube) => cube.colour);
  const nearest = new Map(palette.map((colour, i) => [colour, i]));
  const index = (colour) => {
    let best = nearest.get(colour);
    if (best === undefined) {
      let least = Infinity;
      palette.forEach((other, i) => {
        const d = [16, 8, 0].reduce((sum, s) => sum + (((colour >> s) & 255) - ((other >> s) & 255)) ** 2, 0);
        if (d < least) [best, least] = [i, d];
      });
      nearest.set(colour, best);
    }
    return best;
  };
  const raw = Buffer.alloc((width + 1) * height);
  for (let i = 0; i < found.length; i++)
    raw[Math.floor(i / width) * (width + 1) + 1 + (i % width)] = index(found[i]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  const parts = [
    ["IHDR", head],
    ["PLTE", colours],
    ["IDAT", deflateSync(raw, { level: 9 })],
    ["IEND", Buffer.alloc(0)],
  ];
  return Buffer.concat([SIGN, ...parts.map(([name, data]) => chunk(name, data))]);
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, sum]);
}

function crc(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let k = 0; k < 8; k++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}
