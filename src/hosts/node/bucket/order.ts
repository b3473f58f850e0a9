/** Something that has a place in the order of keys. */
export interface Ordered {
  /** Its key, as `orderOf` gives it. */
  readonly order: string
}

/**
 * A key as a text that compares as the key's bytes do. JavaScript compares UTF-16, in which characters beyond U+FFFF
 * come before some of the others; in UTF-8 they come last.
 */
export function orderOf(key: string): string {
  return key.replace(/[\ud800-\uffff]/g, (unit) => {
    const code = unit.charCodeAt(0)
    return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800)
  })
}

/** The first so many after a place, in order. Of a hundred thousand, only few are ever sorted. */
export function firstOf<Item extends Ordered>(items: readonly Item[], after: string, count: number): Item[] {
  let found: Item[] = []
  let limit: string | undefined
  for (const item of items) {
    if (item.order <= after || (limit !== undefined && item.order > limit)) continue
    found.push(item)
    if (found.length < 4 * count) continue
    found = sorted(found).slice(0, count)
    limit = found.at(-1)?.order
  }
  return sorted(found).slice(0, count)
}

function sorted<Item extends Ordered>(items: readonly Item[]): Item[] {
  return items.toSorted((one, other) => (one.order < other.order ? -1 : 1))
}
