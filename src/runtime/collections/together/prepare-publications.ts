import type { RequestContext } from '../../../config/request.ts'
import { checkScopes } from '../../access/enforce.ts'
import { HttpError } from '../../common/errors.ts'
import { batch, type Row, type Statement } from '../../database/database.ts'
import { atPosition } from '../../isolate/position.ts'
import { runtimeOf } from '../../isolate/runtime.ts'
import { t } from '../../messages/messages.ts'
import { type Call, callOf, requireAllowed } from '../call.ts'
import { jsonIds } from '../deletions.ts'
import { DRAFTS, draftedOf } from '../drafts/draft.ts'
import { editedToPublish } from '../drafts/publish.ts'
import { endStatement, guardStatement } from '../drafts/statements.ts'
import { visible } from '../load.ts'
import type { DocumentRow } from '../row.ts'
import { editedRow, readEdit } from '../update.ts'
import { updateStatements } from '../write.ts'

/** A document by its collection and its id. */
export interface DocumentName {
  readonly collection: string
  readonly id: string
}

/** A document as it becomes public, and the statements that make it so. */
export interface Publication {
  readonly call: Call
  readonly action: 'content.update' | 'content.publish'
  readonly before: DocumentRow
  readonly row: DocumentRow
  readonly statements: readonly Statement[]
}

/** A document that cannot be published, and why. */
export interface PublicationRefusal extends DocumentName {
  readonly error: HttpError
}

interface Prepared {
  /** Without those of documents that are published already. */
  readonly publications: readonly Publication[]
  readonly refusals: readonly PublicationRefusal[]
}

/** Asks of each document what its publication asks, with one read for all of them. */
export async function preparePublications(c: RequestContext, documents: readonly DocumentName[]): Promise<Prepared> {
  const calls = callsOf(c, documents)
  const { rows, drafts } = await readRows(calls, documents)
  const publications: Publication[] = []
  const refusals: PublicationRefusal[] = []
  for (const document of documents) {
    try {
      const call = calls.get(document.collection)
      if (!call) throw new HttpError('not_found', t('There is no collection {name}.', { name: document.collection }))
      const publication = await publicationOf(call, document.id, rows.get(document.id), drafts.get(document.id))
      if (publication !== null) publications.push(publication)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      refusals.push({ ...document, error })
    }
  }
  return { publications, refusals }
}

/** `null` for a document that is published already, and of which no changes are pending. */
async function publicationOf(
  call: Call,
  id: string,
  found: Row | undefined,
  pending: Row | undefined,
): Promise<Publication | null> {
  const { plan, runtime } = call
  const { access, name } = plan.collection
  checkScopes(call.c, { access: access.update, method: 'PATCH', handler: 'update', collection: name })
  const before = visible(call, id, found)
  if (before.status === 'published') return pending === undefined ? null : publicationOfChanges(call, before, pending)
  const { row } = await editedRow(call, before, (current) => readEdit(call, { status: 'published' }, current, 'update'))
  return {
    call,
    action: 'content.update',
    before,
    row,
    statements: updateStatements(plan, before, row, runtime.ledger),
  }
}

async function publicationOfChanges(call: Call, live: DocumentRow, pending: Row): Promise<Publication> {
  const { plan, runtime } = call
  requireAllowed(call, plan.collection.access.update, live)
  const drafted = draftedOf(plan, live, pending)
  const { row } = await editedToPublish(call, drafted)
  const statements = [
    guardStatement(plan, drafted, runtime.ledger),
    endStatement(live),
    ...updateStatements(plan, live, row, runtime.ledger),
  ]
  return { call, action: 'content.publish', before: live, row, statements }
}

function callsOf(c: RequestContext, documents: readonly DocumentName[]): ReadonlyMap<string, Call> {
  const { collections } = runtimeOf(c).program.manifest
  const names = new Set(documents.map(({ collection }) => collection))
  return new Map(collections.filter(({ name }) => names.has(name)).map((one) => [one.name, callOf(c, one)]))
}

async function readRows(calls: ReadonlyMap<string, Call>, documents: readonly DocumentName[]) {
  const [first] = calls.values()
  if (!first) return { rows: new Map<string, Row>(), drafts: new Map<string, Row>() }
  const statements = [...calls].map(([name, { plan, runtime }]) => {
    const ids = documents.filter(({ collection }) => collection === name).map(({ id }) => id)
    return atPosition(runtime.ledger, plan.collection.statements.many.byIds, [jsonIds(ids)])
  })
  const pending = { sql: DRAFTS, values: [jsonIds(documents.map(({ id }) => id))] }
  const [drafts = [], ...found] = await batch(first.runtime.database, [pending, ...statements])
  const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [String(row.id), row]))
  return { rows: byId(found.flat()), drafts: byId(drafts) }
}
