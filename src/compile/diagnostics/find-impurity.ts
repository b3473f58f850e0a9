import { callerFrames } from '../load/attempts.ts'
import { type Circumstance, circumstances, underCircumstances } from '../load/circumstances/circumstances.ts'
import { type Difference, findDifferences } from '../load/differences.ts'
import { EvaluationError, loadAgain } from '../load/load-project.ts'
import type { ModuleGraph } from '../load/module-graph.ts'
import type { Note } from '../load/replace.ts'
import type { Finding } from './diagnostic.ts'
import { explainDifference, explainRead, type Read, type ReadFinding, withoutNested } from './impure-reads.ts'

/** The evaluation with which each first one is compared: its modules are kept as those of the first one are. */
const SECOND = 2

let evaluations = SECOND

/**
 * Evaluates a config once more, at another time and on another machine, and compares. Where the two differ, it is
 * evaluated under one other circumstance after the other, to find those that matter and the lines that read them.
 * @param config as the first evaluation has made it
 */
export async function findImpurity(config: unknown, graph: ModuleGraph): Promise<Finding[]> {
  if (typeof config !== 'object' || config === null) return [] // the checks say so
  const compare = (others: readonly Circumstance[], evaluation: number, note?: Note) =>
    underCircumstances(others, () => differencesFrom(config, graph.root, evaluation), note)

  const differences = await compare(circumstances, SECOND)
  if (differences.length === 0) return []
  const always = await compare([], ++evaluations)
  if (always.length > 0) return always.map((difference) => explainDifference(difference, null))
  const explained: ReadFinding[] = []
  const unexplained: Finding[] = []
  for (const circumstance of circumstances) {
    const reads: Read[] = []
    const note = (what: string) => reads.push({ what, topic: circumstance, frames: callerFrames() })
    const found = await compare([circumstance], ++evaluations, note)
    if (found.length === 0) continue
    const own = reads.flatMap((read) => explainRead(read, graph))
    explained.push(...own)
    if (own.length === 0) unexplained.push(...found.map((difference) => explainDifference(difference, circumstance)))
  }
  return [...withoutNested(explained), ...unexplained]
}

/** A config that cannot be evaluated there differs as a whole. */
async function differencesFrom(config: object, root: string, evaluation: number): Promise<Difference[]> {
  try {
    return findDifferences(config, await loadAgain(root, evaluation))
  } catch (error) {
    if (error instanceof EvaluationError) return [{ declaration: config, path: [] }]
    throw error
  }
}
