/** Something that a rich text cannot hold, or not as it was: how often it came, and its first occurrence. */
export interface Lost {
  /** `<sub>`, `style of <p>`, `footnote`, `address`, `nesting`. */
  readonly what: string
  readonly count: number
  /** Up to 100 characters of the first one. */
  readonly sample: string
}

/** Counts what is lost. */
export type Lose = (what: string, sample: string) => void

const LONGEST_SAMPLE = 100

export function createLosses(): { readonly lose: Lose; readonly all: () => Lost[] } {
  const found = new Map<string, Lost>()
  return {
    lose: (what, sample) => {
      const known = found.get(what)
      found.set(what, known ? { ...known, count: known.count + 1 } : { what, count: 1, sample: shortened(sample) })
    },
    all: () => [...found.values()],
  }
}

function shortened(text: string): string {
  return text.length > LONGEST_SAMPLE ? `${text.slice(0, LONGEST_SAMPLE - 1)}…` : text
}
