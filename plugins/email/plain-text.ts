/** Returns the text part for an HTML message: its words, and the addresses of its links. */
export function plainText(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->|<(style|script|head|title)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<a\b[^>]*\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>(.*?)<\/a\s*>/gi, linkText)
    .replace(/<img\b[^>]*\balt\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>/gi, '$1$2')
    .replace(/<li\b[^>]*>/gi, '\n- ')
    .replace(/<br\b[^>]*>/gi, '\n')
    .replace(/<\/?(?:p|div|h[1-6]|tr|table|ul|ol|blockquote|section|article|header|footer|hr|pre)\b[^>]*>/gi, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, character)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function linkText(_all: string, double: string | undefined, single: string | undefined, inner: string): string {
  const address = double ?? single ?? ''
  const words = inner.replace(/<[^>]*>/g, '').trim()
  return words === '' || words === address ? address : `${words} (${address})`
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function character(all: string, decimal: string | undefined, hex: string | undefined, name: string | undefined) {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? all
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}
