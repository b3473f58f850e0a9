/** Keys of the cache have the form `cache:<namespace>:<name>[:<param>:<value>]`. */

const PREFIX = 'cache:'

/** Maximum length of a key, in characters. */
const MAX_KEY = 4096

/**
 * Returns the part of a key after the namespace: the name, then the parameters sorted by name. Characters that could be
 * mistaken for a colon or a wildcard are percent-encoded.
 */
export function cacheKey(name: string, parameters: Readonly<Record<string, string | number | boolean>> = {}): string {
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1))
  return [name, ...sorted.flat()].map((part) => escapePart(String(part))).join(':')
}

function escapePart(text: string): string {
  return text.replace(/[%:*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}

/**
 * Completes a key that may lack the leading `cache:`.
 * @throws TypeError if the namespace or the name is missing, or the key is longer than 4,096 characters
 */
export function wholeKey(key: string): string {
  const whole = key.startsWith(PREFIX) ? key : `${PREFIX}${key}`
  if (!/^cache:[^:]+:./s.test(whole) || whole.length > MAX_KEY) {
    throw new TypeError(`a cache key is <namespace>:<name>[:<param>:<value>], at most ${MAX_KEY} characters`)
  }
  return whole
}

/** Returns the namespace of a complete key. */
export function namespaceOf(key: string): string {
  return key.slice(PREFIX.length, key.indexOf(':', PREFIX.length))
}

/** Tells whether a complete key matches. */
export type KeyMatcher = (key: string) => boolean

/** Completes a pattern: `content:*` becomes `cache:content:*`. A pattern that begins with `*` stays the same. */
export function wholePattern(pattern: string): string {
  return pattern.startsWith(PREFIX) || pattern.startsWith('*') ? pattern : `${PREFIX}${pattern}`
}

/**
 * Compiles a pattern. `*` matches any characters or none, and `posts:*` also matches `posts` itself. Matching takes
 * time in proportion to the length of the key, whatever the pattern.
 */
export function matcherOf(pattern: string): KeyMatcher {
  const whole = wholePattern(pattern)
  const parts = whole.split('*')
  const first = parts[0] ?? ''
  if (parts.length === 1) return (key) => key === whole
  const last = parts.at(-1) ?? ''
  const middle = parts.slice(1, -1)
  const bare = whole.endsWith(':*') && parts.length === 2 ? whole.slice(0, -2) : null
  return (key) => key === bare || (key.startsWith(first) && key.endsWith(last) && hasInOrder(key, first, middle, last))
}

function hasInOrder(key: string, first: string, middle: readonly string[], last: string): boolean {
  let position = first.length
  for (const part of middle) {
    const found = key.indexOf(part, position)
    if (found === -1) return false
    position = found + part.length
  }
  return position + last.length <= key.length
}
