import type { ModulesOf } from '../compilation.ts'
import { EMPTY_LOCK, type Lock } from '../lock/read-lock.ts'
import { renamesOf, withNewNames } from '../lock/renames.ts'
import type { MigrationFile } from '../schema/files/migration-file.ts'
import type { Sources } from '../sources/sources.ts'
import type { AccessChange, Change, DatabaseChange, SettingChange } from './change.ts'
import { sortChanges } from './change.ts'
import { withModules } from './changed-modules.ts'
import { type Compatibility, isOtherForm, judgeCompatibility } from './compatibility.ts'
import { diffAccess } from './diff-access.ts'
import { diffApi } from './diff-api.ts'
import { diffBackfills } from './diff-backfills.ts'
import { diffDatabase } from './diff-database.ts'
import { diffSettings } from './diff-settings.ts'
import { asClientsSee, inWordsOf, localesIn } from './say-locales.ts'

/** Two states of a project, and the migrations that lead from one to the other. */
export interface ReviewInput {
  /** The base's lock; `null` if there was none. */
  readonly base: Lock | null
  readonly head: Lock
  /** Migrations that the base lacks, in order. */
  readonly migrations: readonly MigrationFile[]
  readonly sources: Sources
  /** Backfills in the config, by field. */
  readonly backfills: ReadonlyMap<string, unknown>
  /** Changes to the files around the program. Default: none. */
  readonly files?: readonly Change[]
  /** Access that settings give to strangers. Default: none. */
  readonly open?: readonly OpenSettings[]
  /**
   * Returns the modules of a part of the code that differ from the base, with their lines. Default: they are unknown,
   * and the review does not name them.
   */
  readonly changedIn?: ModulesOf
}

/** Access that settings, such as `core-auth.registration`, give to strangers, in a sentence. */
export interface OpenSettings {
  readonly settings: readonly string[]
  readonly message: string
  /** Collections whose documents the settings show. Default: none. */
  readonly collections?: readonly string[]
}

/** A migration, and the way in which its effects were determined. */
export interface MigrationOrigin {
  /** Path of the migration: `migrations/0002_add_posts_summary.sql`. */
  readonly migration: string
  /** `recomputed`: planned again with the same bytes; `not-recomputed`: generated, but it cannot be planned again. */
  readonly kind: 'recomputed' | 'by-hand' | 'not-recomputed'
  /** Reason why a generated migration cannot be planned again, and the remedy; `null` for all others. */
  readonly reason: string | null
}

/** All effects of a change, for a reviewer. */
export interface Review {
  /** Changes to the database, in the order of the steps. */
  readonly database: readonly DatabaseChange[]
  readonly api: readonly Change[]
  readonly access: readonly AccessChange[]
  readonly settings: readonly SettingChange[]
  /**
   * Changes to files that decide what is installed, checked, built and deployed, unless a change to a setting says the
   * same.
   */
  readonly files: readonly Change[]
  /** Origins of the new migrations, in order; empty if they are not known. */
  readonly origins: readonly MigrationOrigin[]
  /** Locales of the content before or after, without the default ones. */
  readonly locales: readonly string[]
  readonly compatibility: Compatibility
}

export function reviewChanges(input: ReviewInput): Review {
  const { base, head, migrations, sources, backfills, files = [], open = [], changedIn = null } = input
  const renames = renamesOf(migrations.map(({ steps }) => steps))
  const before = withNewNames(base ?? EMPTY_LOCK, renames)
  const steps = migrations.flatMap((migration) => migration.steps)
  const api = [
    ...diffApi(asClientsSee(before), asClientsSee(head), renames, sources),
    ...diffBackfills({ steps, head, base: base && before, backfills }, sources),
  ]
  const locales = localesIn([before, head], steps)
  const describe = inWordsOf(locales)
  const settings = sortChanges(diffSettings(before, head, renames, sources))
  return {
    database: diffDatabase(migrations, head, sources).map(describe),
    api: sortChanges(api).map(describe),
    access: sortChanges(diffAccess(before, head, sources)).map((change) => describe(withModules(change, changedIn))),
    settings: settings.map((change) => withModules(withOpen(change, open), changedIn)),
    files: files.filter((change) => !isSaid(change, settings)),
    origins: [],
    locales,
    compatibility: judgeCompatibility({
      base,
      head,
      renames,
      retyped: retypedFields(before, head),
      hasMigrations: migrations.length > 0,
    }),
  }
}

/** Tells whether a change to a setting, such as `wrangler.main`, says the same as a change to a file. */
function isSaid({ subject }: Change, settings: readonly SettingChange[]): boolean {
  return settings.some(
    (setting) => `${setting.subject}.`.startsWith(`${subject}.`) || subject.startsWith(`${setting.subject}.`),
  )
}

/** Adds notes to a change that opens access: what the setting makes available to strangers. */
function withOpen(change: SettingChange, open: readonly OpenSettings[]): SettingChange {
  if (change.class !== 'opens') return change
  const given = open.filter(({ settings }) => settings.includes(change.subject))
  if (given.length === 0) return change
  const notes = given.map(({ message }) => message.replace(/\.$/, ''))
  const concerns = given.flatMap(({ collections = [] }) => collections)
  return { ...change, notes: [...(change.notes ?? []), ...notes], concerns }
}

function retypedFields(before: Lock, head: Lock): string[] {
  return Object.entries(head.collections).flatMap(([collection, { fields }]) =>
    Object.entries(fields).flatMap(([name, { type }]) => {
      const was = before.collections[collection]?.fields[name]?.type
      // Nested values are JSON, whatever their type.
      return was === undefined || name.includes('.') || !isOtherForm(was, type) ? [] : [`${collection}.${name}`]
    }),
  )
}

/** Returns all changes, of any kind. */
export function changesOf({ database, api, access, settings, files }: Review): readonly Change[] {
  return [...database, ...api, ...access, ...settings, ...files]
}

/** Tells whether clients of the API must change, or values are lost. */
export function isBreaking(review: Review): boolean {
  return changesOf(review).some((change) => change.class === 'breaking' || change.class === 'destructive')
}
