import type { RequestContext } from '../../../config/request.ts'
import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import { batch, DatabaseError, type Statement } from '../../database/database.ts'
import { during } from '../../deadlines/deadline.ts'
import { confirmPosition } from '../../isolate/position.ts'
import { type Runtime, runtimeOf } from '../../isolate/runtime.ts'
import { notify } from '../../plugins/hooks.ts'
import type { Call } from '../request/call.ts'
import { auditStatements } from '../write/audit.ts'
import { commitTogether } from '../write/commit.ts'
import { isBroken } from '../write/promise-guard.ts'
import { explainRefusal, isStale } from '../write/refusals.ts'
import {
  type DocumentName,
  type Publication,
  type PublicationRefusal,
  preparePublications,
} from './prepare-publications.ts'

/** Maximum number of documents that one transaction publishes: each takes about ten statements. */
export const MAX_TOGETHER = 100

const MAX_TRIES = 5

/** Outcome of a publication: all documents that were not published are published, or none of them. */
export type PublishedTogether =
  | { readonly kind: 'published'; readonly published: readonly DocumentName[] }
  | { readonly kind: 'refused'; readonly refusals: readonly PublicationRefusal[] }

/**
 * Publishes documents of any collections as the caller, in one transaction. Every rule, guard and hook applies to each
 * document as if it were published alone; if one is refused, none is published. For a published document, its pending
 * changes are published; if it has none, it stays as it is.
 * @param documents at most `MAX_TOGETHER`, each once
 * @param alongside further statements for the same transaction. If one violates a NOT NULL constraint, an assumption of
 * the caller no longer holds
 * @throws HttpError `conflict` if such an assumption no longer holds, or if other writes keep changing the documents;
 * `payload_too_large`
 */
export async function publishTogether(
  c: RequestContext,
  documents: readonly DocumentName[],
  alongside: readonly Statement[] = [],
): Promise<PublishedTogether> {
  const runtime = runtimeOf(c)
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const { publications, refusals } = await prepare(c, documents)
    if (refusals.length > 0) return { kind: 'refused', refusals }
    try {
      await store(c, runtime, publications, alongside)
      return { kind: 'published', published: publications.map(nameOf) }
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      if (isStale(error)) await confirmPosition(runtime.database, runtime.ledger)
      else throw await explain(publications, error)
    }
  }
  throw new HttpError('conflict', t('Others keep changing these documents. Read them again.'))
}

/** Returns the reasons why `publishTogether` would currently refuse documents; empty if it would publish them. */
export async function publicationRefusals(
  c: RequestContext,
  documents: readonly DocumentName[],
): Promise<readonly PublicationRefusal[]> {
  return (await prepare(c, documents)).refusals
}

function prepare(c: RequestContext, documents: readonly DocumentName[]) {
  if (documents.length > MAX_TOGETHER) {
    const detail = t('At most {max} documents can be published together.', { max: MAX_TOGETHER })
    throw new HttpError('payload_too_large', detail)
  }
  return preparePublications(c, documents)
}

async function store(
  c: RequestContext,
  runtime: Runtime,
  publications: readonly Publication[],
  alongside: readonly Statement[],
): Promise<void> {
  if (publications.length === 0) {
    if (alongside.length > 0) await batch(runtime.database, alongside)
    return
  }
  const parts = [...Map.groupBy(publications, ({ call }) => call)].map(([call, some]) => ({ call, some }))
  const changes = parts.map(({ call, some }) => ({
    call,
    plan: call.plan,
    change: {
      documentChanges: some.map(({ before, row }) => ({ action: 'content.publish' as const, before, after: row })),
    },
  }))
  const statements = [
    ...alongside,
    ...publications.flatMap((publication) => publication.statements),
    ...changes.flatMap(({ call, change }) => auditStatements(call, change.documentChanges)),
  ]
  await notify(c, await during('long', () => commitTogether({ c, runtime }, changes, statements)))
}

/** Converts the database's refusal of a transaction to an error about the document concerned. */
async function explain(publications: readonly Publication[], error: DatabaseError): Promise<unknown> {
  const { refusal } = error
  if (refusal.kind === 'notNull' && !isBroken(error))
    return new HttpError('conflict', t('This has changed since you opened it. Check it and try again.'))
  const table = refusal.kind === 'unique' ? refusal.table : null
  const named = publications.filter(({ call }) => call.plan.collection.table === table)
  for (const { call, before, row } of named.length > 0 ? named : publications) {
    const explained = await explainRefusal(call, error, before, row)
    if (explained instanceof HttpError) return explained
  }
  return error
}

function nameOf({ call, row }: { readonly call: Call; readonly row: { readonly id: string } }): DocumentName {
  return { collection: call.plan.collection.name, id: row.id }
}
