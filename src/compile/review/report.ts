import type { Migration } from '../../manifest/index.ts'
import type { Lock } from '../lock/read-lock.ts'
import { type ChangeClass, countClasses, type DatabaseChange } from './change.ts'
import { type DeployPlan, planDeploy } from './deploy-plan.ts'
import { describeDatabase } from './describe-database.ts'
import { listed } from './fold-access.ts'
import type { Item } from './item.ts'
import { itemsOf } from './items.ts'
import type { Proven } from './proven.ts'
import { changesOf, type Review } from './review.ts'
import type { CountedRows } from './rows.ts'

/** The compared states. */
export interface Compared {
  /** Name of the service. */
  readonly name: string
  readonly base: {
    readonly ref: string
    /** Full hash; `null` in a repository without a commit. */
    readonly commit: string | null
    /** True if the commit has a lock. */
    readonly hasLock: boolean
  }
}

/** Facts besides the change itself. */
export interface Circumstances {
  readonly head: Lock
  /** The whole chain of migrations, as in the program. */
  readonly chain: readonly Migration[]
  /** Committed files that differ from what the config compiles to: `cms.lock.json`. */
  readonly stale: readonly string[]
  /** Counted rows; `null` if they were not counted. */
  readonly rows: CountedRows | null
  /** Result on sample rows; `null` if it was not determined. */
  readonly proven: Proven | null
  /** Version of the new program. */
  readonly version: string
}

/** Sections of a review, in the order in which people read them. */
export const SECTIONS = [
  { items: 'opens', title: 'Opens' },
  { items: 'lost', title: 'Lost' },
  { items: 'breaks', title: 'Breaks API clients' },
  { items: 'rest', title: 'Everything else' },
] as const satisfies readonly { readonly items: keyof Report; readonly title: string }[]

/** A review, as data; `visibleReport` makes it safe to print. */
export interface Report {
  readonly compared: Compared
  readonly circumstances: Circumstances
  /** The outcome in one sentence without a full stop. */
  readonly verdict: string
  readonly counts: readonly (readonly [ChangeClass, number])[]
  /** Summary of the migrations: `migrations/0002_x.sql drops 1 collection, adds 2 fields`. */
  readonly database: string
  /** Origin of the effects of each new migration, one sentence each. */
  readonly origins: readonly string[]
  /** Changes that lose values. */
  readonly lost: readonly Item[]
  readonly opens: readonly Item[]
  readonly breaks: readonly Item[]
  readonly rest: readonly Item[]
  /** Steps of the new migrations, in the order in which they run. */
  readonly steps: readonly DatabaseChange[]
  /** Plan for deploying the change; `null` if nothing changes. */
  readonly deploy: DeployPlan | null
}

export function reportOf(review: Review, compared: Compared, circumstances: Circumstances): Report {
  const items = itemsOf(review, circumstances.rows)
  const of = (...classes: readonly ChangeClass[]) => items.filter((item) => classes.includes(item.class))
  const { rows, head, chain } = circumstances
  const failing = items.flatMap((item) => item.rows.filter(({ fails }) => fails))
  return {
    compared,
    circumstances,
    verdict: verdictOf(items, failing.length > 0 && rows !== null ? rows.environment : null),
    counts: countClasses(items),
    database: describeDatabase(review.database),
    origins: review.origins.map(describeOrigin),
    lost: of('destructive'),
    opens: of('opens'),
    breaks: of('breaking'),
    rest: of('caution', 'safe'),
    steps: review.database,
    deploy:
      changesOf(review).length === 0
        ? null
        : planDeploy(review, {
            head,
            chain,
            failing: failing.length > 0 ? rows : null,
            isFirst: !compared.base.hasLock,
          }),
  }
}

const FILES_CHANGE = 'what is installed, checked or deployed changes'

/** Returns the base's name: `main (3f2a1bc)`. */
export function describeBase({ base: { ref, commit } }: Compared): string {
  return commit === null ? `${ref} (no commit yet)` : `${ref} (${commit.slice(0, 7)})`
}

/**
 * Summarizes the sections, and says which are empty: `somebody gains access and values are lost; no API client breaks`.
 * @param failsIn the environment on whose rows the migration fails; `null` if there is none
 */
function verdictOf(items: readonly Item[], failsIn: string | null): string {
  if (items.length === 0) return 'no change'
  const has = (grade: ChangeClass) => items.some((item) => item.class === grade)
  const opens = items.filter((item) => item.class === 'opens')
  const access = opens.filter(({ area }) => area !== 'files')
  const mayBreak = access.some(({ kind }) => kind === 'access-function')
  const parts = [
    ...(failsIn === null ? [] : [`the migration fails on rows of ${failsIn}`]),
    ...(access.length > 0 ? [access.some(isCertain) ? 'somebody gains access' : 'somebody may gain access'] : []),
    ...(opens.length > access.length ? [FILES_CHANGE] : []),
    ...(has('destructive') ? ['values are lost'] : []),
    ...(has('breaking') ? ['API clients break'] : mayBreak ? ['API clients may break'] : []),
  ]
  const absent = [
    ...(has('destructive') ? [] : ['nothing is lost']),
    ...(opens.length > 0 ? [] : ['nothing opens']),
    ...(has('breaking') || mayBreak ? [] : ['no API client breaks']),
  ]
  if (parts.length === 0) return absent.join(', ')
  return [listed(parts), ...(absent.length > 0 ? [listed(absent)] : [])].join('; ')
}

/** Tells whether an item of the section Opens certainly gives access. Code, an address or SQL only may. */
function isCertain({ area, kind, steps }: Item): boolean {
  return area !== 'settings' && kind !== 'access-function' && steps.every(({ operation }) => operation !== null)
}

/** Says how to update files that differ from what a build would write. */
export function describeStale(stale: readonly string[]): string {
  const verb = stale.length === 1 ? 'is' : 'are'
  const files = listed(stale.map((path) => `\`${path}\``))
  return `${files} ${verb} not up to date with the config: run \`npx cms build\` and commit the result`
}

/** Says how the effects of a migration are known. */
function describeOrigin({ migration, kind, reason }: Review['origins'][number]): string {
  if (kind === 'by-hand') return `\`${migration}\` is handwritten: its effects are read from its SQL`
  if (kind === 'recomputed') return `\`${migration}\` matches the config: planned again, it is the same`
  return `\`${migration}\` was not planned again: ${reason}`
}
