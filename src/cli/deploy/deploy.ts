import { relative } from 'node:path'
import { counted } from '../../ground/counted.ts'
import type { Applied } from '../../runtime/migrations/index.ts'
import { proveBackup } from '../backup/prove-backup.ts'
import { placeOfBackup, writeBackup } from '../backup/write-backup.ts'
import { migrationsOf } from '../compile-project.ts'
import type { StepOutcome } from '../step-outcome.ts'
import { readSchemaState, requireAsLocked } from '../target/schema-state.ts'
import type { Target } from '../target/with-target.ts'
import type { DeployOptions } from './deploy-options.ts'
import { recordProgram } from './deployed-program.ts'
import type { Destination } from './destination.ts'
import type { Progress } from './remedy.ts'
import { remedyFor } from './remedy.ts'
import { requireCommitted } from './require-committed.ts'
import { requireRows } from './require-rows.ts'
import { awaitProgram, smokeTest, smokeTestOf } from './smoke-test.ts'
import { toCloudflare } from './to-cloudflare.ts'
import { toMachine } from './to-machine.ts'

/**
 * Deploys an environment. Migrations that only add to the schema are applied before the upload, so that the previous
 * program is not affected; all others are applied after it, while requests to the new program wait. So no request meets
 * a schema that does not fit its program.
 * @throws Failure for the step that failed, with what was done about it, or the exact command that restores the
 * previous state
 */
export async function deploy(options: DeployOptions): Promise<void> {
  const { environment, compilation, onStep, isDry } = options
  await requireCommitted(options.root, compilation)
  onStep('check', 'the committed files match the config')
  const destination =
    compilation.config.environments[environment]?.host === 'node' ? toMachine(options) : toCloudflare(options)
  if (isDry) return destination.rehearse()
  await destination.prepare()
  await destination.withTarget(async (target) => {
    const before = await destination.running()
    const progress: Progress = {
      backup: null,
      applied: [],
      isExpandOnly: true,
      isUploaded: false,
      isWhole: false,
      before,
    }
    try {
      await change(options, destination, target, progress)
    } catch (error) {
      const goBack = before === null ? null : () => destination.runAgain(before)
      throw await remedyFor(error, { environment, progress, goBack })
    }
  })
}

/** Carries out all steps that change something, with the checks before and after. */
async function change(
  options: DeployOptions,
  destination: Destination,
  target: Target,
  progress: Progress,
): Promise<void> {
  const { root, compilation, onStep } = options
  const before = await readSchemaState(root, compilation, target)
  requireAsLocked({ ...before, pending: [] })
  onStep('rows', await requireRows(compilation, target, before.pending))
  onStep('backup', await backUp(options, target, progress, before.applied.length === 0))
  const added = await apply(options, target, progress, true)
  requireAsLocked({ ...(await readSchemaState(root, compilation, target)), pending: [] })
  onStep('expand', wordsOf(added.applied, 'nothing to add'))
  const uploaded = await destination.upload()
  progress.isUploaded = true
  await recordUpload(options, destination, target)
  onStep('upload', uploaded.outcome)
  const url = uploaded.isServed ? options.url : null
  onStep('apply', await applyRest({ ...options, url }, target, progress, added.held))
  progress.isWhole = true
  requireAsLocked(await readSchemaState(root, compilation, target))
  onStep('verify', 'the live schema matches cms.lock.json')
  onStep('smoke', uploaded.isServed ? await smoke(options) : { skipped: 'no server runs yet' })
  await destination.clear()
}

async function backUp(
  { root, compilation }: DeployOptions,
  target: Target,
  progress: Progress,
  isNew: boolean,
): Promise<StepOutcome> {
  if (isNew) return { skipped: 'the database is new' }
  const file = placeOfBackup(root, target, new Date())
  const { rows, tables } = await writeBackup(target, file)
  progress.backup = relative(root, file)
  const { unexplained } = await proveBackup({ root, compilation, file })
  const proven = unexplained.length === 0 ? 'verified' : `restorable, though ${unexplained.join(', ')}`
  return `${counted(rows, 'row')} of ${counted(tables, 'table')}, ${proven}: ${progress.backup}`
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

/**
 * Applies the remaining migrations. The previous program would respond wrongly from then on, so it must already have
 * been replaced: if the service has an address, waits until the new program responds there.
 */
async function applyRest(
  options: DeployOptions,
  target: Target,
  progress: Progress,
  migrations: readonly string[],
): Promise<string> {
  if (migrations.length === 0) return 'nothing is left to apply'
  const { url, compilation, environment, patience } = options
  const version = compilation.manifest.hash.slice(0, 12)
  if (url !== null) await awaitProgram(url, { environment, version }, patience)
  return wordsOf((await apply(options, target, progress, false)).applied, 'nothing is left to apply')
}

function wordsOf(applied: readonly string[], nothing: string): string {
  return applied.length === 0 ? nothing : `applied ${applied.join(', ')}`
}

/** Records the upload for a later rollback, which must know the migrations that each program was made for. */
async function recordUpload(options: DeployOptions, destination: Destination, { database }: Target): Promise<void> {
  const version = await destination.running()
  const last = migrationsOf(options.compilation).at(-1)?.name
  if (version !== null && last !== undefined) await recordProgram(database, version, last)
}

async function smoke({ url, compilation, environment, patience }: DeployOptions): Promise<StepOutcome> {
  if (url === null) return { skipped: 'the environment has no domain; give the address with --url' }
  await smokeTest(url, smokeTestOf(compilation.manifest, environment), patience)
  return `${url} passed`
}
