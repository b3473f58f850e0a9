import { type Migration, SCHEMA_PATIENCE } from '../../manifest/migration.ts'
import type { Lock } from '../lock/read-lock.ts'
import type { SettingChange } from './change.ts'
import { listedInPart } from './fold-access.ts'
import { changesOf, type Review } from './review.ts'
import type { CountedRows } from './rows.ts'

/** Steps that deploy a change, and steps that roll it back. */
export interface DeployPlan {
  /** Environment to deploy: production, or the first one except development; `null` without one. */
  readonly environment: string | null
  /** Commands to paste, in order. */
  readonly commands: readonly string[]
  /** Effects of the commands, in order, one sentence each. */
  readonly steps: readonly string[]
  /** Ways to roll back, and what a rollback does not undo, in whole sentences. */
  readonly rollback: readonly string[]
  /** Address at which the running service shows its version; `null` without a domain. */
  readonly health: string | null
}

/** Facts besides the review that decide how a deploy proceeds. */
export interface DeployCircumstances {
  readonly head: Lock
  /** All migrations of the program, with their phases. */
  readonly chain: readonly Migration[]
  /** Counted rows on which a migration fails; `null` if there are none. */
  readonly failing: CountedRows | null
  /** True if the base has no lock, so that nothing was deployed from it. */
  readonly isFirst: boolean
}

/** Plans the steps in the order of `cms deploy`. */
export function planDeploy(review: Review, { head, chain, failing, isFirst }: DeployCircumstances): DeployPlan {
  const { environment, commands } = review.compatibility
  const added = new Set(review.database.map(({ migration }) => migration))
  const pending = chain.filter(({ name }) => added.has(pathOf({ name })))
  // A new database receives all migrations before the program.
  const rest = isFirst ? -1 : pending.findIndex(({ phase }) => phase !== 'expand')
  const before = rest === -1 ? pending : pending.slice(0, rest)
  const after = rest === -1 ? [] : pending.slice(rest)
  const facts = environment === null ? undefined : head.environments[environment]
  const flag = environment === null ? '' : ` --env ${environment}`
  const order = { before, after, failing, mode: facts?.migrations }
  return {
    environment,
    commands,
    steps: isFirst ? firstSteps(before) : stepsOf(order),
    rollback: isFirst ? [NOTHING_BEFORE] : [...waysBack(order, flag), ...whatStays(review, after.length > 0)],
    health: typeof facts?.domain === 'string' ? `https://${facts.domain}/health` : null,
  }
}

function pathOf({ name }: Pick<Migration, 'name'>): string {
  return `migrations/${name}`
}

function named(migrations: readonly Migration[]): string {
  const paths = migrations.map((migration) => `\`${pathOf(migration)}\``)
  return `${listedInPart(paths)} ${migrations.length > 1 ? 'are' : 'is'}`
}

const UPLOAD = 'the new program is uploaded'
const NOTHING_BEFORE = 'The base has no lock, so there may be no program and no data to go back to.'

function firstSteps(migrations: readonly Migration[]): string[] {
  return [...(migrations.length > 0 ? [`${named(migrations)} applied to the new database`] : []), UPLOAD]
}

interface Order {
  readonly before: readonly Migration[]
  readonly after: readonly Migration[]
  readonly failing: CountedRows | null
  /** Mode of the environment's workers for pending migrations: `check`, `apply` or `off`. */
  readonly mode: unknown
}

function stepsOf({ before, after, failing, mode }: Order): string[] {
  if (before.length + after.length === 0) return [`${UPLOAD}; the database does not change`]
  return [
    failing === null
      ? 'the affected rows are checked; if a migration would fail, the deploy stops here and changes nothing'
      : `the affected rows are checked: rows of ${failing.environment} would fail, so the deploy stops here and changes nothing`,
    'the database is backed up',
    ...(before.length > 0 ? [`${named(before)} applied: these additions do not affect the running program`] : []),
    UPLOAD,
    ...(after.length > 0 ? [`${named(after)} applied; ${meanwhile(after, mode)}`] : []),
  ]
}

/** Says what happens to requests to the new program until the rest of the migrations is applied. */
function meanwhile(after: readonly Migration[], mode: unknown): string {
  const alone = 'the new program works on the earlier schema, too, so no request waits'
  if (after.every(({ phase }) => phase === 'contract')) return alone
  if (mode === 'off') return 'until then, requests to the new program may fail'
  if (mode === 'apply')
    return after.some(({ destructive }) => destructive)
      ? 'until then, requests for data get 503'
      : 'if a request comes first, the new program applies pending migrations itself'
  return `until then, a request for data waits for up to ${SCHEMA_PATIENCE / 1000} seconds, and then gets 503`
}

function waysBack({ before, after, mode }: Order, flag: string): string[] {
  const back = `\`npx cms rollback${flag}\``
  if (after.length === 0) {
    const kept =
      before.length > 0
        ? `what ${named(before).replace(/ (?:is|are)$/, '')} ${before.length > 1 ? 'add' : 'adds'} stays`
        : 'the database does not change'
    return [`${back} runs the previous program again; ${kept}, and nothing needs to be restored.`]
  }
  const [first, unknown] = after.length > 1 ? ['one of them', 'these migrations'] : ['it', 'this migration']
  const fails = mode === 'off' ? 'requests to it may fail' : 'would return 503 for all data'
  return [
    `Until ${named(after)} applied, ${back} runs the previous program again.`,
    `Once ${first} is applied, the command refuses to run: the previous program does not know ${unknown}, and ${fails}. To go back to that program and to the data in the backup of this deploy, losing all later changes to data: \`npx cms rollback${flag} --force\`, then \`npx cms restore <backup>${flag} --replace\`. Between the two commands, requests for data fail.`,
  ]
}

/** Tells whether a change concerns the domain of an environment, which DNS must point to the service. */
function isAddress({ kind, subject }: SettingChange): boolean {
  return kind === 'environment' && subject.endsWith('.domain')
}

/**
 * Says what a rollback does not undo.
 * @param isRestored true if the earlier data is restored as well
 */
function whatStays(review: Review, isRestored: boolean): string[] {
  const opens = changesOf(review).some((change) => change.class === 'opens')
  const isOutside = review.files.length > 0 || review.settings.some(isAddress)
  return [
    ...(opens
      ? [`What people ${isRestored ? 'read' : 'read, wrote, published or deleted'} before the rollback is not undone.`]
      : []),
    ...(isOutside
      ? [
          'A rollback does not change addresses, DNS, the settings in `wrangler.toml` or files of the repository: to undo those, revert the change.',
        ]
      : []),
  ]
}
