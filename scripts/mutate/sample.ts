/**
 * Shuffles a list in an order that depends only on the seed, with one item of each line before the second item of any
 * line.
 */
export function sample<Item extends { readonly file: string; readonly line: number }>(
  items: readonly Item[],
  seed: number,
): Item[] {
  const random = randomFrom(seed)
  const shuffled = items.map((item) => ({ item, at: random() })).sort((a, b) => a.at - b.at)
  const rounds = new Map<string, number>()
  return shuffled
    .map(({ item }, index) => {
      const line = `${item.file}:${item.line}`
      const round = rounds.get(line) ?? 0
      rounds.set(line, round + 1)
      return { item, round, index }
    })
    .sort((a, b) => a.round - b.round || a.index - b.index)
    .map(({ item }) => item)
}

/** Returns a generator of numbers from 0 to below 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
