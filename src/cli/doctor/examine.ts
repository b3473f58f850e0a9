import { findStaleOutputs } from '../../compile/index.ts'
import type { Manifest } from '../../manifest/index.ts'
import { parseDsn } from '../../runtime/monitoring/dsn.ts'
import { readAccount } from '../cloudflare/account.ts'
import { listSecrets } from '../cloudflare/workers.ts'
import type { Compiled } from '../compile-project.ts'
import { readSecrets } from '../dev/secrets.ts'
import { Failure } from '../failure.ts'
import { findOpen } from '../open/find-open.ts'
import { openSources } from '../open/open-sources.ts'
import { secretsOf } from '../secrets.ts'
import type { Variables } from '../shell.ts'
import { envOption, remedyFor } from '../target/contradiction.ts'
import { readSchemaState, type SchemaState } from '../target/schema-state.ts'
import { type Target, withTarget } from '../target/with-target.ts'
import { checkWrangler, isNeverUploaded } from '../wrangler/check-wrangler.ts'
import { readWranglerFile, workerName } from '../wrangler/wrangler-file.ts'
import { isWranglerStale } from '../wrangler/write-wrangler.ts'
import { checkAddresses } from './check-addresses.ts'
import { checkIntegrity } from './check-integrity.ts'
import { checkMachine } from './check-machine.ts'
import { checkStored } from './check-stored.ts'
import { describeTrash } from './describe-trash.ts'
import type { DoctorFinding } from './finding.ts'
import { checkVersions, readVersions } from './versions.ts'

export interface Examined {
  readonly root: string
  readonly compilation: Compiled
  readonly environment: string
  readonly persist: string
  /** Value of `--data`. */
  readonly data: string | undefined
  readonly variables: Variables
}

/** Finds problems of a project in one environment. Nothing is changed. */
export async function examine(examined: Examined): Promise<readonly DoctorFinding[]> {
  const { root, compilation, environment } = examined
  const isMachine = compilation.config.environments[environment]?.host === 'node'
  return [
    ...checkVersions(root, readVersions(root), !isNeverUploaded(compilation.config)),
    ...checkLock(root, compilation),
    ...(isMachine ? await examineMachine(examined) : [...checkBindings(examined), ...(await checkSecrets(examined))]),
    ...(await checkDatabase(examined)),
    ...checkFilters(compilation.manifest),
    ...checkNeeds(examined),
    ...(await checkAddresses(compilation.manifest, examined.environment)),
    ...findOpen(compilation.manifest, (await openSources(root, compilation)).setting).map(
      ({ message, remedy }): DoctorFinding => ({ topic: 'open', severity: 'note', message, remedy }),
    ),
  ]
}

function checkLock(root: string, compilation: Compiled): readonly DoctorFinding[] {
  const stale = [
    ...findStaleOutputs(root, compilation),
    ...(isWranglerStale(root, compilation) ? ['wrangler.toml'] : []),
  ]
  return stale.map((path) => ({
    topic: 'lock',
    severity: 'error',
    message: `${path} does not match the config.`,
    remedy: 'cms build',
  }))
}

function checkBindings({ root, compilation, environment }: Examined): readonly DoctorFinding[] {
  const file = readWranglerFile(root)
  const mistakes = checkWrangler(root, file, compilation).map(
    ({ message, hint }): DoctorFinding => ({
      topic: 'bindings',
      severity: 'error',
      message,
      remedy: hint ?? 'cms build',
    }),
  )
  if (environment === 'development') return mistakes
  const { d1_databases = [], kv_namespaces = [] } = file?.env[environment] ?? {}
  const lacks = (message: string, remedy: string): DoctorFinding => ({
    topic: 'bindings',
    severity: 'error',
    message,
    remedy,
  })
  const database = d1_databases.find(({ binding }) => binding === 'DB')
  const kv = kv_namespaces.find(({ binding }) => binding === 'CACHE_KV')
  return [
    ...mistakes,
    ...(database && !database.database_id
      ? [lacks(`The binding DB of ${environment} has no database_id.`, `wrangler d1 create ${database.database_name}`)]
      : []),
    ...(kv && !kv.id
      ? [
          lacks(
            `The binding CACHE_KV of ${environment} has no id.`,
            `wrangler kv namespace create ${environment}-cache`,
          ),
        ]
      : []),
  ]
}

/**
 * Finds missing secrets. In development they are in `.dev.vars` and the shell; elsewhere the worker has them, and their
 * values cannot be read.
 */
async function checkSecrets({
  root,
  compilation,
  environment,
  variables,
}: Examined): Promise<readonly DoctorFinding[]> {
  const needed = secretsOf(compilation.manifest, environment)
  if (environment === 'development') {
    const secrets = { ...readSecrets(root), ...variables }
    const unknown = needed.filter(({ name, required }) => required && !secrets[name])
    return [
      // `cms dev` generates what can be generated: only secrets that the owner must provide are missing.
      ...unknown
        .filter(({ name }) => !canBeGenerated(compilation.manifest, name))
        .map(({ name, description }) => missingSecret(name, description, `${name}=… in .dev.vars`)),
      ...checkDsn(secrets),
    ]
  }
  try {
    const file = readWranglerFile(root)
    const worker = workerName(file, environment)
    const purpose = { text: `the worker ${worker}`, permission: 'Workers Scripts: Read' }
    const there = await listSecrets(readAccount(environment, file, variables, purpose), worker)
    return needed
      .filter(({ name, required }) => required && !there?.includes(name))
      .map(({ name, description }) =>
        missingSecret(name, description, `wrangler secret put ${name} --env ${environment}`),
      )
  } catch (error) {
    return [unknownBecause('secrets', error)]
  }
}

