/** An item with a position in the order of keys. */
export interface Ordered {
  /** Sort key, from `orderOf`. */
  readonly order: string
}

/**
 * Returns a string that sorts like the key's bytes. JavaScript compares UTF-16, in which characters beyond U+FFFF sort
 * before some others; in UTF-8 they sort last.
 */
export function orderOf(key: string): string {
  return key.replace(/[\ud800-\uffff]/g, (unit) => {
    const code = unit.charCodeAt(0)
    return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800)
  })
}

/** Returns the first `count` items after a position, in order. Sorts only a few items at a time. */
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
  return items.toSorted((left, right) => (left.order < right.order ? -1 : 1))
}
