import type { SourceAsset } from '../sources/source.ts'

/**
 * Returns the names that refer to a file, in addition to its key: its path, and its address with and without the
 * origin. Addresses with a different origin or query are different files; the protocol and the fragment do not matter.
 */
export function namesOfAsset({
  url,
  filename,
  path,
}: Pick<SourceAsset, 'url' | 'filename' | 'path'>): readonly string[] {
  const names = [withoutDot(filename), ...(path === null ? [] : [path])]
  const address = url === null ? null : addressOf(url)
  if (address !== null) names.push(address.whole, ...(address.rooted === null ? [] : [address.rooted]))
  return [...new Set(names)]
}

/** Returns the names of files that text may refer to, exact names first. */
export function namesInText(text: string): readonly string[] {
  const plainName = withoutDot(text)
  const exact = [text, plainName, decoded(plainName.replace(/#.*$/, '')), addressOf(text)?.whole].filter(
    (name) => name !== undefined,
  )
  const names = [...exact, ...exact.flatMap((name) => withoutVariant(name) ?? [])]
  return [...new Set([...names, ...names.map(withoutSize)])]
}

/** Splits an address: `whole` includes the host, if there is one, and `rooted` does not. */
function addressOf(url: string): { readonly whole: string; readonly rooted: string | null } | null {
  const bare = url.replace(/#.*$/, '')
  if (bare === '') return null
  if (!/^(?:https?:)?\/\//i.test(bare)) return { whole: decoded(bare), rooted: null }
  if (!URL.canParse(bare, 'https://none.invalid'))
    return { whole: decoded(bare.replace(/^https?:/i, '')), rooted: null }
  const { host, pathname, search } = new URL(bare, 'https://none.invalid')
  const rooted = decoded(pathname + search)
  return { whole: `//${host}${rooted}`, rooted }
}

/** Query parameters that request a different size or format, or a fresh copy, of the same picture. */
const VARIANT =
  /^(?:w|h|width|height|fit|crop|quality|q|format|fm|auto|dpr|resize|ssl|strip|zoom|v|ver|version|t|ts|s|size|itok|cb|rev)(?:=.*)?$/i

/**
 * Returns the name of a file without its query if the query only requests another size or format, or a fresh copy;
 * `null` otherwise.
 */
function withoutVariant(name: string): string | null {
  const at = name.indexOf('?')
  if (at === -1) return null
  const parameters = name.slice(at + 1).split('&')
  return parameters.every((parameter) => VARIANT.test(parameter) || /^\d*$/.test(parameter)) ? name.slice(0, at) : null
}

/**
 * Removes the size that WordPress adds to the name of a resized copy: `harbor-300x200.jpg` becomes `harbor.jpg`. Other
 * names stay unchanged.
 */
function withoutSize(name: string): string {
  return name.replace(/-(?:\d{1,5}x\d{1,5}|scaled)(\.[a-z0-9]+)$/i, '$1')
}

function withoutDot(name: string): string {
  return name.replace(/^\.?\/(?!\/)/, '')
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
