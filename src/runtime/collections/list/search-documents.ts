import type { RequestContext } from '../../../config/request.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import { wordsIn } from '../../../ground/words.ts'
import { batch, type Row } from '../../database/database.ts'
import { limitAt } from '../../isolate/position.ts'
import { runtimeOf } from '../../isolate/runtime.ts'
import { type DocumentRow, type Status, settle } from '../document/row.ts'
import { composeFilter, composeScope } from '../query/compose-filter.ts'
import { all, bindStatement, type Composed, numbered } from '../query/composed.ts'
import { createSlots, type Slots } from '../query/slots.ts'
import { type Source, type Sources, sourcesOf } from '../query/sources.ts'
import { collectionTarget, type Target } from '../query/targets.ts'
import { callOf } from '../request/call.ts'
import { EXCERPT, excerptOf } from './excerpt-sql.ts'
import { orderKeys, RANK } from './keyset.ts'
import { composeMatches, composeRanked, type RankedShape } from './ranked.ts'
import { byRelevance, longest, matchOfTitle, type Relevance } from './relevance.ts'
import { searchExpression } from './search-words.ts'
import { searchedIn, searchedItself } from './searched-in.ts'

/** A search in the documents of all collections. */
export interface DocumentSearch {
  readonly words: string
  /** Maximum number of documents. */
  readonly limit: number
  /** Required status at the moment of the request. Default: any. */
  readonly status?: Status
}

/** A search result. */
export interface FoundDocument {
  readonly collection: string
  readonly id: string
  /** `null` if the document has no title, or the caller may not see it. */
  readonly title: string | null
  readonly status: Status
  /** Milliseconds since the epoch. */
  readonly updatedAt: number
  /** Text around the longest word of the search; `null` if only titles are searched, or there is no text. */
  readonly excerpt: string | null
}

export interface FoundDocuments {
  /** Documents that were found, the best first. */
  readonly found: readonly FoundDocument[]
  /** `false` if there are more collections than one search covers. */
  readonly isComplete: boolean
}

/**
 * Maximum number of collections that one search covers. Most collections take one statement, and D1's free plan runs 50
 * statements per request.
 */
const MOST_COLLECTIONS = 40

/** Rank of documents that were found only by their title. Ranks of the full-text index are lower. */
const NO_RANK = 0

/** Maximum number of words that are searched in titles and marked in excerpts. */
const MOST_WORDS = 10

/** Maximum number of documents whose titles are read if no full-text index contains them: those changed last. */
const MOST_TITLES = 2000

/**
 * Finds documents that the caller may read, in one round trip: by full text in collections that have a full-text index,
 * and by title if the index does not contain the title. Every word must occur; the last one may be the beginning of a
 * word. Matches in titles come first.
 */
export async function searchDocuments(c: RequestContext, search: DocumentSearch): Promise<FoundDocuments> {
  const { database, program } = runtimeOf(c)
  const words = wordsIn(search.words).slice(0, MOST_WORDS)
  const targets = program.manifest.collections.flatMap((collection) => {
    const target = collectionTarget(callOf(c, collection), collection)
    return target?.call ? [{ ...target, call: target.call }] : []
  })
  const queries = targets
    .slice(0, MOST_COLLECTIONS)
    .flatMap((target) => statementsFor(target, search, words).map((statement) => ({ target, statement })))
  if (words.length === 0 || queries.length === 0) return { found: [], isComplete: true }
  const results = await batch(
    database,
    queries.map(({ statement }) => statement),
  )
  const found = new Map<string, Found>()
  for (const [index, { target }] of queries.entries()) {
    for (const row of results[index] ?? []) {
      const one = foundIn(target, row, words)
      const key = `${one.collection}/${one.id}`
      // The database also finds words in the middle of a word of the title; only those at its beginning count.
      const isPartOfWord = one.rank === NO_RANK && one.inTitle === 0
      if (!isPartOfWord && !found.has(key)) found.set(key, one)
    }
  }
  const best = [...found.values()].sort(byRelevance).slice(0, search.limit)
  return {
    found: best.map(({ rank: _, inTitle: __, ...document }) => document),
    isComplete: targets.length <= MOST_COLLECTIONS,
  }
}

type OwnTarget = Target & { readonly call: NonNullable<Target['call']> }

