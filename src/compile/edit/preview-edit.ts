import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { EditPreview, EditStep } from '../../manifest/source-edit.ts'
import { backfillsIn } from '../backfills/judge-backfills.ts'
import type { Compilation } from '../compilation.ts'
import { compile } from '../compile.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { type Lock, readLock } from '../lock/read-lock.ts'
import { diffDatabase } from '../review/diff-database.ts'
import { reviewChanges } from '../review/review.ts'
import { MIGRATIONS_FOLDER, readHistory } from '../schema/files/history.ts'
import { LOCK_FILE } from '../schema/files/lock-format.ts'
import { type MigrationFile, parseMigration } from '../schema/files/migration-file.ts'
import { sourcesOf } from '../sources/sources.ts'
import { readText } from '../write-outputs.ts'
import type { EditedProject, EditPlan } from './plan-edit.ts'
import { EditRefused } from './refusal.ts'
import { requireInside } from './require-inside.ts'
import { diffTexts } from './text-diff.ts'

/** A planned edit and all its effects. */
export interface TriedEdit {
  readonly plan: EditPlan
  readonly preview: EditPreview
}

/**
 * Compiles the project with the changes of a plan, without writing them.
 * @param make plans the edit of the current project
 * @throws EditRefused if the edit is impossible, or the current project has mistakes
 */
export async function tryPlan(root: string, make: (project: EditedProject) => EditPlan): Promise<TriedEdit> {
  const now = await compile({ root })
  if (!now.manifest) throw brokenAlready(now.diagnostics)
  const plan = make(projectOf(now, now.manifest))
  requireInside(root, plan.changes)
  const overlay = new Map(plan.changes.map(({ path, after }) => [path, after]))
  const then = plan.changes.length === 0 ? now : await compile({ root, overlay })
  const known = new Set(now.diagnostics.map(textOf))
  return {
    plan,
    preview: {
      name: plan.name,
      file: plan.file,
      files: plan.changes.map(({ path, before, after }) => ({ path, diff: diffTexts(path, before, after) })),
      mistakes: then.diagnostics.filter(
        (diagnostic) => diagnostic.severity === 'error' || !known.has(textOf(diagnostic)),
      ),
      database: newSteps(root, now, then),
      effects: effectsOf(now, then),
      state: stateOf(plan),
    },
  }
}

/** Creates the refusal for a project that already has mistakes, which would otherwise be attributed to the edit. */
function brokenAlready(diagnostics: readonly Diagnostic[]): EditRefused {
  const first = diagnostics.find(({ severity }) => severity === 'error')
  const message = `The project does not compile: ${first?.message ?? ''} Fix that first.`
  return new EditRefused('invalid', message, first?.file ?? null, first?.line ?? null)
}

function projectOf(
  { root }: Compilation,
  { collections, plugins }: NonNullable<Compilation['manifest']>,
): EditedProject {
  return {
    read: (path: string) => readText(join(root, path)),
    configFile: 'cms.config.ts',
    collections: new Map(collections.map(({ name, source }) => [name, source])),
    plugins: new Map(plugins.filter(({ system }) => !system).map(({ name, source }) => [name, source])),
  }
}

function textOf({ code, message, file }: Diagnostic): string {
  return [code, message, file].join('\n')
}

/** Returns the steps of migrations that the edit adds to those already planned for uncommitted changes. */
function newSteps(root: string, now: Compilation, then: Compilation): EditStep[] {
  const { files, seal } = readHistory(root)
  const pending = [...files.filter((file) => !seal().isSealed(file)), ...migrationsOf(now)]
  const planned = new Set(stepsOf(now, pending).map((step) => JSON.stringify([step.title, step.sql])))
  return stepsOf(then, migrationsOf(then)).filter((step) => !planned.has(JSON.stringify([step.title, step.sql])))
}

function stepsOf(compilation: Compilation, migrations: readonly MigrationFile[]): EditStep[] {
  const lock = lockOf(compilation)
  if (!lock || !compilation.manifest) return []
  return diffDatabase(migrations, lock, sourcesOf(compilation.manifest)).map((step) => ({
    class: step.class,
    title: step.message,
    migration: step.migration,
    notes: step.notes,
    sql: step.sql,
  }))
}

function migrationsOf({ outputs }: Compilation): MigrationFile[] {
  const prefix = `${MIGRATIONS_FOLDER}/`
  return [...outputs]
    .filter(([path]) => path.startsWith(prefix))
    .map(([path, text]) => parseMigration(path.slice(prefix.length), text))
}

/** Returns effects on access, the API and settings. */
function effectsOf(now: Compilation, then: Compilation): EditPreview['effects'] {
  const [base, head] = [lockOf(now), lockOf(then)]
  if (!base || !head || !then.manifest) return []
  const known = new Set(migrationsOf(now).map(({ text }) => text))
  const migrations = migrationsOf(then).filter(({ text }) => !known.has(text))
  const { api, access, settings } = reviewChanges({
    base,
    head,
    migrations,
    backfills: then.config ? backfillsIn(then.config) : new Map(),
    sources: sourcesOf(then.manifest),
  })
  return [...access, ...api, ...settings].map(({ class: effect, message }) => ({ class: effect, message }))
}

function lockOf({ outputs }: Compilation): Lock | null {
  const read = readLock(outputs.get(LOCK_FILE) ?? '')
  return 'lock' in read ? read.lock : null
}

/** Hashes the files before and after. */
function stateOf({ changes }: EditPlan): string {
  return createHash('sha256').update(JSON.stringify(changes)).digest('hex')
}
