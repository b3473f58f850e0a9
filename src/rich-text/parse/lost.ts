/** Something that was lost or changed: its kind, how often it occurred, and its first occurrence. */
export interface Lost {
  /** Kind of the loss: `<sub>`, `style of <p>`, `footnote`, `address`, `nesting`. */
  readonly what: string
  readonly count: number
  /** Up to 100 characters of the first occurrence. */
  readonly sample: string
}

/** Records a loss. */
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
