import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, readAccount } from '../cloudflare/account.ts'
import { remoteDatabase } from '../cloudflare/remote-database.ts'
import {
  deleteBucket,
  deleteDatabase,
  deleteNamespace,
  ensureBucket,
  ensureDatabase,
  ensureNamespace,
} from '../cloudflare/stores.ts'
import { deleteWorker, listSecrets } from '../cloudflare/workers.ts'
import { type Compiled, migrationsOf } from '../compile-project.ts'
import { requireCommitted } from '../deploy/require-committed.ts'
import {
  OWN_WAY,
  prepareModules,
  readUploadConfig,
  type UploadConfig,
  withUploadConfig,
} from '../deploy/upload-config.ts'
import { reasonOf, runWrangler } from '../deploy/wrangler-command.ts'
import { Failure } from '../failure.ts'
import { secretsOf } from '../secrets.ts'
import type { Variables } from '../shell.ts'
import type { StepOutcome } from '../step-outcome.ts'
import { readWranglerFile } from '../wrangler/wrangler-file.ts'
import { seedPreview } from './seed-preview.ts'

export interface PreviewOptions {
  readonly root: string
  readonly compilation: Compiled
  /** Environment that previews are modeled on. */
  readonly environment: string
  /** Name of worker, database and namespace; the name of the bucket also has `-media` at the end. */
  readonly name: string
  /** Environment variables of the shell: they contain the credentials, and the preview's secrets. */
  readonly variables: Variables
  /** Address of the preview. Default: the one that wrangler reports, below `workers.dev`. */
  readonly url: string | null
  onStep(step: string, outcome: StepOutcome): void
}

/**
 * Creates a separate preview, or updates it: database, bucket and namespace, migrations, worker, sample data.
 * @returns the address that was given, or else the one that wrangler reports; `null` if it reports none
 */
export async function previewUp(options: PreviewOptions): Promise<{ readonly url: string | null }> {
  const { root, compilation, environment, name, onStep } = options
  await requireCommitted(root, compilation)
  const account = accountOf(options)
  const secrets = await missingSecrets(account, options)
  const database = await ensureDatabase(account, name)
  const namespace = await ensureNamespace(account, name)
  await ensureBucket(account, `${name}-media`)
  onStep('stores', `${name}: database, namespace and bucket`)
  const owner = { project: compilation.config.name, environment }
  const { applied } = await remoteDatabase({ ...account, database }).apply(migrationsOf(compilation), { owner })
  onStep('migrate', applied.length === 0 ? 'nothing is pending' : `applied ${applied.join(', ')}`)
  const uploaded = await upload(options, { database, namespace, secrets })
  const url = options.url ?? uploaded
  onStep('upload', url ?? name)
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = options.variables
  // Sample data is only created once, so that later changes to it stay.
  const isNew = applied.length === migrationsOf(compilation).length
  const seeding = { manifest: compilation.manifest, environment, url, email, password }
  onStep('seed', isNew ? await seedPreview(seeding) : { skipped: 'the preview has data' })
  return { url }
}

/** Deletes a preview with all its data. Parts that are already missing are skipped. */
export async function previewDown(options: PreviewOptions): Promise<void> {
  const { name, onStep } = options
  const account = accountOf(options)
  await deleteWorker(account, name)
  await deleteBucket(account, `${name}-media`)
  await deleteNamespace(account, name)
  await deleteDatabase(account, name)
  onStep('down', `${name} is deleted`)
}

function accountOf({ root, environment, name, variables }: PreviewOptions): Account {
  const purpose = { text: `the preview ${name}`, permission: 'Workers Scripts: Edit' }
  return readAccount(environment, readWranglerFile(root), variables, purpose)
}

/**
 * Returns the secrets to upload: those that the shell has, and those that the worker lacks but that can be generated.
 * @throws Failure if a required secret is missing
 */
async function missingSecrets(
  account: Account,
  { compilation, environment, name, variables }: PreviewOptions,
): Promise<Readonly<Record<string, string>>> {
  const there = new Set(await listSecrets(account, name))
  const values: Record<string, string> = {}
  const missing: string[] = []
  for (const secret of secretsOf(compilation.manifest, environment)) {
    const value = variables[secret.name]
    if (value) values[secret.name] = value
    else if (there.has(secret.name)) continue
    else if (isMadeUp(compilation, secret.name)) values[secret.name] = randomBytes(48).toString('base64url')
    else if (secret.required) missing.push(secret.name)
  }
  if (missing.length === 0) return values
  throw new Failure(`The preview ${name} needs ${missing.join(', ')}.`, {
    hint: `Set ${missing.length === 1 ? 'it' : 'them'} in the shell: export ${missing[0]}=…`,
  })
}

function isMadeUp({ manifest }: Compiled, name: string): boolean {
  return manifest.plugins.some(({ secrets }) => secrets[name]?.generate === true)
}

interface Stores {
  readonly database: string
  readonly namespace: string
  readonly secrets: Readonly<Record<string, string>>
}

async function upload(options: PreviewOptions, stores: Stores): Promise<string | null> {
  const { root, name } = options
  const folder = mkdtempSync(join(tmpdir(), 'cms-preview-'))
  const secrets = join(folder, 'secrets.json')
  try {
    writeFileSync(secrets, JSON.stringify(stores.secrets), { mode: 0o600 })
    const secretArguments = Object.keys(stores.secrets).length === 0 ? [] : ['--secrets-file', secrets]
    const { config } = await prepareModules(root, previewConfig(options, stores), null)
    const run = await withUploadConfig(root, name, config, (file) =>
      runWrangler(options, ['deploy', '--config', file, '--message', `preview ${name}`, ...secretArguments]),
    )
    if (run.code !== 0) throw new Failure(`wrangler did not deploy: ${reasonOf(run)}`)
    return /https:\/\/[^\s]+\.workers\.dev/.exec(run.text)?.[0] ?? null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Returns the environment's settings and some of the top level, with the preview's own stores, name and trigger, and
 * without routes and queues.
 */
function previewConfig({ root, environment, name }: PreviewOptions, { database, namespace }: Stores): UploadConfig {
  const { env = {}, ...top } = readUploadConfig(root)
  const { routes: _routes, route: _route, queues: _queues, ...settings } = env[environment] ?? {}
  const { main, compatibility_date, compatibility_flags, assets, alias } = top
  const bundling = OWN_WAY.filter((key) => key in top).map((key) => [key, top[key]] as const)
  return {
    main,
    compatibility_date,
    compatibility_flags,
    assets,
    alias,
    ...Object.fromEntries(bundling),
    ...settings,
    name,
    workers_dev: true,
    d1_databases: [{ binding: 'DB', database_name: name, database_id: database, migrations_dir: 'migrations' }],
    kv_namespaces: [{ binding: 'CACHE_KV', id: namespace }],
    r2_buckets: [{ binding: 'MEDIA_BUCKET', bucket_name: `${name}-media` }],
    triggers: { crons: ['* * * * *'] },
  }
}