function canBeGenerated({ plugins }: Manifest, name: string): boolean {
  return name === 'JWT_SECRET' || plugins.some(({ secrets }) => secrets[name]?.generate === true)
}

function missingSecret(name: string, description: string, remedy: string): DoctorFinding {
  return { topic: 'secrets', severity: 'error', message: `${name} is not set: ${description}.`, remedy }
}

function checkDsn(variables: Readonly<Record<string, string | undefined>>): readonly DoctorFinding[] {
  const dsn = variables.SENTRY_DSN
  if (!dsn || parseDsn(dsn) !== null) return []
  return [
    {
      topic: 'secrets',
      severity: 'warning',
      message: 'SENTRY_DSN is not a DSN: errors are not reported.',
      remedy: 'https://<key>@<host>/<project>, as the monitoring service shows it',
    },
  ]
}

/**
 * Finds pending migrations and changes made by hand; if the schema is right, also contradictions between rows, and
 * between rows and the bucket.
 */
async function checkDatabase(examined: Examined): Promise<readonly DoctorFinding[]> {
  const { root, compilation, environment, persist, data, variables } = examined
  try {
    const options = { env: environment, persist, data }
    const choice = { root, config: compilation.config, options, variables }
    const { findings, isWhole } = await withTarget(choice, async (target) => {
      const state = await readSchemaState(root, compilation, target)
      const findings = findingsOn(state, target)
      const isWhole = findings.length === 0 && state.pending.length === 0
      if (!isWhole) return { findings, isWhole }
      const damage = await checkIntegrity(compilation.manifest, target.database, envOption(target))
      return { findings: [...damage, ...(await describeTrash(target.database))], isWhole }
    })
    return isWhole ? [...findings, ...(await checkBucket(examined))] : findings
  } catch (error) {
    return [unknownBecause('schema', error)]
  }
}

async function examineMachine(examined: Examined): Promise<readonly DoctorFinding[]> {
  try {
    return await checkMachine(examined)
  } catch (error) {
    return [unknownBecause('machine', error)]
  }
}

async function checkBucket(examined: Examined): Promise<readonly DoctorFinding[]> {
  try {
    return await checkStored({ ...examined, config: examined.compilation.config })
  } catch (error) {
    return [unknownBecause('files', error)]
  }
}

function findingsOn(state: SchemaState, target: Target): readonly DoctorFinding[] {
  const { isLocal } = target
  const env = envOption(target)
  if (state.ledger.length > 0) {
    return state.ledger.map((drift) => ({
      topic: 'schema',
      // The next command, or a save, updates the local database.
      severity: isLocal ? 'warning' : 'error',
      message: `${drift.message}.`,
      remedy: remedyFor(drift, target),
    }))
  }
  const isNew = isLocal && state.applied.length === 0
  return [
    ...(isNew ? [] : state.pending).map(
      (name): DoctorFinding => ({
        topic: 'schema',
        severity: isLocal ? 'warning' : 'error',
        message: `${name} is not applied.`,
        remedy: isLocal ? 'cms migrate apply' : `cms deploy${env}`,
      }),
    ),
    ...state.differences.map(
      (message): DoctorFinding => ({
        topic: 'drift',
        severity: 'error',
        message: `${message}.`,
        // A migration that undoes the drift is added after all others, so pending ones come first.
        remedy: state.pending.length > 0 ? `cms migrate apply${env}` : `cms drift${env} --write`,
      }),
    ),
  ]
}

function unknownBecause(topic: string, error: unknown): DoctorFinding {
  if (!(error instanceof Failure)) throw error
  return { topic, severity: 'error', message: error.message, remedy: error.hint ?? 'cms doctor --help' }
}

/** Finds rules that filter every list by a field without an index: each list reads the whole table. */
function checkFilters({ collections }: Manifest): readonly DoctorFinding[] {
  return collections.flatMap(({ name, access, fields }) => {
    const grants = access.read.kind === 'grants' ? access.read.grants : []
    const filtered = new Set(grants.flatMap(({ where = {} }) => Object.keys(where)))
    return fields
      .filter((field) => filtered.has(field.name) && field.options.index === false)
      .map(
        (field): DoctorFinding => ({
          topic: 'filters',
          severity: 'warning',
          message: `A rule of ${name} filters by ${field.name}, which has no index: its lists read the whole table.`,
          remedy: `remove \`index: false\` from ${name}.${field.name}`,
        }),
      )
  })
}

/** Finds settings that need a service which no plugin provides. */
function checkNeeds({ compilation: { manifest }, environment }: Examined): readonly DoctorFinding[] {
  const { settings = {}, settingSources = {} } = manifest.environments[environment] ?? {}
  const present = manifest.plugins.filter(({ name }) => settings[name] !== undefined)
  return present.flatMap(({ name, needs }) =>
    needs.flatMap(({ service, settings: values, problem, remedy }): DoctorFinding[] => {
      const entries = Object.entries(values)
      const isGiven = entries.every(([setting, value]) => settings[name]?.[setting] === value)
      const isChosen = entries.some(([setting]) => settingSources[name]?.[setting] !== undefined)
      if (!isGiven || !isChosen || present.some(({ services }) => services.includes(service))) return []
      return [{ topic: 'services', severity: 'warning', message: problem, remedy }]
    }),
  )
}
