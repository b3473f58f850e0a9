/** Tells whether a text is the address or the name of a file, by its ending. */
export function namesFile(text: string): boolean {
  return /^[^\s?#]+\.(?:avif|gif|jpe?g|png|svg|webp|pdf|mp[34]|webm)(?:[?#]\S*)?$/i.test(text)
}
