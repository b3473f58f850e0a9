/**
 * Control characters but for line feeds and tabs, line separators, and what turns the order of letters round: they steer a
 * terminal, or show another text than there is.
 */
const UNSEEN = /(?![\n\t])\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu

/** Text that is safe to print: what nobody would see stands as `\u{202e}`. Lines end in a line feed alone. */
export function visible(text: string): string {
  return text.replace(/\r(?=\n|$)/g, '').replace(UNSEEN, (character) => `\\u{${codeOf(character)}}`)
}

/** The same for a name or a value within a line, which must not begin a line of its own. */
export function visibleInLine(text: string): string {
  return visible(text).replace(/[\n\t]/g, (character) => `\\u{${codeOf(character)}}`)
}

/** JSON that is safe to print, with the same meaning. */
export function visibleJson(json: string): string {
  return json.replace(UNSEEN, (character) => `\\u${codeOf(character).padStart(4, '0')}`)
}

function codeOf(character: string): string {
  return character.charCodeAt(0).toString(16)
}
