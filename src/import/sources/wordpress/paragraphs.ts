/** Pattern of tags that are not part of a paragraph. */
const BLOCKS =
  'address|article|aside|blockquote|dd|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|li|main|' +
  'nav|ol|p|section|table|tbody|td|tfoot|th|thead|tr|ul|video|audio'
const OPENS = new RegExp(`<(?:${BLOCKS})\\b`, 'gi')
const CLOSES = new RegExp(`</(?:${BLOCKS})>|<hr\\b[^<>]*>`, 'gi')
const HOLDS_PARAGRAPHS = /<\/?(?:blockquote|div|section|article)\b[^<>]*>/gi
const BEGINS = new RegExp(`^</?(?:${BLOCKS}|pre)\\b`, 'i')

/** Adds paragraphs in place of the empty lines of the classic editor, and line breaks in place of its line feeds. */
export function addParagraphs(content: string): string {
  return splitPreformatted(content.replace(/\r\n?/g, '\n')).map(addToPart).join('\n')
}

function addToPart(part: string): string {
  if (/^<pre\b/i.test(part)) return part
  return part
    .replace(HOLDS_PARAGRAPHS, '\n\n$&\n\n')
    .replace(OPENS, '\n\n$&')
    .replace(CLOSES, '$&\n\n')
    .split(/\n[^\S\n]*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => (BEGINS.test(text) || /^<!--[^>]*-->$/.test(text) ? text : paragraph(text)))
    .join('\n')
}

function paragraph(text: string): string {
  const address = /^https?:\/\/[^\s<>"]+$/.test(text) ? `<a href="${text}">${text}</a>` : text
  return `<p>${address.replace(/(<br\s?\/?>)?\n/gi, '<br>\n')}</p>`
}

/** Splits HTML into `pre` elements and the parts in between. */
function splitPreformatted(content: string): readonly string[] {
  const parts: string[] = []
  let done = 0
  let start: number | null = null
  for (const { 0: tag, index } of content.matchAll(/<\/pre>|<pre\b/gi)) {
    if (tag.startsWith('</') && start !== null) {
      const end = index + tag.length
      parts.push(content.slice(done, start), content.slice(start, end))
      done = end
      start = null
    } else start ??= tag.startsWith('</') ? null : index
  }
  return [...parts, content.slice(done)]
}
