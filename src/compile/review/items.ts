import { readStatement } from '../schema/sql/read-statement.ts'
import { type Change, CLASSES } from './change.ts'
import { changesWithSteps } from './changes-with-steps.ts'
import { concernedBy } from './concerned-by.ts'
import { foldAccess } from './fold-access.ts'
import { foldItems } from './fold-items.ts'
import type { Area, Item, Uncounted } from './item.ts'
import { itemOfSteps } from './item-of-steps.ts'
import { plumbingItem } from './plumbing.ts'
import type { Review } from './review.ts'
import type { CountedRows, RowsMet } from './rows.ts'
import { inWordsOf, sayLocales } from './say-locales.ts'

/** Lists all changes as items, the most severe first. */
export function itemsOf(review: Review, rows: CountedRows | null): Item[] {
  const { groups, api, access } = changesWithSteps(review)
  const items = [
    ...groups.map((group) => withConditions(itemOfSteps(group, review))),
    ...api.map(itemOf('API')),
    ...foldAccess(access).map(({ message, notes, changes }) => {
      return { ...itemOf('access')(changes[0]), message, lines: notes, concerns: concernedBy(changes) }
    }),
    ...review.settings.map(itemOf('settings')),
    ...review.files.map(itemOf('files')),
    ...plumbingItem(review),
  ].map(inWordsOf(review.locales))
  const say = sayLocales(review.locales)
  const inWords = (met: RowsMet) => ({ ...met, words: say(met.words) })
  const counted = foldItems(items).map((item) => ({
    ...item,
    rows: rows === null ? [] : rowsOf(item, rows).map(inWords),
  }))
  return counted.sort((a, b) => CLASSES.indexOf(a.class) - CLASSES.indexOf(b.class))
}

/** Adds lines that say which rows handwritten statements concern, in the words of their SQL. */
function withConditions(item: Uncounted): Uncounted {
  const conditions = item.steps.flatMap(({ operation, sql }) => (operation === null ? sql.flatMap(rowsIn) : []))
  return { ...item, lines: [...item.lines, ...new Set(conditions)] }
}

function rowsIn(sql: string): string[] {
  const statement = readStatement(sql)
  if (statement.kind !== 'update' && statement.kind !== 'delete') return []
  const { table, where } = statement
  return [where === null ? `affects all rows of ${table}` : `affects rows of ${table} where ${where}`]
}

function rowsOf({ steps, subject, class: grade, concerns = [] }: Uncounted, rows: CountedRows): Item['rows'] {
  const found = steps.flatMap(rows.ofStep)
  const isByHand = grade === 'destructive' && steps.some(({ operation }) => operation === null)
  const affected = isByHand && found.length === 0 ? [UNKNOWN] : found
  const ofRule = grade === 'breaking' ? rows.ofSubject(subject) : []
  const all = [...affected, ...ofRule, ...concerns.flatMap(rows.ofCollection)]
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
  return (change) => {
    const { class: grade, kind, subject, message, source, notes = [], reason } = change
    const reasons = reason === undefined ? [] : [reason]
    const concerns = concernedBy([change])
    return { class: grade, area, kind, subject, message, lines: notes, reasons, source, steps: [], concerns }
  }
}
