import type { ManifestCollection } from 'lintel/kit'

/**
 * Returns the number of documents for each collection: first one for each, then equal shares, as far as the collections
 * have room.
 */
export function shareOut(
  count: number,
  collections: readonly ManifestCollection[],
  isTaken: (singleton: string) => boolean,
): ReadonlyMap<string, number> {
  const room = new Map(collections.map((collection) => [collection.name, roomIn(collection, isTaken)]))
  const shares = new Map(collections.map(({ name }) => [name, 0]))
  let left = count
  for (const [name, size] of room) {
    if (left === 0 || size === 0) continue
    shares.set(name, 1)
    left -= 1
  }
  for (let open = openOnes(shares, room); left > 0 && open.length > 0; open = openOnes(shares, room)) {
    const part = Math.max(1, Math.floor(left / open.length))
    for (const name of open) {
      const share = shares.get(name) ?? 0
      const more = Math.min(part, left, (room.get(name) ?? 0) - share)
      shares.set(name, share + more)
      left -= more
    }
  }
  return shares
}

function openOnes(shares: ReadonlyMap<string, number>, room: ReadonlyMap<string, number>): string[] {
  return [...shares].flatMap(([name, share]) => (share < (room.get(name) ?? 0) ? [name] : []))
}

/**
 * Returns the maximum number of new documents in a collection: one for a singleton, none if it is taken; otherwise one
 * for each value of a required unique field with a limited number of values. Without such a field, there is no maximum.
 */
function roomIn({ name, singleton, fields }: ManifestCollection, isTaken: (singleton: string) => boolean): number {
  if (singleton) return isTaken(name) ? 0 : 1
  return Math.min(
    ...fields.flatMap(({ required, unique, kind, options }) => {
      if (!required || !unique) return []
      const values = valuesOf(kind, options)
      return values === null ? [] : [values.length]
    }),
    Number.POSITIVE_INFINITY,
  )
}

/** Maximum size of a range of integers whose values are listed. */
const FEW = 10_000

/** Returns all values that a field can have, if their number is limited and not too large; otherwise `null`. */
export function valuesOf(
  kind: string,
  options: {
    readonly options?: readonly (string | { readonly value: string })[]
    readonly integer?: boolean
    readonly min?: number
    readonly max?: number
  },
): readonly (string | number | boolean)[] | null {
  if (kind === 'boolean') return [false, true]
  if (kind === 'select') return (options.options ?? []).map((one) => (typeof one === 'string' ? one : one.value))
  const { integer, min, max } = options
  if (kind !== 'number' || !integer || min === undefined || max === undefined || max - min >= FEW) return null
  const first = Math.ceil(min)
  return Array.from({ length: Math.max(0, Math.floor(max) - first + 1) }, (_, index) => first + index)
}
