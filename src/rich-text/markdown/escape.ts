/** Escapes text for Markdown, so that nothing in it is read as formatting, a link or HTML. */
export function escapeText(text: string): string {
  return (
    text
      .replaceAll('\0', '\u{fffd}')
      .replace(/[\\`*[\]<~|]/g, '\\$&')
      // An underscore within a word formats nothing.
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
      .replace(ENTITY, '&amp;')
      .replace(/[\u2028\u2029]/g, asEntity)
      .replace(/:(?=\/\/)/g, '\\:')
      .replace(/(?<=\S)@(?=\S)/g, '\\@')
      .replace(/(?<![\p{L}\p{N}])www\./giu, (found) => `${found.slice(0, -1)}\\.`)
  )
}

/** Matches an ampersand that would be read as the beginning of an entity. */
const ENTITY = /&(?=#?\w{1,40};)/g

/**
 * Escapes the lines of a paragraph, so that none begins a heading, a list or a quotation, or turns the line above into
 * a heading.
 */
export function escapeLines(text: string): string {
  return text.split('\n').map(escapeLine).join('\n')
}

function escapeLine(line: string): string {
  return withKeptEdges(line)
    .replace(/^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|[-=:]+\s*$)/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}

/**
 * Removes spaces at the edges of a line, and writes other white space there as an entity, because parsers would drop
 * it.
 */
export function withKeptEdges(line: string): string {
  return line
    .replace(/^ +/, '')
    .replace(/^\s/u, asEntity)
    .replace(/(?<![ \\]) +$/, '')
    .replace(/[^\S ]$/u, asEntity)
}

function asEntity(character: string): string {
  return `&#${character.codePointAt(0)};`
}

/** Escapes the address of a link or an image. */
export function escapeAddress(address: string): string {
  const escaped = escapeSigns(address, /[\\<>]/g).replace(/\p{Cc}/gu, (character) => encodeURIComponent(character))
  return /^[^\s()]+$/.test(escaped) ? escaped : `<${escaped}>`
}

/** Escapes a title and puts it into double quotes. */
export function escapeTitle(title: string): string {
  return `"${escapeSigns(title.replace(/[ \t\n\r\f]+/g, ' '), /[\\"]/g)}"`
}

/** Escapes `signs` with backslashes. Pipes and line separators become entities, so that tables can contain the text. */
function escapeSigns(text: string, signs: RegExp): string {
  return text
    .replace(signs, '\\$&')
    .replace(ENTITY, '&amp;')
    .replace(/[|\u2028\u2029]/g, asEntity)
}
