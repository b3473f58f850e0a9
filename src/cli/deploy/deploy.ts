import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { placeOfBackup, writeBackup } from '../backup/write-backup.ts'
import { readAccount } from '../cloudflare/account.ts'
import { listSecrets } from '../cloudflare/workers.ts'
import { type Compiled, migrationsOf } from '../compile-project.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { withTarget } from '../target/with-target.ts'
import { readWranglerFile } from '../wrangler/wrangler-file.ts'
import { requireCommitted } from './require-committed.ts'
import { secretsOf } from './secrets.ts'
import { smokeTest } from './smoke-test.ts'
import { readSchemaState, requireAsLocked } from './verify-schema.ts'
import { workerName } from './worker-name.ts'
import { reasonOf, runWrangler } from './wrangler-command.ts'

/** The steps in their order (architecture, “Commands”). */
export const STEPS = ['check', 'secrets', 'backup', 'migrate', 'verify', 'upload', 'smoke'] as const

export type Step = (typeof STEPS)[number]

export interface DeployOptions {
  readonly root: string
  readonly compilation: Compiled
  readonly environment: string
  /** Where the service answers afterwards, for the smoke test; `null`: nowhere that is known. */
  readonly url: string | null
  readonly message: string | null
  /** Does only what needs no account. */
  readonly isDry: boolean
  /** How long the smoke test waits for the new program, in milliseconds. */
  readonly patience: number
  /** Is told of each step that is done, or left out. */
  onStep(step: Step, outcome: string): void
}

/** What was done by the time when something failed: it decides what brings things back. */
interface Progress {
  backup: string | null
  applied: readonly string[]
  isUploaded: boolean
}

/**
 * Deploys an environment: check, secrets, backup, migrate, verify the live schema against the lock, `wrangler deploy`,
 * smoke test.
 * @throws Failure for the step that failed, with the exact command that brings things back
 */
export async function deploy(options: DeployOptions): Promise<void> {
  const { environment, compilation, onStep, isDry } = options
  await requireCommitted(options.root, compilation)
  onStep('check', 'what is committed is what the config compiles to')
  const secrets = secretsOf(compilation.manifest, environment)
  if (isDry) {
    onStep('secrets', `needed: ${namesOf(secrets.filter(({ required }) => required))}`)
    for (const step of ['backup', 'migrate', 'verify'] as const) onStep(step, 'left out: it needs the account')
    await upload(options)
    onStep('upload', 'wrangler bundles it; nothing was uploaded')
    onStep('smoke', 'left out')
    return
  }
  onStep('secrets', await requireSecrets(options, secrets))
  const progress: Progress = { backup: null, applied: [], isUploaded: false }
  try {
    await changeDatabase(options, progress)
    await upload(options)
    progress.isUploaded = true
    onStep('upload', `${workerName(readWranglerFile(options.root), environment)} runs the new program`)
    onStep('smoke', await smoke(options))
  } catch (error) {
    throw withRemedy(error, options, progress)
  }
}

async function requireSecrets(
  { root, environment }: DeployOptions,
  secrets: ReturnType<typeof secretsOf>,
): Promise<string> {
  const file = readWranglerFile(root)
  const worker = workerName(file, environment)
  const purpose = { text: `the worker ${worker}`, permission: 'Workers Scripts: Edit' }
  const there = await listSecrets(readAccount(environment, file, process.env, purpose), worker)
  const known = new Set(there ?? [])
  const missing = secrets.filter(({ name, required }) => required && !known.has(name))
  if (missing.length > 0) {
    const list = missing.map(({ name, description }) => `${name} (${description})`).join(', ')
    throw new Failure(`The worker ${worker} lacks ${list}. Nothing was changed.`, {
      hint: missing.map(({ name }) => `wrangler secret put ${name} --env ${environment}`).join('\n     '),
    })
  }
  const absent = secrets.filter(({ name, required }) => !required && !known.has(name))
  return absent.length === 0 ? 'all are set' : `all that are required are set; not set: ${namesOf(absent)}`
}

/** Backup, migrations and their proof, with one database that is what its ledger says. */
async function changeDatabase(options: DeployOptions, progress: Progress): Promise<void> {
  const { root, compilation, environment, onStep } = options
  const choice = { root, config: compilation.config, options: { env: environment, persist: '.wrangler/state' } }
  await withTarget(choice, async (target) => {
    const before = await readSchemaState(root, compilation, target)
    requireAsLocked({ ...before, pending: [] })
    if (before.applied.length === 0) onStep('backup', 'left out: the database is new')
    else {
      const path = placeOfBackup(root, target, new Date())
      const { rows, tables } = await writeBackup(target, path)
      progress.backup = relative(root, path)
      onStep('backup', `${rows} rows of ${tables} tables: ${progress.backup}`)
    }
    try {
      await target.database.apply(migrationsOf(compilation), { owner: target.owner })
    } finally {
      const after = await target.database.status(migrationsOf(compilation), target.owner).catch(() => null)
      progress.applied = after?.applied.map(({ name }) => name).filter((name) => !before.applied.includes(name)) ?? []
    }
    onStep('migrate', progress.applied.length === 0 ? 'nothing is pending' : `applied ${progress.applied.join(', ')}`)
    requireAsLocked(await readSchemaState(root, compilation, target))
    onStep('verify', 'the live schema is what cms.lock.json says')
  })
}

async function upload({ root, environment, isDry, message }: DeployOptions): Promise<void> {
  const folder = isDry ? mkdtempSync(join(tmpdir(), 'cms-deploy-')) : null
  try {
    const dry = folder === null ? [] : ['--dry-run', '--outdir', folder]
    const note = message === null ? [] : ['--message', message]
    const run = await runWrangler(root, ['deploy', '--env', environment, ...dry, ...note])
    if (run.code !== 0) throw new Failure(`wrangler does not deploy: ${reasonOf(run)}`)
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true })
  }
}

async function smoke({ url, compilation, environment, patience }: DeployOptions): Promise<string> {
  if (url === null) return 'left out: the environment has no domain; --url names its address'
  await smokeTest(url, { environment, version: compilation.manifest.version }, patience)
  return `${url} answers as it should`
}

/** Whatever failed, its message ends with the commands that bring back what was there before. */
function withRemedy(
  error: unknown,
  { environment }: DeployOptions,
  { backup, applied, isUploaded }: Progress,
): unknown {
  if (!(error instanceof Failure)) return error
  const commands = [
    ...(isUploaded ? [`cms rollback --env ${environment}`] : []),
    ...(applied.length > 0 && backup !== null ? [`cms restore ${backup} --env ${environment} --replace`] : []),
  ]
  const state = isUploaded
    ? 'The new program runs.'
    : applied.length > 0
      ? `The old program still runs; ${applied.join(', ')} ${applied.length === 1 ? 'is' : 'are'} applied.`
      : 'Nothing was changed.'
  const back = commands.length === 0 ? '' : `\n     Back to what was: ${commands.join(' && ')}`
  const hint = `${error.hint === null ? '' : `${error.hint}\n     `}${state}${back}`
  return new Failure(error.message, { hint, exitCode: error.exitCode ?? exitCodes.error })
}

function namesOf(secrets: readonly { readonly name: string }[]): string {
  return secrets.map(({ name }) => name).join(', ') || 'none'
}
