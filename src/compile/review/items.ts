import { fieldOfOperation } from '../schema/steps/field-path.ts'
import { type Change, CLASSES, type DatabaseChange } from './change.ts'
import { foldAccess } from './fold-access.ts'
import { foldItems } from './fold-items.ts'
import type { Area, Item, Uncounted } from './item.ts'
import { isImplied, itemOfSteps } from './item-of-steps.ts'
import { isPlumbing, plumbingItem } from './plumbing.ts'
import type { Review } from './review.ts'
import type { CountedRows } from './rows.ts'
import { inWordsOf } from './say-locales.ts'

/** Lists all changes, one line for each, the most severe first. */
export function itemsOf(review: Review, rows: CountedRows | null): Item[] {
  const visibleSteps = review.database.filter((step) => !isPlumbing(step, review))
  const bySubject = Map.groupBy(visibleSteps, keyOf)
  const taken = new Set(visibleSteps.map(({ subject }) => subject))
  const items = [
    ...[...bySubject.values()].map((steps) => itemOfSteps(steps, review)),
    ...review.api.filter(({ subject }) => !taken.has(fieldOfOperation(subject))).map(itemOf('API')),
    ...itemsOfAccess(review, taken),
    ...review.settings.map(itemOf('settings')),
    ...review.files.map(itemOf('files')),
    ...plumbingItem(review),
  ].map(inWordsOf(review.locales))
  const counted = foldItems(items).map((item) => ({ ...item, rows: rows === null ? [] : rowsOf(item, rows) }))
  return counted.sort((a, b) => CLASSES.indexOf(a.class) - CLASSES.indexOf(b.class))
}

/** Returns the key of the item that a step belongs to: its subject or, without an operation, its statement. */
function keyOf({ operation, subject, kind, source }: DatabaseChange): string {
  if (operation === null && source !== null) return source
  return subject === '' ? kind : subject
}

function rowsOf({ steps, subject, class: grade }: Uncounted, rows: CountedRows): Item['rows'] {
  const found = steps.flatMap(rows.ofStep)
  const isByHand = grade === 'destructive' && steps.some(({ operation }) => operation === null)
  const affected = isByHand && found.length === 0 ? [UNKNOWN] : found
  const all = grade === 'breaking' || grade === 'destructive' ? [...affected, ...rows.ofSubject(subject)] : affected
  return [...new Map(all.map((met) => [met.words, met])).values()]
}

/** Rows of a handwritten statement whose form cannot be counted beforehand. */
const UNKNOWN: Item['rows'][number] = {
  words: 'the number of rows is unknown: statements of this form cannot be counted before they run',
  fails: false,
  count: 0,
  sample: [],
}

function itemOf(area: Area): (change: Change) => Uncounted {
  return ({ class: grade, kind, subject, message, source, notes = [], reason }) => {
    const reasons = reason === undefined ? [] : [reason]
    return { class: grade, area, kind, subject, message, lines: notes, reasons, source, steps: [] }
  }
}

function itemsOfAccess(review: Review, taken: ReadonlySet<string>): Uncounted[] {
  const left = review.access.filter((change) => !taken.has(change.subject) && !isImplied(change, review))
  return foldAccess(left).map(({ message, changes: [change] }) => ({ ...itemOf('access')(change), message }))
}
