import type { MigrationDrift } from '../../runtime/migrations/index.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Target } from './with-target.ts'

/** Returns the option for the same environment as the target; empty for development, which is the default. */
export function envOption({ owner }: Pick<Target, 'owner'>): string {
  return owner.environment === 'development' ? '' : ` --env ${owner.environment}`
}

/**
 * Returns the command that resolves a contradiction between a ledger and the migrations. Only a local database is ever
 * moved to other migrations.
 */
export function remedyFor({ name, kind }: MigrationDrift, target: Pick<Target, 'owner' | 'isLocal'>): string {
  if (target.isLocal) return 'cms migrate apply'
  const env = envOption(target)
  const remedies: Readonly<Record<MigrationDrift['kind'], string>> = {
    edited: `git checkout main -- migrations/${name}, or the branch that has the applied version`,
    unknown: `git pull, if a newer checkout has it; after a restore or a rebase, cms migrate resolve ${name} --rolled-back${env}`,
    skipped: `cms migrate resolve ${name} --applied${env}, if the database has its changes`,
  }
  return remedies[kind]
}

/** Returns the failure of a command that needs a database whose ledger agrees with the migrations. */
export function contradiction(drift: readonly MigrationDrift[], target: Pick<Target, 'owner' | 'isLocal'>): Failure {
  const [first] = drift
  const hint = target.isLocal
    ? '`cms migrate apply` updates the local database to match migrations/.'
    : first && remedyFor(first, target)
  const messages = drift.map(({ message }) => message).join('; ')
  return new Failure(`The database contradicts the migrations: ${messages}.`, {
    exitCode: exitCodes.drift,
    ...(hint === undefined ? {} : { hint }),
  })
}
