import { type OperationKind, visit } from '../schema/steps/operation.ts'
import { type Change, type ChangeClass, CLASSES, type DatabaseChange } from './change.ts'
import { describeFieldPath, fieldOfOperation } from './field-path.ts'
import { foldAccess, listed } from './fold-access.ts'
import { HEADLINES } from './headlines.ts'
import type { Review } from './review.ts'
import type { CountedRows, RowsMet } from './rows.ts'
import { inWordsOf } from './say-locales.ts'

/** The parts of a review, in the order in which they are told. */
export type Area = 'database' | 'API' | 'access' | 'settings'

/** One thing that changes, with everything that follows from it: a line of the review. */
export interface Item {
  /** The gravest of what follows. */
  readonly class: ChangeClass
  readonly area: Area
  /** Subject: `posts.title`. */
  readonly subject: string
  /** One sentence without a full stop. */
  readonly message: string
  /** Consequences, a sentence each. */
  readonly lines: readonly string[]
  /** `collections/posts.ts:14`; `null` where nothing in the config asked for it. */
  readonly source: string | null
  /** Steps of migrations that do it. */
  readonly steps: readonly DatabaseChange[]
  /** Rows that they meet, as far as somebody counted. */
  readonly rows: readonly RowsMet[]
}

/** Everything that changes, one line for one thing, the gravest first. */
export function itemsOf(review: Review, rows: CountedRows | null): Item[] {
  const own = review.database.filter((step) => !isPlumbing(step, review))
  const bySubject = Map.groupBy(own, ({ subject, kind }) => (subject === '' ? kind : subject))
  const taken = new Set(bySubject.keys())
  const items = [
    ...[...bySubject].map(([subject, steps]) => itemOfSteps(subject, steps, review)),
    ...foldSame(review.api.filter(({ subject }) => !taken.has(fieldOfOperation(subject)))).map(itemOfApi),
    ...itemsOfAccess(review, taken),
    ...review.settings.map(itemOfSetting),
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
  // An index comes and goes with what the field is for: that is the news.
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

/** The rules of a collection that is new are told in one line; what they open is told besides. */
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

/** The reason that the config gives for a loss, and words of whoever wrote the SQL. */
function reasonsOf({ operation }: DatabaseChange): readonly string[] {
  if (operation === null) return []
  const reason = 'reason' in operation ? operation.reason : 'lossy' in operation ? operation.lossy : null
  return typeof reason === 'string' && reason !== '' ? [`why: ${reason}`] : []
}

/** Description of a change of the API beside the step that makes it. */
function consequencesOf({ kind, message, subject, notes = [] }: Change, all: readonly Change[]): readonly string[] {
  const said = CONSEQUENCES[kind]
  // A backfill says who reads the field, and who could read its source.
  const isSaid = kind === 'field-added' && all.some((other) => other.kind === 'backfill')
  return [...(said === undefined ? [message] : said(subject)), ...(isSaid ? [] : notes)]
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

/** Steps that only make room for others, or follow from them. */
const PLUMBING: ReadonlySet<OperationKind> = new Set([
  'describe-field',
  'set-aside',
  'derive',
  'defer-foreign-keys',
  'free-names',
  'carry-names',
  'rewrite-values',
])

/** A rebuild carries out what other steps ask for, unless it loses what none of them names. */
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

/** One line for all that happens so that the rest can. */
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

/** That a field is in no answer any more, or takes no value, is said of everybody at once. */
function isImplied({ subject, effect, action }: Review['access'][number], { api }: Review): boolean {
  const whole = { read: 'hidden-on', write: 'read-only-on' }[action]
  return effect === 'loses' && api.some((change) => change.subject === subject && change.kind === whole)
}

/** More of one kind than these become one line. */
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
}
