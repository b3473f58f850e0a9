/**
 * How much a step deserves a reviewer's attention:
 * - `safe`: nothing that stood there changes
 * - `caution`: it may fail on the rows there are, or answers may change
 * - `breaking`: clients of the API must change with it
 * - `destructive`: values are lost
 */
export type StepClass = 'safe' | 'caution' | 'breaking' | 'destructive'

/** A step of a migration: what happens, who asked for it, and the SQL that does it. */
export interface Step {
  readonly class: StepClass
  /** In fixed words, `add field posts.summary`: the next build reads them back. */
  readonly title: string
  /** The declaration that asked for it, `collections/posts.ts:14`; `null` where none did. */
  readonly source: string | null
  /** What the fields concerned are after it, a line each. */
  readonly facts: readonly string[]
  /** What else a reviewer should know, a line each. */
  readonly notes: readonly string[]
  /** None where only validators change. */
  readonly statements: readonly string[]
}

/** A step; what is not given is empty. */
export function makeStep(
  stepClass: StepClass,
  title: string,
  source: string | null,
  parts: Partial<Pick<Step, 'facts' | 'notes' | 'statements'>> = {},
): Step {
  return { class: stepClass, title, source, facts: [], notes: [], statements: [], ...parts }
}
