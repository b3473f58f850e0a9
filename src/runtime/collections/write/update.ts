import type { DraftNote, HookEvent } from '../../../config/hooks.ts'
import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import type { TextResponse } from '../../common/outgoing.ts'
import { DatabaseError } from '../../database/database.ts'
import { readJson } from '../../input/body.ts'
import { notify } from '../../plugins/hooks.ts'
import type { FieldPlan } from '../document/plan.ts'
import { type Document, type DocumentRow, toDocument } from '../document/row.ts'
import { nextPublicationState, type PublicationState } from '../document/status.ts'
import { type Call, isAllowed, requireAllowed, writerOf } from '../request/call.ts'
import type { Remember } from '../request/idempotency.ts'
import { checkPrecondition, load } from '../request/load.ts'
import { type CollectionResponse, draftResponse, send } from '../request/respond.ts'
import { merged, onlyWritable, replaced, validate, withGroups } from '../request/validate.ts'
import { requireOwnLocales } from '../translations/own-locales.ts'
import { spreadBody } from '../translations/spread.ts'
import { confirmedBy, withTimes } from '../translations/times.ts'
import { askBeforeSave } from './ask-before.ts'
import { auditStatements, type DocumentChange } from './audit.ts'
import { checkChosen } from './chosen-objects.ts'
import { commit } from './commit.ts'
import { requirePublisher } from './publisher.ts'
import { isStale } from './refusals.ts'
import { toRow, updateStatements } from './row-statements.ts'
import { withSlugs, writeWithSlugs } from './slug.ts'

/** `PUT /api/<collection>/:id`: replaces a document. */
export function replace(call: Call, id: string): Promise<TextResponse> {
  return write(call, id, 'replace')
}

/** `PATCH /api/<collection>/:id`: updates fields of a document. */
export function update(call: Call, id: string): Promise<TextResponse> {
  return write(call, id, 'update')
}

async function write(call: Call, id: string, kind: 'replace' | 'update'): Promise<TextResponse> {
  const body = await readJson(call.c)
  return send(call.c, await change(call, id, (before) => readEdit(call, body, before, kind)))
}

/** New state of a document. */
export interface Edit {
  readonly fields: Document
  readonly standing: PublicationState
  /** Locale whose translation this edit confirms as up to date. Default: none. */
  readonly confirmed?: string | null
}

/**
 * Reads the new state of a document from a body.
 * @throws HttpError `validation_failed`, `invalid_transition`; `forbidden` if the caller may not write a field or
 * publish
 */
export function readEdit(call: Call, body: unknown, before: DocumentRow, kind: 'replace' | 'update'): Edit {
  const { plan } = call
  const writer = writerOf(call)
  const current = toDocument(before, plan)
  const input = validate(plan, givenBody(call, body, current, kind), writer, kind)
  const standing = nextPublicationState(before, input.standing, plan.collection.drafts, call.now)
  requirePublisher(call, before, standing)
  const fields = kind === 'replace' ? replaced(plan, input, current, writer) : merged(plan, input, current)
  return { fields, standing, confirmed: confirmedBy(call, body) }
}

/**
 * Completes a body with the values that it leaves unchanged: those in other locales and, for an update, those in
 * groups.
 */
export function givenBody(call: Call, body: unknown, current: Document, kind: 'replace' | 'update'): unknown {
  const spread = spreadBody(call, body, current)
  return kind === 'update' ? withGroups(call.plan, spread, current) : spread
}

/** Maximum number of attempts to write without `If-Match`. It is enough for fifty simultaneous writes. */
const MAX_TRIES = 100

/**
 * Maximum pause between two attempts, in milliseconds. The pause is random, so that simultaneous writes do not collide
 * again.
 */
const MAX_PAUSE = 100

function pause(attempt: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(attempt * 5, MAX_PAUSE)))
}

/**
 * Reads a document, lets `edit` compute its new state, and stores the result. If somebody else has changed the document
 * in the meantime, starts over with the changed document.
 * @param remember statements that store the response, in the same batch
 * @throws HttpError `not_found`, `forbidden`, `precondition_failed`, `conflict`, and the errors of `edit`
 */
