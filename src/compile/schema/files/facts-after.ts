import { applyFacts, type Facts } from '../steps/facts.ts'
import { isWrittenByHand, type MigrationFile } from './migration-file.ts'

/** Returns facts about fields after a chain of migrations. Operations in handwritten migrations are ignored. */
export function factsAfter(chain: readonly MigrationFile[]): Facts {
  return chain
    .filter((file) => !isWrittenByHand(file))
    .reduce<Facts>((facts, file) => applyFacts(facts, file.steps), new Map())
}
