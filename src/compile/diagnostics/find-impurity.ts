import { callerFrames } from '../load/attempts.ts'
import { type Circumstance, circumstances, underCircumstances } from '../load/circumstances/circumstances.ts'
import { type Difference, findDifferences } from '../load/differences.ts'
import { EvaluationError, loadAgain } from '../load/load-project.ts'
import type { ModuleGraph } from '../load/module-graph.ts'
import type { Note } from '../load/replace.ts'
import type { Finding } from './diagnostic.ts'
import { explainDifference, explainRead, type Read, type ReadFinding, withoutNested } from './impure-reads.ts'

/** Number of the evaluation that is compared with the first one. Its modules are kept, like those of the first one. */
const SECOND = 2

let evaluations = SECOND

/**
 * Evaluates a config again, under other circumstances, and compares the results. If they differ, it is evaluated under
 * the same circumstances and then with one other circumstance at a time, to find the cause and the lines that read it.
 * @param config result of the first evaluation
 */
export async function findImpurity(config: unknown, graph: ModuleGraph): Promise<Finding[]> {
  if (typeof config !== 'object' || config === null) return [] // the checks report it
  const compare = (alternatives: readonly Circumstance[], evaluation: number, note?: Note) =>
    underCircumstances(alternatives, () => differencesFrom(config, graph.root, evaluation), note)

  const differences = await compare(circumstances, SECOND)
  if (differences.length === 0) return []
  const always = await compare([], ++evaluations)
  if (always.length > 0) return always.map((difference) => explainDifference(difference, null))
  const explained: ReadFinding[] = []
  const unexplained: Finding[] = []
  for (const circumstance of circumstances) {
    const reads: Read[] = []
    const note = (expression: string) => reads.push({ what: expression, topic: circumstance, frames: callerFrames() })
    const found = await compare([circumstance], ++evaluations, note)
    if (found.length === 0) continue
    const findings = reads.flatMap((read) => explainRead(read, graph))
    explained.push(...findings)
    if (findings.length === 0)
      unexplained.push(...found.map((difference) => explainDifference(difference, circumstance)))
  }
  return [...withoutNested(explained), ...unexplained]
}

/** Returns the differences of another evaluation. If it fails, the config differs as a whole. */
async function differencesFrom(config: object, root: string, evaluation: number): Promise<Difference[]> {
  try {
    return findDifferences(config, await loadAgain(root, evaluation))
  } catch (error) {
    if (error instanceof EvaluationError) return [{ declaration: config, path: [] }]
    throw error
  }
}
