// @vitest-environment node
import { expect, test } from "vitest";
import { bundle } from "./upload";

const file = (path: string, bytes: number) => ({
  path,
  file: new File([new Uint8Array(bytes)], path.split("/").at(-1)!),
});

test("a file is sent as it is, a folder as an archive", async () => {
  expect(await bundle([file("bot.py", 1024)], 1024)).toMatchObject({ name: "bot.py", files: ["bot.py"] });
  const folder = [file("my bot/a.py", 10), file("my bot/b.py", 20)];
  expect(await bundle(folder, 1 << 20)).toMatchObject({
    name: "my-bot.tar",
    files: ["my bot/a.py", "my bot/b.py"],
  });
});

test("what is larger than the limit is refused before it is sent", async () => {
  await expect(bundle([file("bot.py", 1025)], 1024)).rejects.toThrow(
    "`bot.py` is larger than 1 KiB, the limit for a bot.",
  );
  const folder = [file("bot/a.py", 600), file("bot/b.py", 600)];
  await expect(bundle(folder, 1024)).rejects.toThrow("These files together are larger than 1 KiB");
});

test("the headers of an archive count", async () => {
  await expect(bundle([file("bot/a.py", 600)], 1024)).rejects.toThrow(
    "These files together are larger than 1 KiB",
  );
});
