import type { Migration } from '../../manifest/index.ts'
import type { Lock } from '../lock/read-lock.ts'
import { type Change, type ChangeClass, countClasses } from './change.ts'
import { type DeployPlan, planDeploy } from './deploy-plan.ts'
import { describeDatabase } from './describe-database.ts'
import { listed } from './fold-access.ts'
import { type Item, itemsOf } from './items.ts'
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

/** A review, in the order in which people read it. */
export interface Report {
  readonly compared: Compared
  readonly circumstances: Circumstances
  /** The outcome in one sentence without a full stop. */
  readonly verdict: string
  readonly counts: readonly (readonly [ChangeClass, number])[]
  /** Summary of the migrations: `adds 2 fields and drops a collection`. */
  readonly database: string
  /** Changes that lose values, the most severe first. */
  readonly lost: readonly Item[]
  readonly opens: readonly Item[]
  readonly breaks: readonly Item[]
  readonly rest: readonly Item[]
  /** Plan for deploying the change; `null` if nothing changes. */
  readonly deploy: DeployPlan | null
}

export function reportOf(review: Review, compared: Compared, circumstances: Circumstances): Report {
  const items = itemsOf(review, circumstances.rows)
  const of = (...classes: readonly ChangeClass[]) => items.filter((item) => classes.includes(item.class))
  return {
    compared,
    circumstances,
    verdict: verdictOf(items, changesOf({ ...review, files: [] })),
    counts: countClasses(items),
    database: describeDatabase(review.database),
    lost: of('destructive'),
    opens: of('opens'),
    breaks: of('breaking'),
    rest: of('caution', 'safe'),
    deploy: changesOf(review).length === 0 ? null : planDeploy(review, circumstances.head, circumstances.chain),
  }
}

const FILES_CHANGE = 'what is installed, checked or deployed changes'

/** Returns the base's name: `main (3f2a1bc)`. */
export function describeBase({ base: { ref, commit } }: Compared): string {
  return commit === null ? `${ref} (no commit yet)` : `${ref} (${commit.slice(0, 7)})`
}

/** Summarizes the outcome: `values are lost, somebody gains access, and API clients break`. */
function verdictOf(items: readonly Item[], changes: readonly Change[]): string {
  if (items.length === 0) return 'no change'
  const has = (grade: ChangeClass) => changes.some((change) => change.class === grade)
  const failing = items.some(({ rows }) => rows.some(({ fails }) => fails))
  const parts = [
    ...(failing ? ['the migration fails on existing rows'] : []),
    ...(has('destructive') ? ['values are lost'] : []),
    ...(has('opens') ? ['somebody gains access'] : []),
    ...(items.some((item) => item.area === 'files' && item.class === 'opens') ? [FILES_CHANGE] : []),
    ...(has('breaking') ? ['API clients break'] : []),
  ]
  return parts.length === 0 ? 'nothing is lost, nothing opens, no API client breaks' : listed(parts)
}

/** Says how to update files that differ from what a build would write. */
export function describeStale(stale: readonly string[]): string {
  const verb = stale.length === 1 ? 'is' : 'are'
  const files = listed(stale.map((path) => `\`${path}\``))
  return `${files} ${verb} not up to date with the config: run \`npx cms build\` and commit the result`
}
