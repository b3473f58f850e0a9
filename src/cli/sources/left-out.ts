/** Counts what a reader leaves out. */
export interface LeftOut {
  /** @param noun of one; `comment` and 12 are told as `12 comments` */
  add(noun: string, plural?: string): void
  /** Forgets everything: a new reading counts anew. */
  clear(): void
  sentences(): readonly string[]
}

export function createLeftOut(): LeftOut {
  const counts = new Map<string, { count: number; plural: string }>()
  return {
    add(noun, plural = `${noun}s`) {
      const known = counts.get(noun)
      if (known) known.count += 1
      else counts.set(noun, { count: 1, plural })
    },
    clear: () => counts.clear(),
    sentences: () => [...counts].map(([noun, { count, plural }]) => `${count} ${count === 1 ? noun : plural}`),
  }
}
