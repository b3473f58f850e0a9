import { isJsonObject } from '../../../fields/field-data.ts'
import type { Json } from '../../../fields/field-type.ts'
import { textOf } from './text-of.ts'

/** Maximum number of comparisons of changed items in one list; beyond it, they are paired by position alone. */
const MAX_COMPARISONS = 10_000

/**
 * Returns, for each item of a list, the position of its previous version, or `null` for a new item. An identical item
 * is preferred, then the most similar one, then an item at the same position between two pairs.
 * @param before items as the request's locale shows them
 */
export function pairItems(items: readonly Json[], before: readonly Json[]): (number | null)[] {
  const chosen: (number | null)[] = items.map(() => null)
  const free = new Set(before.keys())
  const take = (index: number, place: number) => {
    chosen[index] = place
    free.delete(place)
  }
  pairSame(items, before, take)
  pairLike(items, before, chosen, free, take)
  pairByPlace(items, before, chosen, free, take)
  return chosen
}

type Take = (index: number, place: number) => void

function pairSame(items: readonly Json[], before: readonly Json[], take: Take): void {
  const places = new Map<string, number[]>()
  for (const [place, item] of before.entries()) {
    const text = textOf(item)
    places.set(text, [...(places.get(text) ?? []), place])
  }
  for (const [index, item] of items.entries()) {
    const place = places.get(textOf(item))?.shift()
    if (place !== undefined) take(index, place)
  }
}

function pairLike(
  items: readonly Json[],
  before: readonly Json[],
  chosen: readonly (number | null)[],
  free: ReadonlySet<number>,
  take: Take,
): void {
  const changed = [...items.entries()].filter(([index]) => chosen[index] === null)
  if (changed.length * free.size > MAX_COMPARISONS) return
  const known = [...free].map(
    (place) => [place, new Set(partsOf(before[place] ?? null)), kindOf(before[place])] as const,
  )
  const candidates = changed.flatMap(([index, item]) => {
    const parts = partsOf(item)
    return known.flatMap(([place, knownParts, kind]) => {
      const likeness = kind === kindOf(item) ? parts.filter((part) => knownParts.has(part)).length : 0
      return likeness > 0 ? [{ index, place, likeness, distance: Math.abs(index - place) }] : []
    })
  })
  candidates.sort((a, b) => b.likeness - a.likeness || a.distance - b.distance)
  for (const { index, place } of candidates) if (chosen[index] === null && free.has(place)) take(index, place)
}

function pairByPlace(
  items: readonly Json[],
  before: readonly Json[],
  chosen: readonly (number | null)[],
  free: ReadonlySet<number>,
  take: Take,
): void {
  const nexts = nextPlaces(chosen, before.length)
  let last = -1
  for (const [index, item] of items.entries()) {
    const next = nexts[index] ?? before.length
    const kind = kindOf(item)
    const known = chosen[index] ?? null
    const place = known ?? placeBetween(last, next, (one) => free.has(one) && kindOf(before[one]) === kind)
    if (place === null) continue
    if (known === null) take(index, place)
    last = place
  }
}

/**
 * Returns a position in the previous list for each item: that of the item itself or, if it is not paired, that of the
 * next item that is; `end` if there is none.
 */
function nextPlaces(chosen: readonly (number | null)[], end: number): number[] {
  const nexts: number[] = []
  let next = end
  for (let index = chosen.length - 1; index >= 0; index -= 1) {
    next = chosen[index] ?? next
    nexts[index] = next
  }
  return nexts
}

function placeBetween(last: number, next: number, fits: (place: number) => boolean): number | null {
  for (let place = last + 1; place < next; place += 1) if (fits(place)) return place
  return null
}

function kindOf(item: Json | undefined): Json | undefined {
  return isJsonObject(item) ? item.type : undefined
}

/** Returns the values in an item, each with its path, in which positions in lists are replaced by `*`. */
function partsOf(value: Json, path = ''): string[] {
  if (value === null) return []
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((item) => partsOf(item, `${path}.*`))
  if (!isJsonObject(value)) return [`${path}:${JSON.stringify(value)}`]
  return Object.entries(value).flatMap(([name, member]) =>
    path === '' && name === 'type' ? [] : partsOf(member, `${path}.${name}`),
  )
}
