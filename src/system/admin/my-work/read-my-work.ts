import { and, desc, eq, gte, like, lt, sql } from 'drizzle-orm'
import { auditLog, coreTables, manifestOf, type RequestContext } from '../../../runtime/kit.ts'
import { type IndexRow, readableItems } from '../content/readable-items.ts'
import { type SiteFacts, siteFacts } from './first-steps.tsx'

const { content, contentDrafts } = coreTables

/** Maximum number of documents in a list. */
const SHOWN = 8

/** Number of rows that are read, some of which the caller may not see, or which repeat a document. */
const ASKED = 40

const DAY = 86_400_000

/** Milliseconds after which a scheduled document counts as late. Triggers run every minute. */
const LATE = 5 * 60_000

/** A document that concerns the user, and the time that is shown with it. */
export interface WorkItem extends IndexRow {
  readonly status: string
  readonly at: number
  /** True if the entry is about the document's pending changes. */
  readonly isChange?: boolean
}

/** An entry with the label of its collection. */
export interface ShownItem extends WorkItem {
  readonly label: string
}

/** Documents that concern an author. Times are milliseconds since the epoch. */
export interface MyWork {
  /** Drafts that the user has created, last changed first. */
  readonly drafts: readonly ShownItem[]
  /** Documents that the user has changed, the latest first. */
  readonly edited: readonly ShownItem[]
  /** Documents and changes that will be published in the next seven days, soonest first. */
  readonly soon: readonly ShownItem[]
  /** Documents and changes whose time has passed, but which could not be published. */
  readonly late: readonly ShownItem[]
  /** Changes whose scheduled publication was refused. */
  readonly refused: readonly ShownItem[]
  /** Facts about the site; absent if the database did not return them. */
  readonly site: SiteFacts | undefined
}

/** Reads the documents that concern the caller: in one round trip, or in two if access rules depend on documents. */
export async function readMyWork(c: RequestContext, now: number): Promise<MyWork> {
  const { db } = c.var
  const user = c.get('user')?.id ?? ''
  const columns = { id: content.id, collection: content.collectionId, title: content.title, status: content.status }
  // A literal instead of a parameter, so that SQLite uses the partial index.
  const scheduled = sql`${content.status} = 'scheduled'`
  const ofTime = (from: number, to: number) =>
    db
      .select({ ...columns, at: sql<number>`${content.scheduledAt}` })
      .from(content)
      .where(and(scheduled, gte(content.scheduledAt, from), lt(content.scheduledAt, to)))
      .orderBy(content.scheduledAt)
      .limit(ASKED)
  const changesOfTime = (
    column: typeof contentDrafts.scheduledAt | typeof contentDrafts.refusedAt,
    from: number,
    to: number,
  ) =>
    db
      .select({ ...columns, at: sql<number>`${column}` })
      .from(contentDrafts)
      .innerJoin(content, eq(content.id, contentDrafts.documentId))
      .where(and(gte(column, from), lt(column, to)))
      .orderBy(column)
      .limit(ASKED)
  const week = [now, now + 7 * DAY] as const
  const past = [0, now - LATE] as const
  const [drafts, edited, soon, soonChanges, late, lateChanges, refused, [site]] = await db.batch([
    db
      .select({ ...columns, at: content.updatedAt })
      .from(content)
      .where(and(sql`${content.status} = 'draft'`, eq(content.createdBy, user)))
      .orderBy(desc(content.updatedAt))
      .limit(ASKED),
    db
      .select({ ...columns, at: auditLog.at })
      .from(auditLog)
      .innerJoin(content, eq(content.id, auditLog.documentId))
      .where(and(eq(auditLog.actorId, user), like(auditLog.action, 'content.%')))
      .orderBy(desc(auditLog.id))
      .limit(ASKED),
    ofTime(...week),
    changesOfTime(contentDrafts.scheduledAt, ...week),
    ofTime(...past),
    changesOfTime(contentDrafts.scheduledAt, ...past),
    changesOfTime(contentDrafts.refusedAt, 0, now),
    db.all<SiteFacts>(sql.raw(siteFacts(c))),
  ])
  const known = {
    drafts,
    edited: firstOfEach(edited),
    soon: inOrder(soon, soonChanges),
    late: inOrder(late, lateChanges),
    refused: inOrder([], refused),
  }
  const readable = await readableItems(c, Object.values(known).flat())
  const shown = new Map(readable.map((item) => [item.id, item.title]))
  const labels = new Map(manifestOf(c).collections.map(({ name, label }) => [name, label]))
  const visible = (items: readonly WorkItem[]) =>
    items
      .filter(({ id }) => shown.has(id))
      .slice(0, SHOWN)
      .map((item) => ({
        ...item,
        title: shown.get(item.id) ?? null,
        label: labels.get(item.collection) ?? item.collection,
      }))
  return {
    drafts: visible(known.drafts),
    edited: visible(known.edited),
    soon: visible(known.soon),
    late: visible(known.late),
    site,
    refused: visible(known.refused),
  }
}

/** Merges documents and pending changes, earliest first. */
function inOrder(documents: readonly WorkItem[], changes: readonly WorkItem[]): readonly WorkItem[] {
  return [...documents, ...changes.map((item) => ({ ...item, isChange: true }))].sort((a, b) => a.at - b.at)
}

function firstOfEach(items: readonly WorkItem[]): readonly WorkItem[] {
  return [...new Map(items.toReversed().map((item) => [item.id, item])).values()].sort((a, b) => b.at - a.at)
}