export async function change(
  call: Call,
  id: string,
  edit: (before: DocumentRow) => Edit,
  remember: Remember = () => [],
  action: DocumentChange['action'] = 'content.update',
): Promise<CollectionResponse> {
  return untilStored(call, async () => {
    const before = await load(call, id)
    checkPrecondition(call, before)
    const { row, made } = await editedRow(call, before, edit)
    return writeWithSlugs(call, row, made, before, (attempt) => store(call, action, before, attempt, remember))
  })
}

interface Stored {
  readonly response: CollectionResponse
  readonly events: readonly HookEvent[]
}

/**
 * Repeats an attempt to store a document until no other write interferes, and then calls hooks.
 * @param tryToStore reads everything again each time; returns `stale` if another write was faster
 * @throws HttpError `conflict` if every attempt is stale
 */
export async function untilStored(
  call: Call,
  tryToStore: () => Promise<Stored | 'stale'>,
): Promise<CollectionResponse> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const stored = await tryToStore()
    if (stored !== 'stale') {
      await notify(call.c, stored.events)
      return stored.response
    }
    await pause(attempt)
  }
  throw new HttpError('conflict', t('Others keep changing this document. Read it again.'))
}

async function store(
  call: Call,
  action: DocumentChange['action'],
  before: DocumentRow,
  row: DocumentRow,
  remember: Remember,
) {
  const response = draftResponse(call, before.hasDraft === undefined ? row : { ...row, hasDraft: before.hasDraft })
  try {
    const documentChanges = [{ action, before, after: row }]
    const events = await commit(call, { documentChanges }, [
      ...remember(response),
      ...updateStatements(call.plan, before, row, call.runtime),
      ...auditStatements(call, documentChanges),
    ])
    return { response: response, events }
  } catch (error) {
    if (error instanceof DatabaseError && isStale(error)) return 'stale'
    throw error
  }
}

/** Details of an edit to a document that can have pending changes. */
export interface DraftEdit {
  /** State before the edit, as hooks receive it. */
  readonly stored: DocumentRow
  /** Details of the pending changes, as hooks receive them. */
  readonly note?: DraftNote
  /** True if the document itself stays as it is and keeps its version. Default `false`. */
  readonly isKept?: boolean
}

/**
 * Returns the row after an edit, and the slug fields that were generated. Fields that the caller may not write keep
 * their value, and the rule for updates must allow both the old and the new state.
 * @throws HttpError `forbidden`, and the error of a plugin that refuses the change
 */
export async function editedRow(
  call: Call,
  before: DocumentRow,
  edit: (before: DocumentRow) => Edit,
  { stored = before, note, isKept = false }: Partial<DraftEdit> = {},
): Promise<{ readonly row: DocumentRow; readonly made: readonly FieldPlan[] }> {
  const { update } = call.plan.collection.access
  requireAllowed(call, update, before)
  const { standing, fields: newFields, confirmed } = edit(before)
  const fields = onlyWritable(call.plan, newFields, toDocument(before, call.plan), writerOf(call))
  requireOwnLocales(call, toDocument(before, call.plan), fields)
  const system = {
    id: before.id,
    ...standing,
    createdAt: before.createdAt,
    createdBy: before.createdBy,
    updatedAt: Math.max(call.now, before.updatedAt),
    updatedBy: call.c.get('user')?.id ?? null,
    version: isKept ? before.version : before.version + 1,
  }
  const saved = await askBeforeSave(call, stored, system, fields, note)
  await checkChosen(call.c, call.plan.collection.fields, toDocument(before, call.plan), saved)
  const { document: untimed, made } = await withSlugs(call, saved, before.id)
  const document = withTimes(call.plan, toDocument(before, call.plan), untimed, system.updatedAt, confirmed)
  const row = toRow(call.plan, system, document)
  if (!isAllowed(call, update, row))
    throw new HttpError('forbidden', t('After this change, your role could no longer edit the document.'))
  return { row, made }
}
