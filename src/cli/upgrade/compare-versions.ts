/**
 * Compares two versions by their numbers. Returns a negative number if the first is older. A prerelease equals its
 * release.
 */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [numbersOf(a), numbersOf(b)]
  const at = one.findIndex((number, index) => number !== other[index])
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}

/** Tells whether a string is a version: three numbers, with or without a prerelease. */
export function isVersion(text: string): boolean {
  return VERSION.test(text)
}

const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-[\w.-]+)?$/

function numbersOf(version: string): readonly number[] {
  return VERSION.exec(version)?.slice(1, 4).map(Number) ?? []
}
