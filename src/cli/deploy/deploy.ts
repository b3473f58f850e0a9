import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { counted } from '../../ground/counted.ts'
import type { Applied } from '../../runtime/migrations/index.ts'
import { placeOfBackup, writeBackup } from '../backup/write-backup.ts'
import { readAccount } from '../cloudflare/account.ts'
import { deployVersion, listSecrets, runningVersion } from '../cloudflare/workers.ts'
import { type Compiled, migrationsOf } from '../compile-project.ts'
import { Failure } from '../failure.ts'
import type { Variables } from '../shell.ts'
import type { StepOutcome } from '../step-outcome.ts'
import { type Target, withTarget } from '../target/with-target.ts'
import { readWranglerFile } from '../wrangler/wrangler-file.ts'
import { recordProgram } from './deployed-program.ts'
import type { Progress } from './progress.ts'
import { remedyFor } from './remedy.ts'
import { requireCommitted } from './require-committed.ts'
import { requireRows } from './require-rows.ts'
import { secretsOf } from './secrets.ts'
import { awaitProgram, smokeTest, smokeTestOf } from './smoke-test.ts'
import { prepareModules, readUploadConfig, type UploadConfig, withUploadConfig } from './upload-config.ts'
import { readSchemaState, requireAsLocked } from './verify-schema.ts'
import { workerName } from './worker-name.ts'
import { reasonOf, runWrangler } from './wrangler-command.ts'

/** The steps in their order. */
export const STEPS = [
  'check',
  'bundle',
  'secrets',
  'rows',
  'backup',
  'expand',
  'upload',
  'apply',
  'verify',
  'smoke',
] as const

export type Step = (typeof STEPS)[number]

export interface DeployOptions {
  readonly root: string
  readonly compilation: Compiled
  readonly environment: string
  /** Of the shell: they hold the credentials, and wrangler is given them. */
  readonly variables: Variables
  /** Place where the service answers afterwards, for the smoke test; `null`: nowhere that is known. */
  readonly url: string | null
  readonly message: string | null
  /** Does only what needs no account. */
  readonly isDry: boolean
  /** Time for which it waits for the new program to answer, in milliseconds. */
  readonly patience: number
  /** Is told of each step that is done, or left out. */
  onStep(step: Step, outcome: StepOutcome): void
}

/**
 * Deploys an environment. What only adds is applied before the upload, so that the program before does not notice;
 * everything else after it, while requests to the new program wait. So no request meets a schema that its program gets
 * wrong.
 * @throws Failure for the step that failed, with what was done about it, or the exact command that brings things back
 */
export async function deploy(options: DeployOptions): Promise<void> {
  const { environment, compilation, onStep, isDry } = options
  await requireCommitted(options.root, compilation)
  onStep('check', 'the committed files match the config')
  const bundle = await prepareModules(options.root, readUploadConfig(options.root), environment)
  onStep('bundle', bundle.outcome)
  const secrets = secretsOf(compilation.manifest, environment)
  if (isDry) return rehearse(options, secrets, bundle.config)
  onStep('secrets', await requireSecrets(options, secrets))
  const progress: Progress = {
    backup: null,
    applied: [],
    isExpandOnly: true,
    isUploaded: false,
    isWhole: false,
    before: await versionNow(options),
  }
  const choice = {
    root: options.root,
    config: compilation.config,
    options: { env: environment, persist: '.wrangler/state' },
    variables: options.variables,
  }
  await withTarget(choice, async (target) => {
    try {
      await change(options, target, progress, bundle.config)
    } catch (error) {
      const goBack = progress.before === null ? null : () => runAgain(options, progress.before ?? '')
      throw await remedyFor(error, { environment, progress, goBack })
    }
  })
}

async function rehearse(
  options: DeployOptions,
  secrets: ReturnType<typeof secretsOf>,
  config: UploadConfig,
): Promise<void> {
  const { onStep } = options
  onStep('secrets', `needed: ${namesOf(secrets.filter(({ required }) => required))}`)
  for (const step of ['rows', 'backup', 'expand'] as const) onStep(step, { skipped: 'it needs the account' })
  await upload(options, config)
  onStep('upload', 'wrangler took the bundle; nothing was uploaded')
  for (const step of ['apply', 'verify', 'smoke'] as const) onStep(step, { skipped: 'nothing was uploaded' })
}

async function requireSecrets(options: DeployOptions, secrets: ReturnType<typeof secretsOf>): Promise<string> {
  const { account, worker } = accountOf(options)
  const there = await listSecrets(account, worker)
  const known = new Set(there ?? [])
  const missing = secrets.filter(({ name, required }) => required && !known.has(name))
  if (missing.length > 0) {
    const list = missing.map(({ name, description }) => `${name} (${description})`).join(', ')
    throw new Failure(`The worker ${worker} lacks ${list}. Nothing was changed.`, {
      hint: missing.map(({ name }) => `wrangler secret put ${name} --env ${options.environment}`).join('\n     '),
    })
  }
  const absent = secrets.filter(({ name, required }) => !required && !known.has(name))
  return absent.length === 0 ? 'all are set' : `all required ones are set; not set: ${namesOf(absent)}`
}

