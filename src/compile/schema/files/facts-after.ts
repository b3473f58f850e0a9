import { applyFacts, type Facts } from '../steps/facts.ts'
import { isWrittenByHand, type MigrationFile } from './migration-file.ts'

/** Facts about fields in the chain, migration by migration. What a person's SQL says of itself counts for nothing. */
export function factsAfter(chain: readonly MigrationFile[]): Facts {
  return chain
    .filter((file) => !isWrittenByHand(file))
    .reduce<Facts>((facts, file) => applyFacts(facts, file.steps), new Map())
}
