// Packs the files of a folder into a tar archive (POSIX ustar), which the server unpacks.

export interface Entry {
  /** The path inside the folder, with slashes. */
  path: string;
  bytes: Uint8Array;
}

const BLOCK = 512;
const encoder = new TextEncoder();

/** Splits a path into the 100 bytes of the name and the 155 bytes of the prefix. */
function split(path: string): [string, string] {
  if (encoder.encode(path).length <= 100) return [path, ""];
  const slashes = [...path.matchAll(/\//g)].map(({ index }) => index);
  for (const slash of slashes) {
    const [prefix, name] = [path.slice(0, slash), path.slice(slash + 1)];
    if (encoder.encode(name).length <= 100 && encoder.encode(prefix).length <= 155) return [name, prefix];
  }
  throw new Error(`The path ${path} is too long for an archive: give its folders shorter names.`);
}

function header(path: string, size: number): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const write = (text: string, at: number): void => block.set(encoder.encode(text), at);
  const octal = (value: number, length: number): string => `${value.toString(8).padStart(length - 1, "0")}\0`;
  const [name, prefix] = split(path);
  write(name, 0);
  write(octal(0o644, 8), 100);
  write(octal(0, 8), 108);
  write(octal(0, 8), 116);
  write(octal(size, 12), 124);
  // No time: the same files make the same bytes, which keep their version on the server.
  write(octal(0, 12), 136);
  write("        ", 148);
  write("0", 156);
  write("ustar\x0000", 257);
  write(prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}

/** The archive. The order of the files does not matter. */
export function tar(entries: Entry[]): Uint8Array<ArrayBuffer> {
  const sorted = [...entries].sort((a, b) => (a.path < b.path ? -1 : 1));
  const blocks = sorted.map(({ bytes }) => 1 + Math.ceil(bytes.length / BLOCK));
  const archive = new Uint8Array(BLOCK * (2 + blocks.reduce((sum, count) => sum + count, 0)));
  let at = 0;
  sorted.forEach(({ path, bytes }, i) => {
    archive.set(header(path, bytes.length), at);
    archive.set(bytes, at + BLOCK);
    at += blocks[i] * BLOCK;
  });
  return archive;
}

/** What does not belong into an upload: histories, caches, results of builds. */
const SKIPPED =
  /(^|\/)(\.git|\.hg|\.svn|__pycache__|node_modules|target|\.venv|venv|\.idea|\.vscode|\.DS_Store)(\/|$)/;
export const isSkipped = (path: string): boolean => SKIPPED.test(path);
