/** A text that is not the trusted one, with what makes it another. */
export type Miss = readonly [how: string, text: string]

/** Texts beside a trusted one: longer, shorter, spelled or written another way. */
export function nearMisses(value: string): readonly Miss[] {
  const [first = ''] = value
  const misses: readonly Miss[] = [
    ['begins with it', `${value}x`],
    ['begins with it, and a dot', `${value}.x`],
    ['ends with it', `x${value}`],
    ['contains it', `x${value}x`],
    ['without its end', value.slice(0, -1)],
    ['without its beginning', value.slice(1)],
    ['in capital letters', value.toUpperCase()],
    ['in small letters', value.toLowerCase()],
    ['doubled', value + value],
    ['quoted', `"${value}"`],
    ['encoded', `%${first.charCodeAt(0).toString(16)}${value.slice(1)}`],
    ['with a dot behind', `${value}.`],
    ['with a slash behind', `${value}/`],
    ['with a wildcard in place of its end', `${value.slice(0, -1)}*`],
    ['a wildcard', '.*'],
    ['empty', ''],
  ]
  return misses.filter(([, text]) => text !== value)
}

/** Origins beside a trusted one. */
export function nearOrigins(origin: string): readonly Miss[] {
  const { protocol, hostname, port, host } = new URL(origin)
  const other = protocol === 'https:' ? 'http:' : 'https:'
  return [
    ...nearMisses(origin),
    ['of another scheme', `${other}//${host}`],
    ['of a scheme of its own', `x${protocol}//${host}`],
    ['without a scheme', `//${host}`],
    ['at another port', `${protocol}//${hostname}:${Number(port || 443) + 1}`],
    ['at a port that begins like it', `${protocol}//${hostname}:${port || 443}0`],
    ['a name that begins with it', `${protocol}//${hostname}.evil.example`],
    ['a name that ends with it', `${protocol}//evil-${host}`],
    ['a name below it', `${protocol}//sub.${host}`],
    ['the user of another', `${protocol}//${host}@evil.example`],
    ['the path of another', `${protocol}//evil.example/${host}`],
    ['the query of another', `${protocol}//evil.example?${origin}`],
    ['with a path', `${origin}/admin`],
    ['of a sandbox', 'null'],
    ['two of them', `${origin}, ${origin}`],
  ]
}
