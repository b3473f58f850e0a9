import type { DatabaseChange } from '../change.ts'

/** Statements of one migration, in the order in which they run, by the step to which they belong. */
export interface FileSteps {
  readonly file: string
  readonly steps: readonly DatabaseChange[]
}

/**
 * Returns the steps of each migration that have SQL, in order. Steps for which one rebuild does the work share its SQL,
 * which is returned once.
 */
export function stepsInOrder(steps: readonly DatabaseChange[]): FileSteps[] {
  return [...Map.groupBy(steps, ({ migration }) => migration)].flatMap(([file, ofFile]) => {
    const seen = new Set<string>()
    const distinct = ofFile.filter(({ sql }) => {
      const key = sql.join(';\n')
      if (sql.length === 0 || seen.has(key)) return false
      seen.add(key)
      return true
    })
    return distinct.length === 0 ? [] : [{ file, steps: distinct }]
  })
}
