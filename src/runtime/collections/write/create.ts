import { type Decision, meets } from '../../access/access.ts'
import type { TextResponse } from '../../common/outgoing.ts'
import { timeOfUuidv7, uuidv7 } from '../../common/uuidv7.ts'
import { readJson } from '../../input/body.ts'
import { notify } from '../../plugins/hooks.ts'
import type { FieldPlan } from '../document/plan.ts'
import { type DocumentRow, toDocument } from '../document/row.ts'
import { initialPublicationState } from '../document/status.ts'
import { type Call, refuse, requireDecision, writerOf } from '../request/call.ts'
import { type Remember, withIdempotency } from '../request/idempotency.ts'
import { type CollectionResponse, draftResponse, send } from '../request/respond.ts'
import { completed, validate } from '../request/validate.ts'
import { requireWholeDocuments } from '../translations/own-locales.ts'
import { spreadBody } from '../translations/spread.ts'
import { withTimes } from '../translations/times.ts'
import { askBeforeSave } from './ask-before.ts'
import { auditStatements } from './audit.ts'
import { checkChosen } from './chosen-objects.ts'
import { commit } from './commit.ts'
import { requirePublisher } from './publisher.ts'
import { insertStatements, toRow } from './row-statements.ts'
import { withSlugs, writeWithSlugs } from './slug.ts'

/** `POST /api/<collection>`: creates a document. */
export async function create(call: Call): Promise<TextResponse> {
  const body = await readJson(call.c)
  const decision = requireDecision(call, call.plan.collection.access.create)
  const response = await withIdempotency(call, body, async (remember) => {
    const { row, made } = await newRow(call, body, decision)
    return store(call, row, made, remember)
  })
  return send(call.c, response)
}

/**
 * Returns the row of the document that a request's body describes, and the slug fields that were generated.
 * @param decision result of the rule for creating
 * @throws HttpError `validation_failed`; `forbidden` if the caller may not create the document, set a field or publish;
 * the error of a plugin that refuses the document
 */
export async function newRow(
  call: Call,
  body: unknown,
  decision: Decision,
): Promise<{ readonly row: DocumentRow; readonly made: readonly FieldPlan[] }> {
  requireWholeDocuments(call)
  const id = uuidv7()
  const { fields, standing } = readNewDocument(call, body, timeOfUuidv7(id))
  const system = { ...newSystemColumns(call, id), ...standing }
  const saved = await askBeforeSave(call, null, system, fields)
  await checkChosen(call.c, call.plan.collection.fields, null, saved)
  const { document: untimed, made } = await withSlugs(call, saved, id)
  const document = withTimes(call.plan, null, untimed, system.createdAt)
  const row = toRow(call.plan, system, document)
  if (!meets(decision, toDocument(row, call.plan))) throw refuse(call)
  return { row, made }
}

/** Publication state of a document before it is created, in a collection with drafts. */
const UNPUBLISHED = { status: 'draft', publishedAt: null, scheduledAt: null } as const

function readNewDocument(call: Call, body: unknown, now: number) {
  const { plan } = call
  const input = validate(plan, spreadBody(call, body, null), writerOf(call), 'create')
  const standing = initialPublicationState(input.standing, plan.collection.drafts, now)
  const { drafts } = plan.collection
  requirePublisher(call, drafts ? UNPUBLISHED : { status: 'published', publishedAt: now, scheduledAt: null }, standing)
  return { fields: completed(plan, input), standing }
}

/**
 * Returns the system columns. The time of creation is that of the id: lists break ties by id, indexes by time of
 * creation.
 */
function newSystemColumns(call: Call, id: string) {
  const userId = call.c.get('user')?.id ?? null
  const createdAt = timeOfUuidv7(id)
  return { id, createdAt, updatedAt: createdAt, createdBy: userId, updatedBy: userId, version: 1 }
}

async function store(
  call: Call,
  row: DocumentRow,
  made: readonly FieldPlan[],
  remember: Remember,
): Promise<CollectionResponse> {
  const stored = await writeWithSlugs(call, row, made, null, async (attempt) => {
    const response = draftResponse(call, attempt, 201)
    const documentChanges = [{ action: 'content.create', before: null, after: attempt }] as const
    const events = await commit(call, { documentChanges }, [
      ...remember(response),
      ...insertStatements(call.plan, attempt, call.runtime),
      ...auditStatements(call, documentChanges),
    ])
    return { response: response, events }
  })
  await notify(call.c, stored.events)
  return stored.response
}
