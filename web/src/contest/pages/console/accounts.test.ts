import { expect, test } from "vitest";
import { wantedAccounts } from "./accounts";

test("a list of people is read line by line", () => {
  expect(wantedAccounts("ada, Ada Lovelace\n\n bob\ncurie\tMarie Curie")).toEqual([
    { login: "ada", name: "Ada Lovelace" },
    { login: "bob", name: "bob" },
    { login: "curie", name: "Marie Curie" },
  ]);
});

test("a bad line is named", () => {
  expect(() => wantedAccounts("ada, Ada\nAda Lovelace")).toThrow("Line 2");
  expect(() => wantedAccounts("ada, Ada\nada, Another")).toThrow("“ada” is there twice");
  expect(() => wantedAccounts("\n ")).toThrow("empty");
});
