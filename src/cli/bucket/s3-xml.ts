/** Returns the text of each element with this name. In S3's responses these elements are not nested. */
export function readElements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(([, text = '']) => text)
}

/** Returns the text of the first element with this name; an empty string if there is none. */
export function readElement(xml: string, name: string): string {
  return unescapeText(readElements(xml, name)[0] ?? '')
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeText(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex || decimal) return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal))
    return NAMED[name] ?? whole
  })
}
