/**
 * Returns the text of the first element with the given name; `null` if there is none. Only for the flat responses of
 * S3.
 */
export function readElement(xml: string, name: string): string | null {
  const [text] = readElements(xml, name)
  return text === undefined ? null : unescapeText(text)
}

/** Returns the text inside each element with the given name, as it is in the XML, with escapes. */
export function readElements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(([, text = '']) => text)
}

export function writeElement(name: string, text: string): string {
  return `<${name}>${text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)}</${name}>`
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeText(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    return decimal ? String.fromCodePoint(Number(decimal)) : (NAMED[name] ?? whole)
  })
}
