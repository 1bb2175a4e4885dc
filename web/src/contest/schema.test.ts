// schema.d.ts is what the generator makes of the server's description now.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const described = join(root, "crates/agon-server/tests/golden/openapi.json");
const written = join(import.meta.dirname, "schema.d.ts");

test("the types are those of the server's description", async () => {
  const head = "// Generated from the server's description by `npm run api`: do not edit.\n\n";
  const made = head + astToString(await openapiTS(JSON.parse(readFileSync(described, "utf8"))));
  if (process.env.AGON_BLESS) writeFileSync(written, made);
  expect(readFileSync(written, "utf8") === made, "run `npm run api` in web/").toBe(true);
});
