import type { MigrationPhase } from '../../manifest/index.ts'
import type { Step } from './step.ts'

/** What a migration is to the programs before and after it. */
export function phaseOf(_steps: readonly Step[]): MigrationPhase {
  return 'switch'
}
