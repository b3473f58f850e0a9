import type { RequestContext } from '../../../config/request.ts'
import { t } from '../../../messages/translate.ts'
import { checkScopes } from '../../access/enforce.ts'
import { HttpError } from '../../common/errors.ts'
import { batch, type Row, type Statement } from '../../database/database.ts'
import { atPosition } from '../../isolate/position.ts'
import { runtimeOf } from '../../isolate/runtime.ts'
import type { DocumentRow } from '../document/row.ts'
import { DRAFTS_OF, draftedOf } from '../drafts/draft.ts'
import { publicRow } from '../drafts/publication.ts'
import { liveStatements } from '../drafts/store-live.ts'
import { type Call, callOf, requireAllowed } from '../request/call.ts'
import { visible } from '../request/load.ts'
import { jsonIds } from '../write/deletions.ts'

/** A document, identified by its collection and its id. */
export interface DocumentName {
  readonly collection: string
  readonly id: string
}

/** A document in the state in which it becomes public, and the statements that publish it. */
export interface Publication {
  readonly call: Call
  readonly before: DocumentRow
  readonly row: DocumentRow
  readonly statements: readonly Statement[]
}

/** A document that cannot be published, with the reason. */
export interface PublicationRefusal extends DocumentName {
  readonly error: HttpError
}

interface Prepared {
  /** Publications. Documents that are already published and have no pending changes are left out. */
  readonly publications: readonly Publication[]
  readonly refusals: readonly PublicationRefusal[]
}

/** Checks for each document whether it can be published, with one read for all of them. */
export async function preparePublications(c: RequestContext, documents: readonly DocumentName[]): Promise<Prepared> {
  const calls = callsOf(c, documents)
  const found = await readDocuments(calls, documents)
  const publications: Publication[] = []
  const refusals: PublicationRefusal[] = []
  for (const document of documents) {
    try {
      const call = calls.get(document.collection)
      if (!call) throw new HttpError('not_found', t('There is no collection {name}.', { name: document.collection }))
      const publication = await publicationOf(call, document.id, found.get(document.id))
      if (publication !== null) publications.push(publication)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      refusals.push({ ...document, error })
    }
  }
  return { publications, refusals }
}

/** Returns the publication of a document; `null` if the document is already published and has no pending changes. */
async function publicationOf(call: Call, id: string, found: Found | undefined): Promise<Publication | null> {
  const { access, name } = call.plan.collection
  checkScopes(call.c, { access: access.update, method: 'PATCH', handler: 'update', collection: name })
  const drafted = draftedOf(call.plan, visible(call, id, found?.row), found?.pending)
  requireAllowed(call, access.update, drafted.live)
  const edited = await publicRow(call, drafted)
  if (edited === null) return null
  const row: DocumentRow = { ...edited.row, hasDraft: 0 }
  return { call, before: drafted.live, row, statements: liveStatements(call, drafted, row) }
}

function callsOf(c: RequestContext, documents: readonly DocumentName[]): ReadonlyMap<string, Call> {
  const { collections } = runtimeOf(c).program.manifest
  const names = new Set(documents.map(({ collection }) => collection))
  return new Map(collections.filter(({ name }) => names.has(name)).map((one) => [one.name, callOf(c, one)]))
}

interface Found {
  readonly row: Row
  readonly pending: Row | undefined
}

async function readDocuments(
  calls: ReadonlyMap<string, Call>,
  documents: readonly DocumentName[],
): Promise<ReadonlyMap<string, Found>> {
  const [first] = calls.values()
  if (!first) return new Map()
  const statements = [...calls].map(([name, { plan, runtime }]) => {
    const ids = documents.filter(({ collection }) => collection === name).map(({ id }) => id)
    return atPosition(runtime.ledger, plan.collection.statements.many.byIds, [jsonIds(ids)])
  })
  const changes = { sql: DRAFTS_OF, values: [jsonIds(documents.map(({ id }) => id))] }
  const [drafts = [], ...rows] = await batch(first.runtime.database, [changes, ...statements])
  const pending = new Map(drafts.map((draft) => [String(draft.document_id), draft]))
  return new Map(rows.flat().map((row) => [String(row.id), { row, pending: pending.get(String(row.id)) }]))
}