function accountOf({ root, environment, variables }: DeployOptions) {
  const file = readWranglerFile(root)
  const worker = workerName(file, environment)
  const purpose = { text: `the worker ${worker}`, permission: 'Workers Scripts: Edit' }
  return { account: readAccount(environment, file, variables, purpose), worker }
}

function versionNow(options: DeployOptions): Promise<string | null> {
  const { account, worker } = accountOf(options)
  return runningVersion(account, worker)
}

async function runAgain(options: DeployOptions, version: string): Promise<void> {
  const { account, worker } = accountOf(options)
  await deployVersion(account, worker, version, 'Rollback of a deployment that failed')
}

/** Everything that changes something, and what must hold before and after. */
async function change(options: DeployOptions, target: Target, progress: Progress, config: UploadConfig): Promise<void> {
  const { root, compilation, environment, onStep } = options
  const before = await readSchemaState(root, compilation, target)
  requireAsLocked({ ...before, pending: [] })
  onStep('rows', await requireRows(compilation, target, before.pending))
  onStep('backup', await backUp(options, target, progress, before.applied.length === 0))
  const added = await apply(options, target, progress, true)
  requireAsLocked({ ...(await readSchemaState(root, compilation, target)), pending: [] })
  onStep('expand', wordsOf(added.applied, 'nothing to add'))
  await upload(options, config)
  progress.isUploaded = true
  await recordUpload(options, target)
  onStep('upload', `${workerName(readWranglerFile(root), environment)} runs the new program`)
  onStep('apply', await applyRest(options, target, progress, added.held))
  progress.isWhole = true
  requireAsLocked(await readSchemaState(root, compilation, target))
  onStep('verify', 'the live schema matches cms.lock.json')
  onStep('smoke', await smoke(options))
}

async function backUp(
  { root }: DeployOptions,
  target: Target,
  progress: Progress,
  isNew: boolean,
): Promise<StepOutcome> {
  if (isNew) return { skipped: 'the database is new' }
  const path = placeOfBackup(root, target, new Date())
  const { rows, tables } = await writeBackup(target, path)
  progress.backup = relative(root, path)
  return `${counted(rows, 'row')} of ${counted(tables, 'table')}: ${progress.backup}`
}

async function apply(
  { compilation }: DeployOptions,
  { database, owner }: Target,
  progress: Progress,
  onlyExpand: boolean,
): Promise<Applied> {
  const migrations = migrationsOf(compilation)
  const before = await database.status(migrations, owner)
  try {
    return await database.apply(migrations, { owner, onlyExpand })
  } finally {
    const after = await database.status(migrations, owner).catch(() => before)
    const now = after.applied.filter(({ name }) => !before.applied.some((row) => row.name === name))
    progress.applied.push(...now.map(({ name }) => name))
    if (!onlyExpand && now.some(({ phase }) => phase !== 'expand')) progress.isExpandOnly = false
  }
}

/** From here on the program before would answer wrong: it must be gone first. */
async function applyRest(
  options: DeployOptions,
  target: Target,
  progress: Progress,
  held: readonly string[],
): Promise<string> {
  if (held.length === 0) return 'nothing is left to apply'
  const { url, compilation, environment, patience } = options
  const version = compilation.manifest.hash.slice(0, 12)
  if (url !== null) await awaitProgram(url, { environment, version }, patience)
  return wordsOf((await apply(options, target, progress, false)).applied, 'nothing is left to apply')
}

function wordsOf(applied: readonly string[], nothing: string): string {
  return applied.length === 0 ? nothing : `applied ${applied.join(', ')}`
}

/** For a later rollback, which must know what the program that ran here was made for. */
async function recordUpload(options: DeployOptions, { database }: Target): Promise<void> {
  const version = await versionNow(options)
  const last = migrationsOf(options.compilation).at(-1)?.name
  if (version !== null && last !== undefined) await recordProgram(database, version, last)
}

async function upload(options: DeployOptions, config: UploadConfig): Promise<void> {
  const { root, environment, isDry, message, variables } = options
  const folder = isDry ? mkdtempSync(join(tmpdir(), 'cms-deploy-')) : null
  try {
    const dry = folder === null ? [] : ['--dry-run', '--outdir', folder]
    const note = message === null ? [] : ['--message', message]
    const run = await withUploadConfig(root, `deploy-${environment}`, config, (file) =>
      runWrangler({ root, variables }, ['deploy', '--config', file, '--env', environment, ...dry, ...note]),
    )
    if (run.code !== 0) throw new Failure(`wrangler did not deploy: ${reasonOf(run)}`)
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true })
  }
}

async function smoke({ url, compilation, environment, patience }: DeployOptions): Promise<StepOutcome> {
  if (url === null) return { skipped: 'the environment has no domain; give the address with --url' }
  await smokeTest(url, smokeTestOf(compilation.manifest, environment), patience)
  return `${url} passed`
}

function namesOf(secrets: readonly { readonly name: string }[]): string {
  return secrets.map(({ name }) => name).join(', ') || 'none'
}
