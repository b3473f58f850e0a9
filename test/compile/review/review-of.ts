import { backfillsIn } from '../../../src/compile/backfills/judge-backfills.ts'
import { emitLock } from '../../../src/compile/lock/emit-lock.ts'
import { readLock } from '../../../src/compile/lock/read-lock.ts'
import { localize } from '../../../src/compile/lower/localize.ts'
import { lowerProject } from '../../../src/compile/lower/manifest.ts'
import type { Change } from '../../../src/compile/review/change.ts'
import { type Circumstances, type Report, reportOf } from '../../../src/compile/review/report.ts'
import { changesOf, type Review, reviewChanges } from '../../../src/compile/review/review.ts'
import type { Seal } from '../../../src/compile/schema/files/history.ts'
import { type MigrationFile, parseMigration, toMigrations } from '../../../src/compile/schema/files/migration-file.ts'
import { collectionColumnsOf } from '../../../src/compile/schema/model/collection-columns.ts'
import { planMigrations } from '../../../src/compile/schema/plan/plan-migrations.ts'
import { resolveSettings } from '../../../src/compile/settings/resolve-settings.ts'
import { sourcesOf } from '../../../src/compile/sources/sources.ts'
import { type Collection, type Config, defineCollection, type Fields, fieldTypes } from '../../../src/config/index.ts'
import { coreTablesPlugin } from '../../../src/system/core-tables.ts'

/** A config without its name, and without environments where they do not matter. */
export type State = Partial<Config> & { readonly collections: readonly Collection[] }

/**
 * Notes to a reviewer when one state of a project becomes another; `null`: there was none. Each state between them has
 * a migration of its own.
 */
export function reviewOf(before: State | null, after: State, ...between: readonly State[]): Review {
  const base = before && build(before, [])
  const head = build(
    after,
    between.reduce((chain, state) => build(state, chain).chain, base?.chain ?? []),
  )
  return reviewBetween(base, head, after)
}

/** The same after a build whose lock git has, which tells choices that are gone from choices that never were. */
export function reviewOfCommitted(before: State, after: State): Review {
  const base = build(before, [])
  return reviewBetween(base, build(after, base.chain, [base.text]), after)
}

type Built = ReturnType<typeof build>

function reviewBetween(base: Built | null, head: Built, after: State): Review {
  return reviewChanges({
    base: base?.lock ?? null,
    head: head.lock,
    migrations: head.chain.slice(base?.chain.length ?? 0),
    backfills: backfillsIn(after),
    sources: sourcesOf(head.manifest),
  })
}

/**
 * The report on the same, as people read it.
 * @param byHand SQL of a handwritten migration after the generated one
 */
export function reportOn(
  before: State | null,
  after: State,
  circumstances: Partial<Circumstances> = {},
  byHand: string | null = null,
): Report {
  const base = before && build(before, [])
  const built = build(after, base?.chain ?? [])
  const hand = byHand === null ? [] : [parseMigration('0009_by_hand.sql', byHand)]
  const head = { ...built, chain: [...built.chain, ...hand] }
  const facts = { head: head.lock, chain: toMigrations(head.chain), stale: [], rows: null, proven: null }
  return reportOf(
    reviewBetween(base, head, after),
    { name: 'shop', base: { ref: 'origin/main', commit: '0123456789abcdef', hasLock: base !== null } },
    { ...facts, version: '0123456789ab', ...circumstances },
  )
}

/** The same when fields of one collection become others. */
export function reviewOfFields(before: Fields, after: Fields, options: Partial<Collection> = {}): Review {
  const orders = (fields: Fields, own: Partial<Collection> = {}) =>
    defineCollection({ name: 'orders', fields, ...own } as Parameters<typeof defineCollection>[0])
  return reviewOf({ collections: [orders(before)] }, { collections: [orders(after, options)] })
}

/** Changes as `class: message`, in their order. */
export function linesOf(changes: readonly Change[]): string[] {
  return changes.map((change) => `${change.class}: ${change.message}`)
}

export function allLinesOf(review: Review): string[] {
  return linesOf(changesOf(review))
}

/** All migrations are those that git has. */
const SEALED: Seal = { isSealed: () => true, compare: () => 'same', notesPending: false, noted: [] }

/** Compiles without files: every declaration stands at `test.ts:1`. */
function build(state: State, chain: readonly MigrationFile[], locks: readonly string[] = []) {
  const config = localize({ name: 'shop', environments: { development: {}, production: {} }, ...state })
  const plugins = [coreTablesPlugin(), ...(config.plugins ?? [])]
  const { manifest, schema } = lowerProject({
    root: '/',
    config,
    plugins,
    systemNames: new Set(['core-tables']),
    fieldTypes,
    settings: resolveSettings(config, plugins, []).settings,
    sourceOf: () => 'test.ts:1',
  })
  const plan = planMigrations({
    history: { files: chain, seal: () => SEALED, locks: () => locks },
    config,
    collections: manifest.collections,
    schema,
    types: fieldTypes,
    collectionColumns: collectionColumnsOf(manifest),
  })
  if (plan.findings.length > 0) throw new Error(plan.findings.map(({ message }) => message).join('\n'))
  const written = [...plan.files].map(([path, text]) => parseMigration(path.replace('migrations/', ''), text))
  const text = emitLock(config, manifest, schema)
  const outcome = readLock(text)
  if (!('lock' in outcome)) throw new Error(outcome.finding.message)
  return { lock: outcome.lock, text, manifest, chain: [...chain, ...written] }
}
