/** Matches words as the tokenizer unicode61 splits them. */
export const WORD = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*/gu

/** Returns the words of a string in lower case, split as in the full-text index. */
export function wordsIn(text: string): string[] {
  return text.toLocaleLowerCase('en').match(WORD) ?? []
}
