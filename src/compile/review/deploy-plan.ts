import type { Migration } from '../../manifest/index.ts'
import type { Lock } from '../lock/read-lock.ts'
import { listedInPart } from './fold-access.ts'
import type { Review } from './review.ts'
import type { CountedRows } from './rows.ts'

/** Steps that deploy a change, and steps that roll it back. */
export interface DeployPlan {
  /** Environment to deploy: production, or the first one except development; `null` without one. */
  readonly environment: string | null
  /** Commands to paste, in order. */
  readonly commands: readonly string[]
  /** Effects of the commands, in order, one sentence each. */
  readonly steps: readonly string[]
  /** Ways to roll back, one sentence each. */
  readonly rollback: readonly string[]
  /** Address at which the running service shows its version; `null` without a domain. */
  readonly health: string | null
}

/**
 * Plans the steps in the order of `cms deploy`.
 * @param chain migrations of the program, which determine the phase of the new ones
 * @param failing counted rows on which a migration fails; `null` if there are none
 */
export function planDeploy(
  review: Review,
  head: Lock,
  chain: readonly Migration[],
  failing: CountedRows | null = null,
): DeployPlan {
  const { environment, commands } = review.compatibility
  const added = new Set(review.database.map(({ migration }) => migration))
  const pending = chain.filter(({ name }) => added.has(pathOf({ name })))
  const rest = pending.findIndex(({ phase }) => phase !== 'expand')
  const before = rest === -1 ? pending : pending.slice(0, rest)
  const after = rest === -1 ? [] : pending.slice(rest)
  const domain = environment === null ? undefined : head.environments[environment]?.domain
  return {
    environment,
    commands,
    steps: stepsOf(before, after, failing),
    rollback: waysBack(after, environment === null ? '' : ` --env ${environment}`),
    health: typeof domain === 'string' ? `https://${domain}/health` : null,
  }
}

type Named = Pick<Migration, 'name'>

function pathOf({ name }: Named): string {
  return `migrations/${name}`
}

function named(migrations: readonly Named[]): string {
  const paths = migrations.map((migration) => `\`${pathOf(migration)}\``)
  return `${listedInPart(paths)} ${migrations.length > 1 ? 'are' : 'is'}`
}

function stepsOf(before: readonly Named[], after: readonly Named[], failing: CountedRows | null): string[] {
  if (before.length + after.length === 0) return ['the new program is uploaded; the database does not change']
  return [
    failing === null
      ? 'the affected rows are checked; if a migration would fail, nothing happens'
      : `the affected rows are checked: with the rows of ${failing.environment}, the deploy ends here, and nothing has changed`,
    'the database is backed up',
    ...(before.length > 0 ? [`${named(before)} applied, which only adds: the running program is not affected`] : []),
    'the new program is uploaded',
    ...(after.length > 0
      ? [`${named(after)} applied; requests to the new program wait for it and are not refused`]
      : []),
  ]
}

function waysBack(after: readonly Named[], flag: string): string[] {
  const back = `\`npx cms rollback${flag}\``
  if (after.length === 0) return [`${back} runs the previous program again; nothing needs to be restored.`]
  return [
    `Until ${named(after)} applied, ${back} runs the previous program again.`,
    `Afterwards that program cannot work with the schema. To go back to it with the earlier data, losing later changes: \`npx cms rollback${flag} --force\`, then \`npx cms restore <backup>${flag} --replace\` with the backup of this deploy.`,
  ]
}
