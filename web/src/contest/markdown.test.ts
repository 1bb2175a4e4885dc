import { expect, test } from "vitest";
import { html } from "./markdown";

test("HTML and scripts in Markdown stay text", () => {
  const made = html(
    "# A\n\n<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n[x](javascript:alert(1))",
  );
  expect(made).toContain("<h3>A</h3>");
  expect(made).not.toMatch(/<script|<img|javascript:/);
});

test("tables are tables", () => {
  expect(html("| a | b |\n|---|---|\n| 1 | 2 |")).toContain("<td>2</td>");
});
