// Reads a list of people: a login name and a name on each line.

export interface Wanted {
  login: string;
  name: string;
}

/** The people of a list; empty lines are skipped. Throws a sentence that names the line. */
export function wantedAccounts(text: string): Wanted[] {
  const found: Wanted[] = [];
  for (const [i, line] of text.split("\n").entries()) {
    if (!line.trim()) continue;
    const [login = "", ...rest] = line.split(/[,;\t]/).map((part) => part.trim());
    if (!login || /\s/.test(login))
      throw new Error(
        `Line ${i + 1}: “${line.trim()}” needs a login name without spaces, a comma, and a name.`,
      );
    if (found.some((one) => one.login === login))
      throw new Error(`Line ${i + 1}: the login name “${login}” is there twice.`);
    found.push({ login, name: rest.join(" ").trim() || login });
  }
  if (found.length === 0) throw new Error("The list is empty. Write a person on each line.");
  return found;
}
