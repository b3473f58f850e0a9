/** Text that Markdown reads as it is: no formatting, no addresses that become links, no HTML. */
export function escapeText(text: string): string {
  return (
    text
      .replaceAll('\0', '\u{fffd}')
      .replace(/[\\`*[\]<~|]/g, '\\$&')
      // In the middle of a word it formats nothing.
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
      .replace(ENTITY, '&amp;')
      .replace(/[\u2028\u2029]/g, asEntity)
      .replace(/:(?=\/\/)/g, '\\:')
      .replace(/(?<=\S)@(?=\S)/g, '\\@')
      .replace(/(?<![\p{L}\p{N}])www\./giu, (found) => `${found.slice(0, -1)}\\.`)
  )
}

/** A sign that would be read together with what follows. */
const ENTITY = /&(?=#?\w{1,40};)/g

/** Lines of a paragraph, none of which begins anything else: a heading, a list, a quotation, a line below a heading. */
export function escapeLines(text: string): string {
  return text.split('\n').map(escapeLine).join('\n')
}

function escapeLine(line: string): string {
  return withKeptEdges(line)
    .replace(/^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|>|[-=:]+\s*$)/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}

/** Spaces that are not the usual one, at an edge where parsers drop them. */
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

/** The address of a link or an image. */
export function escapeAddress(address: string): string {
  const escaped = escapeSigns(address, /[\\<>]/g).replace(/\p{Cc}/gu, (character) => encodeURIComponent(character))
  return /^[^\s()]+$/.test(escaped) ? escaped : `<${escaped}>`
}

/** A title in double quotes. */
export function escapeTitle(title: string): string {
  return `"${escapeSigns(title.replace(/[ \t\n\r\f]+/g, ' '), /[\\"]/g)}"`
}

/** In a table even what is escaped by a backslash would end the cell. */
function escapeSigns(text: string, signs: RegExp): string {
  return text
    .replace(signs, '\\$&')
    .replace(ENTITY, '&amp;')
    .replace(/[|\u2028\u2029]/g, asEntity)
}
