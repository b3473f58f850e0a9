import { type OperationKind, visit } from '../schema/steps/operation.ts'
import { type Change, type ChangeClass, CLASSES, type DatabaseChange } from './change.ts'
import { describeFieldPath, fieldOfOperation } from './field-path.ts'
import { foldAccess, listed } from './fold-access.ts'
import { HEADLINES } from './headlines.ts'
import type { Review } from './review.ts'
import type { CountedRows, RowsMet } from './rows.ts'
import { inWordsOf } from './say-locales.ts'

/** The parts of a review, in order. */
export type Area = 'database' | 'API' | 'access' | 'settings' | 'files'

/** A change with all its consequences: one line of the review. */
export interface Item {
  /** The most severe class of its consequences. */
  readonly class: ChangeClass
  readonly area: Area
  /** Subject: `posts.title`. */
  readonly subject: string
  /** Description in one sentence without a full stop. */
  readonly message: string
  /** Consequences, one sentence each. */
  readonly lines: readonly string[]
  /** Position of the declaration: `collections/posts.ts:14`; `null` without one. */
  readonly source: string | null
  /** Steps of migrations that make the change. */
  readonly steps: readonly DatabaseChange[]
  /** Rows that the steps affect, if they were counted. */
  readonly rows: readonly RowsMet[]
}

/** Lists all changes, one line for each, the most severe first. */
export function itemsOf(review: Review, rows: CountedRows | null): Item[] {
  const visibleSteps = review.database.filter((step) => !isPlumbing(step, review))
  const bySubject = Map.groupBy(visibleSteps, ({ subject, kind }) => (subject === '' ? kind : subject))
  const taken = new Set(bySubject.keys())
  const items = [
    ...[...bySubject].map(([subject, steps]) => itemOfSteps(subject, steps, review)),
    ...foldSame(review.api.filter(({ subject }) => !taken.has(fieldOfOperation(subject)))).map(itemOfApi),
    ...itemsOfAccess(review, taken),
    ...review.settings.map(itemOfSetting),
    ...foldSame(review.files).map(itemOfFile),
    ...plumbingItems(review),
  ].map(inWordsOf(review.locales))
  const counted = items.map((item) => ({ ...item, rows: rows === null ? [] : rowsOf(item, rows) }))
  return counted.sort((a, b) => CLASSES.indexOf(a.class) - CLASSES.indexOf(b.class))
}

type Uncounted = Omit<Item, 'rows'>

function itemOfSteps(subject: string, steps: readonly DatabaseChange[], review: Review): Uncounted {
  const [first] = [...steps].sort(byClass)
  const api = review.api.filter((change) => fieldOfOperation(change.subject) === subject)
  const access = foldAccess(
    review.access.filter((change) => change.subject === subject && !isImplied(change, review)),
  ).filter(({ changes: [change] }) => !(isNewCollection(steps) && change.class === 'safe'))
  const changes = [...steps, ...api, ...access.flatMap((folded) => folded.changes)]
  // For an index, the change of the field's option is what matters.
  const [news] = steps.every(isIndex) ? [...api].sort(byClass) : []
  const message = news?.message ?? (first ? headlineOf(first) : subject)
  const others = steps.filter((step) => news !== undefined || step !== first).map(headlineOf)
  const lines = [
    ...others,
    ...steps.flatMap(reasonsOf),
    ...api.flatMap((change) => consequencesOf(change, api)).filter((line) => line !== message),
    ...access.map((folded) => folded.message),
  ]
  return {
    class: mostSevereOf(changes),
    area: 'database',
    subject,
    message,
    lines: [...new Set(lines)],
    source: news?.source ?? first?.source ?? null,
    steps,
  }
}

function isIndex({ kind }: DatabaseChange): boolean {
  return kind === 'create-index' || kind === 'drop-index'
}

/** Tells whether steps create a collection. Its rules are shown in one line, except for those that give access. */
function isNewCollection(steps: readonly DatabaseChange[]): boolean {
  return steps.some(({ kind }) => kind === 'create-collection')
}

function rowsOf({ steps, subject, class: grade }: Uncounted, rows: CountedRows): readonly RowsMet[] {
  const met = steps.flatMap(rows.ofStep)
  return grade === 'breaking' || grade === 'destructive' ? [...met, ...rows.ofSubject(subject)] : met
}

function byClass(a: Change, b: Change): number {
  return CLASSES.indexOf(a.class) - CLASSES.indexOf(b.class)
}

function mostSevereOf(changes: readonly Change[]): ChangeClass {
  return CLASSES.find((name) => changes.some((change) => change.class === name)) ?? 'safe'
}

function headlineOf({ operation, message }: DatabaseChange): string {
  return operation ? visit(operation, HEADLINES) : message
}

/** Returns the reasons in the config for a loss, and the words of a handwritten migration. */
function reasonsOf({ operation }: DatabaseChange): readonly string[] {
  if (operation === null) return []
  const reason = 'reason' in operation ? operation.reason : 'lossy' in operation ? operation.lossy : null
  return typeof reason === 'string' && reason !== '' ? [`why: ${reason}`] : []
}

/** Describes a change to the API next to the step that makes it. */
function consequencesOf({ kind, message, subject, notes = [] }: Change, all: readonly Change[]): readonly string[] {
  const describe = CONSEQUENCES[kind]
  // The change of the backfill already says who may read the field.
  const isSaid = kind === 'field-added' && all.some((other) => other.kind === 'backfill')
  return [...(describe === undefined ? [message] : describe(subject)), ...(isSaid ? [] : notes)]
}

