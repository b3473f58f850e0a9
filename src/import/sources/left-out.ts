/** Counts what a reader leaves out. */
export interface LeftOut {
  /**
   * Counts one item.
   * @param noun singular noun: `comment` counted 12 times is reported as `12 comments`
   */
  add(noun: string, plural?: string): void
  /** Resets all counts before the source is read again. */
  clear(): void
  /** Returns a count for each noun: `12 comments`. */
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