function statementsFor(target: OwnTarget, search: DocumentSearch, words: readonly string[]) {
  const { collection } = target.call.plan
  const title = shownTitle(target)
  const expression = searchExpression(search.words)
  const slots = createSlots()
  const sources = sourcesOf(target.call)
  const scope = search.status ?? target.scope
  const context: Context = { target, source: sources(target.name), sources, slots, scope }
  const composed: Composed[] = []
  if (collection.search.length > 0 && expression !== null) composed.push(byText(context, expression, words))
  if (title !== null && !collection.search.includes(title)) composed.push(byTitle(context, title, words))
  return composed.map(({ sql, parameters }) =>
    bindStatement(
      numbered({ sql: `SELECT * FROM (${sql}) LIMIT ${limitAt('?')}`, parameters: [...parameters, 'position'] }),
      {
        values: slots.values,
        now: target.call.now,
        rows: search.limit,
        offset: 0,
        position: target.call.runtime.ledger.current,
      },
    ),
  )
}

interface Context {
  readonly target: OwnTarget
  readonly source: Source
  readonly sources: Sources
  readonly slots: Slots
  readonly scope: Target['scope']
}

/** Composes the condition for documents that the caller may read and that are in the scope of the search. */
function readable({ target, source, sources, slots, scope }: Context): Composed {
  // For callers who are not signed in, only published documents exist.
  const scopes = target.scope === 'any' || target.scope === scope ? [scope] : [target.scope, scope]
  return all([
    ...scopes.map((one) => composeScope(source, one)),
    ...target.limits(slots).map((filter) => composeFilter(filter, source, sources)),
  ])
}

/** Composes the ranked search in the full-text index, with the text around the longest word. */
function byText(context: Context, expression: string, words: readonly string[]): Composed {
  const { target, source, slots } = context
  const { plan } = target.call
  const shape: RankedShape = {
    sort: null,
    scope: context.scope,
    filters: [],
    search: slots.add(searchedIn(target.call, expression)),
    after: null,
    counts: false,
  }
  const table = `${source.table}_fts`
  const conditions = searchedItself(target.call, expression, slots)
  const where = all([readable(context), ...conditions.map((filter) => composeFilter(filter, source, context.sources))])
  const matches = composeMatches(source, shape, table, where)
  const keys = orderKeys(null, { ...source.columns, [RANK]: `"${RANK}"` })
  const excerpt = excerptOf(plan, target.call.runtime.program.fieldTypes, longest(words), slots)
  const list = `${selectList(target, source)}, "${RANK}" AS "${RANK}", ${excerpt.sql} AS "${EXCERPT}"`
  const { sql, parameters } = composeRanked(source, shape, table, matches, keys, list)
  return { sql, parameters: [...excerpt.parameters, ...parameters] }
}

/** Composes the search for documents whose title contains all words, among those changed last. */
function byTitle(context: Context, title: string, words: readonly string[]): Composed {
  const { target, source, slots } = context
  const { sql: condition, parameters } = readable(context)
  const where = condition === '' ? '' : ` WHERE ${condition}`
  const updatedAt = source.columns.updatedAt ?? ''
  const latest = sqlText`
    SELECT ${selectList(target, source)}
    FROM "${source.table}"${where}
    ORDER BY ${updatedAt} DESC LIMIT ${MOST_TITLES}
  `
  const holds = words.map(() => `instr(lower("${title}"), ?) > 0`).join(' AND ')
  return {
    sql: `SELECT *, ${NO_RANK} AS "${RANK}", NULL AS "${EXCERPT}" FROM (${latest}) WHERE ${holds} LIMIT ?`,
    parameters: [...parameters, ...words.map((word) => slots.add(word)), 'rows'],
  }
}

/** Properties that are always read: the id, the time of the last change, and those that determine the status. */
const ALWAYS = ['id', 'status', 'updatedAt', 'publishedAt', 'scheduledAt'] as const

function selectList(target: OwnTarget, { columns }: Source): string {
  const title = shownTitle(target)
  const names = [...ALWAYS, ...(title === null ? [] : [title])]
  return names.flatMap((name) => (columns[name] ? [`${columns[name]} AS "${name}"`] : [])).join(', ')
}

function shownTitle({ call }: OwnTarget): string | null {
  const { titleField } = call.plan.collection
  return titleField !== null && call.view.names.has(titleField) ? titleField : null
}

type Found = FoundDocument & Relevance

function foundIn(target: OwnTarget, row: Row, words: readonly string[]): Found {
  const name = shownTitle(target)
  const title = name === null ? null : row[name]
  const document: DocumentRow = settle(row, target.call.now)
  return {
    collection: target.name,
    id: document.id,
    title: typeof title === 'string' && title !== '' ? title : null,
    status: document.status,
    updatedAt: document.updatedAt,
    excerpt: typeof row[EXCERPT] === 'string' ? row[EXCERPT].replaceAll(/\s+/g, ' ').trim() || null : null,
    rank: Number(row[RANK]),
    inTitle: typeof title === 'string' ? matchOfTitle(title, words) : 0,
  }
}
