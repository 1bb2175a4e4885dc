// Markdown as HTML. HTML in the text is shown as text, and links to scripts are dropped: micromark does both unless
// it is told otherwise.

import { micromark } from "micromark";
import { gfmTable, gfmTableHtml } from "micromark-extension-gfm-table";

export function html(markdown: string): string {
  const made = micromark(markdown, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] });
  // The text is inside of a part of a page, whose headings are the first two levels.
  return made.replace(/<(\/?)h([1-6])>/g, (_, end, level) => `<${end}h${Math.min(6, Number(level) + 2)}>`);
}