const CONSEQUENCES: Readonly<Record<string, (subject: string) => readonly string[]>> = {
  'field-added': () => [],
  'field-removed': (name) => [`clients can no longer read, write, filter or sort by ${describeFieldPath(name)}`],
  'field-renamed': () => ['clients must use the new name'],
  'field-retyped': () => ['clients send and receive another type'],
  'collection-added': (name) => [`clients find it at /api/${name}`],
  'collection-removed': (name) => [`/api/${name} is removed`],
  'collection-renamed': (name) => [`clients find it at /api/${name} only`],
}

/** Operations that only prepare or follow others. */
const PLUMBING: ReadonlySet<OperationKind> = new Set([
  'describe-field',
  'set-aside',
  'derive',
  'defer-foreign-keys',
  'free-names',
  'carry-names',
  'rewrite-values',
])

/** Tells whether a step only supports others. A rebuild does, unless it loses something that no other step names. */
function isPlumbing({ operation }: DatabaseChange, { database }: Review): boolean {
  if (operation === null) return false
  if (operation.kind !== 'rebuild-table') return PLUMBING.has(operation.kind)
  const named = database.some(
    (other) => other.operation?.kind !== 'rebuild-table' && tableOf(other) === operation.table && other.sql.length > 0,
  )
  const loses = Object.keys(operation.dropped).length + Object.keys(operation.lossy).length > 0
  return named || !loses
}

function tableOf({ operation }: DatabaseChange): string | null {
  if (operation === null) return null
  if ('table' in operation) return operation.table
  return 'collection' in operation ? operation.collection : null
}

/** Makes one line for all supporting steps. */
function plumbingItems(review: Review): Uncounted[] {
  const steps = review.database.filter((step) => isPlumbing(step, review))
  if (steps.length === 0) return []
  const tables = new Set(steps.flatMap(({ operation }) => tablesIn(operation)))
  const rebuilt = steps.flatMap(({ operation }) => (operation?.kind === 'rebuild-table' ? [operation.table] : []))
  const derived = [...tables].filter((table) => !rebuilt.includes(table))
  const parts = [
    ...(rebuilt.length > 0
      ? [`${listed([...new Set(rebuilt)])} ${rebuilt.length > 1 ? 'are' : 'is'} rebuilt from a copy of the rows`]
      : []),
    ...(derived.length > 0 ? [`triggers, search and indexes of ${listed(derived)} are created again`] : []),
  ]
  const message = parts.length > 0 ? `for all this, ${parts.join('; ')}` : 'foreign keys are checked at the end'
  const others = steps.filter(({ kind }) => kind === 'carry-names' || kind === 'rewrite-values').map(headlineOf)
  return [{ class: 'safe', area: 'database', subject: '', message, lines: others, source: null, steps }]
}

function tablesIn(operation: DatabaseChange['operation']): readonly string[] {
  if (operation === null) return []
  if (operation.kind === 'set-aside' || operation.kind === 'derive') return operation.tables
  return operation.kind === 'rebuild-table' ? [operation.table] : []
}

function itemOfApi({ class: grade, subject, message, source, notes = [] }: Change): Uncounted {
  return { class: grade, area: 'API', subject, message, lines: notes, source, steps: [] }
}

function itemOfSetting({ class: grade, subject, message, source, notes = [] }: Change): Uncounted {
  return { class: grade, area: 'settings', subject, message, lines: notes, source, steps: [] }
}

function itemOfFile(change: Change): Uncounted {
  return { ...itemOfSetting(change), area: 'files' }
}

function itemsOfAccess(review: Review, taken: ReadonlySet<string>): Uncounted[] {
  const left = review.access.filter((change) => !taken.has(change.subject) && !isImplied(change, review))
  return foldAccess(left).map(({ message, changes: [{ class: grade, subject, source }] }) => ({
    class: grade,
    area: 'access',
    subject,
    message,
    lines: [],
    source,
    steps: [],
  }))
}

/**
 * Tells whether a change to access follows from a change to the API that concerns everybody, such as a hidden or
 * read-only field.
 */
function isImplied({ subject, effect, action }: Review['access'][number], { api }: Review): boolean {
  const whole = { read: 'hidden-on', write: 'read-only-on' }[action]
  return effect === 'loses' && api.some((change) => change.subject === subject && change.kind === whole)
}

/** Maximum number of harmless changes of one kind that are shown separately. */
const MOST_OF_A_KIND = 5

/** Folds many harmless changes of one kind into one line: 120 new defaults would hide what matters. */
function foldSame(changes: readonly Change[]): Change[] {
  const grave = changes.filter((change) => !isHarmless(change))
  const groups = Map.groupBy(changes.filter(isHarmless), ({ class: grade, kind }) => `${grade} ${kind}`)
  return [
    ...grave,
    ...[...groups.values()].flatMap((group) => (group.length > MOST_OF_A_KIND ? together(group) : group)),
  ]
}

function isHarmless({ class: grade }: Change): boolean {
  return grade === 'safe' || grade === 'caution'
}

function together(group: readonly Change[]): Change[] {
  const [first] = group
  if (!first) return []
  const what = TOGETHER[first.kind] ?? `changes such as: ${first.message}`
  return [{ ...first, message: `${group.length} ${what}`, notes: group.map(({ message }) => message) }]
}

const TOGETHER: Readonly<Record<string, string>> = {
  'default-changed': 'fields have another default',
  'field-optional': 'fields may be null in responses',
  'field-required': 'fields may no longer be null; their defaults apply',
  'field-added': 'fields are new',
  'limit-loosened': 'limits are looser',
  'choice-added': 'choices are new',
  'option-changed': 'options differ',
  'filter-added': 'fields can be filtered and sorted by',
  'file-dependency': 'dependencies differ',
  'file-setting': 'settings of files around the program differ',
  'file-changed': 'files around the program differ',
}
