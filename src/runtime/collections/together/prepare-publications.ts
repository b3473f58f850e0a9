import type { RequestContext } from '../../../config/request.ts'
import { checkScopes } from '../../access/enforce.ts'
import { HttpError } from '../../common/errors.ts'
import { batch, type Row, type Statement } from '../../database/database.ts'
import { atPosition } from '../../isolate/position.ts'
import { runtimeOf } from '../../isolate/runtime.ts'
import { t } from '../../messages/messages.ts'
import { type Call, callOf } from '../call.ts'
import { jsonIds } from '../deletions.ts'
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
  const rows = await readRows(calls, documents)
  const publications: Publication[] = []
  const refusals: PublicationRefusal[] = []
  for (const document of documents) {
    try {
      const call = calls.get(document.collection)
      if (!call) throw new HttpError('not_found', t('There is no collection {name}.', { name: document.collection }))
      const publication = await publicationOf(call, document.id, rows.get(document.id))
      if (publication !== null) publications.push(publication)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      refusals.push({ ...document, error })
    }
  }
  return { publications, refusals }
}

/** `null` for a document that is published already. Changes kept beside a published document would be published here. */
async function publicationOf(call: Call, id: string, found: Row | undefined): Promise<Publication | null> {
  const { access, name } = call.plan.collection
  checkScopes(call.c, { access: access.update, method: 'PATCH', handler: 'update', collection: name })
  const before = visible(call, id, found)
  if (before.status === 'published') return null
  const { row } = await editedRow(call, before, (current) => readEdit(call, { status: 'published' }, current, 'update'))
  return { call, before, row, statements: updateStatements(call.plan, before, row, call.runtime.ledger) }
}

function callsOf(c: RequestContext, documents: readonly DocumentName[]): ReadonlyMap<string, Call> {
  const { collections } = runtimeOf(c).program.manifest
  const names = new Set(documents.map(({ collection }) => collection))
  return new Map(collections.filter(({ name }) => names.has(name)).map((one) => [one.name, callOf(c, one)]))
}

async function readRows(
  calls: ReadonlyMap<string, Call>,
  documents: readonly DocumentName[],
): Promise<ReadonlyMap<string, Row>> {
  const [first] = calls.values()
  if (!first) return new Map()
  const statements = [...calls].map(([name, { plan, runtime }]) => {
    const ids = documents.filter(({ collection }) => collection === name).map(({ id }) => id)
    return atPosition(runtime.ledger, plan.collection.statements.many.byIds, [jsonIds(ids)])
  })
  const found = await batch(first.runtime.database, statements)
  return new Map(found.flat().map((row) => [String(row.id), row]))
}
