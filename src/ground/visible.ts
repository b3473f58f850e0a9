/**
 * Pattern of control characters except line feeds and tabs, of line separators, and of characters that reverse the
 * direction of text: they control a terminal, or make text look different.
 */
const UNSEEN = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** Makes text safe to print: invisible characters are shown like `\u{202e}`, and line breaks become line feeds. */
export function visible(text: string): string {
  return text.replace(/\r(?=\n|$)/g, '').replace(UNSEEN, (character) => `\\u{${codeOf(character)}}`)
}

/** Makes a name or a value within a line safe to print: line feeds and tabs are shown like invisible characters. */
export function visibleInLine(text: string): string {
  return visible(text).replace(/[\n\t]/g, (character) => `\\u{${codeOf(character)}}`)
}

/** Makes JSON safe to print, without changing its meaning. */
export function visibleJson(json: string): string {
  return json.replace(UNSEEN, (character) => `\\u${codeOf(character).padStart(4, '0')}`)
}

function codeOf(character: string): string {
  return character.charCodeAt(0).toString(16)
}
