// Hands in a bot: a file, or the files of a folder packed into an archive. Reports how much was sent.

import { Lost, refusal, type Schema } from "./api";
import { type Entry, isSkipped, tar } from "./tar";
import { size } from "./time";
import { READ_ONLY, view } from "./view";

/** What is sent. */
export interface Bundle {
  name: string;
  bytes: Blob;
  /** The files of an archive. */
  files: string[];
}

const isArchive = (name: string): boolean => /\.(zip|tar|tar\.gz|tgz)$/i.test(name);

/** A single file as it is, several files as an archive; at most `most` bytes. Throws a sentence. */
export async function bundle(files: { path: string; file: File }[], most: number): Promise<Bundle> {
  const kept = files.filter(({ path }) => !isSkipped(path));
  if (kept.length === 0) throw new Error("There is no file in this folder that can be handed in.");
  const isAlone = kept.length === 1 && !kept[0].path.includes("/");
  const what = isAlone ? `\`${kept[0].file.name}\` is` : "These files together are";
  const check = (bytes: number): void => {
    if (bytes > most) throw new Error(`${what} larger than ${size(most)}, the limit for a bot.`);
  };
  // The files of a folder that is too large are not read.
  check(kept.reduce((sum, { file }) => sum + file.size, 0));
  if (isAlone) {
    const [{ file }] = kept;
    return { name: file.name, bytes: file, files: isArchive(file.name) ? [] : [file.name] };
  }
  const entries: Entry[] = await Promise.all(
    kept.map(async ({ path, file }) => ({ path, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
  const bytes = new Blob([tar(entries)]);
  check(bytes.size);
  const folder = kept[0].path.split("/")[0] || "bot";
  return {
    name: `${safe(folder)}.tar`,
    bytes,
    files: entries.map(({ path }) => path),
  };
}

/** A file name that the server accepts. */
const safe = (name: string): string => name.replace(/[^\w.-]+/g, "-").replace(/^[.-]+/, "") || "bot";

/** The files that were dropped, also those inside of folders. */
export async function dropped(items: DataTransferItemList): Promise<{ path: string; file: File }[]> {
  // Entries are gone after the event, so all are taken before the first wait.
  const entries = [...items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const found: { path: string; file: File }[] = [];
  const walk = async (entry: FileSystemEntry): Promise<void> => {
    const path = entry.fullPath.replace(/^\//, "");
    if (isSkipped(path)) return;
    if (entry.isFile) {
      const file = await new Promise<File>((done, failed) =>
        (entry as FileSystemFileEntry).file(done, failed),
      );
      found.push({ path, file });
      return;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    // A reader returns at most 100 entries at a time.
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
      if (some.length === 0) return;
      for (const one of some) await walk(one);
    }
  };
  for (const entry of entries) await walk(entry);
  return found;
}

/** Sends a bot. `onsent` gets the share of the bytes that have gone. */
export function send(
  event: string,
  { name, bytes }: Bundle,
  label: string,
  onsent: (share: number) => void,
): Promise<Schema["Accepted"]> {
  if (view) return Promise.reject(new Error(READ_ONLY));
  const query = new URLSearchParams({ name, ...(label ? { label } : {}) });
  return new Promise((done, failed) => {
    // fetch does not report how much was sent.
    const request = new XMLHttpRequest();
    request.open("POST", `/api/v1/events/${encodeURIComponent(event)}/submissions?${query}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onsent(total ? loaded / total : 0);
    request.onerror = () => failed(new Lost());
    request.onload = () => {
      const body = parsed(request.responseText);
      if (request.status === 200) done(body as Schema["Accepted"]);
      else failed(refusal(request.status, body));
    };
    request.send(bytes);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
