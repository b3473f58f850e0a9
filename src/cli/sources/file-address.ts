const SCHEME = 'source-file:'

/** Address by which HTML and Markdown of a source mean one of its files. */
export function sourceFileAddress(key: string): string {
  return `${SCHEME}${encodeURIComponent(key).replace(/[!'()*]/g, percentEncoded)}`
}

/** Key of the file that an address means, `null` if it means something else. */
export function sourceFileKey(address: string): string | null {
  if (!address.startsWith(SCHEME)) return null
  try {
    return decodeURIComponent(address.slice(SCHEME.length))
  } catch {
    return null // the author's own text, which happens to begin alike
  }
}

/** Characters that would end an address in Markdown or HTML. */
function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
