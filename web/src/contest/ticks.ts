// Sentences of the server put names, commands and conditions between backticks.

export interface Part {
  text: string;
  isCode: boolean;
}

/** Splits a sentence at pairs of backticks. A backtick without a partner stays in the text. */
export function split(sentence: string): Part[] {
  // The pieces at odd places are those that the pattern captured.
  const pieces = sentence.split(/`([^`]+)`/);
  return pieces.map((text, i) => ({ text, isCode: i % 2 === 1 })).filter(({ text }) => text);
}
