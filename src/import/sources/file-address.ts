const SCHEME = 'source-file:'

/** Returns the address that HTML and Markdown contain in order to refer to a file of the source. */
export function sourceFileAddress(key: string): string {
  return `${SCHEME}${encodeURIComponent(key).replace(/[!'()*]/g, percentEncoded)}`
}

/** Returns the key of the source's file that an address refers to; `null` for any other address. */
export function sourceFileKey(address: string): string | null {
  if (!address.startsWith(SCHEME)) return null
  try {
    return decodeURIComponent(address.slice(SCHEME.length))
  } catch {
    return null // written by the author, and happens to begin in the same way
  }
}

/** Encodes characters that would end an address in Markdown or HTML. */
function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
