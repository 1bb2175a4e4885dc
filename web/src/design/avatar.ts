// The picture of a name: which of five by five fields are filled, and the hue.

export interface AvatarPicture {
  hue: number;
  /** The filled fields by column and row. */
  fields: [number, number][];
}

/** FNV-1a, which spreads similar names well. */
function hash(name: string): number {
  let sum = 0x811c9dc5;
  for (const letter of name) sum = Math.imul(sum ^ letter.codePointAt(0)!, 0x01000193) >>> 0;
  return sum;
}

export function avatarOf(name: string): AvatarPicture {
  const bits = hash(name);
  const fields: [number, number][] = [];
  for (let i = 0; i < 15; i++) {
    const [x, y] = [i % 3, Math.floor(i / 3)];
    // The middle field is always filled, so that no picture is empty.
    if (!((bits >>> i) & 1) && i !== 8) continue;
    fields.push([x, y]);
    if (x < 2) fields.push([4 - x, y]);
  }
  return { hue: hash(`${name}.`) % 360, fields };
}
