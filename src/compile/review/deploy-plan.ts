import type { Lock } from './lock.ts'
import type { Review } from './review.ts'

/** How a change goes out, and how it comes back. */
export interface DeployPlan {
  /** Where it goes first: production, or what comes nearest. */
  readonly environment: string | null
  /** To be pasted, in order. */
  readonly commands: readonly string[]
  /** What the command does, in its order, a sentence each. */
  readonly steps: readonly string[]
  /** The ways back, a sentence each. */
  readonly rollback: readonly string[]
  /** Where the running service tells its version; `null` without a domain. */
  readonly health: string | null
}

/** The order of the deploy, from what the two programs need of the database. */
export function planDeploy({ database, compatibility }: Review, head: Lock): DeployPlan {
  const migrations = [...new Set(database.map(({ migration }) => migration))]
  const environment = compatibility.environment
  const flag = environment === null ? '' : ` --env ${environment}`
  const domain = environment === null ? undefined : head.environments[environment]?.domain
  return {
    environment,
    commands: compatibility.commands,
    steps: stepsOf(compatibility, migrations),
    rollback: waysBack(compatibility, migrations, flag),
    health: typeof domain === 'string' ? `https://${domain}/health` : null,
  }
}

type Compatibility = Review['compatibility']

function stepsOf({ order, newWorkerOldSchema }: Compatibility, migrations: readonly string[]): string[] {
  if (migrations.length === 0) return ['the new program is uploaded; the database stays as it is']
  const apply = `${migrations.map((name) => `\`${name}\``).join(', ')} ${migrations.length > 1 ? 'are' : 'is'} applied`
  const backup = 'the database is backed up'
  const upload = 'the new program is uploaded'
  if (order === 'deploy-then-migrate')
    return [backup, `${upload}: it does without what goes`, `${apply}: the program before would have needed it`]
  if (order === 'migrate-then-deploy') return [backup, `${apply}: the program that runs does not notice`, upload]
  const gap = newWorkerOldSchema.works ? '' : '; until the next step data routes answer 503'
  return [backup, `${apply}${gap}`, upload]
}

function waysBack({ order, oldWorkerNewSchema }: Compatibility, migrations: readonly string[], flag: string): string[] {
  const back = `\`npx cms rollback${flag}\` lets the program before run again`
  if (order === 'any') return [`${back}; the database stays as it is.`]
  if (oldWorkerNewSchema.works) return [`${back}; it works on the new schema, and nothing needs to be restored.`]
  const names = migrations.map((name) => `\`${name}\``).join(', ')
  return [
    `Before ${names} ${migrations.length > 1 ? 'are' : 'is'} applied, ${back}.`,
    `Afterwards it cannot: ${oldWorkerNewSchema.reasons[0] ?? 'it needs the former schema'}. Then the backup is the way back, without what was written since: \`npx cms restore <backup>${flag} --replace\`, then \`npx cms rollback${flag}\`.`,
  ]
}
