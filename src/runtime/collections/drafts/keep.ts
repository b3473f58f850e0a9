import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import type { TextResponse } from '../../common/outgoing.ts'
import { readJson } from '../../input/body.ts'
import { type DocumentRow, toDocument } from '../document/row.ts'
import { pendingTime, requireUndated } from '../document/status.ts'
import { type Call, requireAllowed, writerOf } from '../request/call.ts'
import { REVISION, revisionOf } from '../request/etag.ts'
import type { Remember } from '../request/idempotency.ts'
import { checkPrecondition } from '../request/load.ts'
import { type CollectionResponse, draftResponse, send } from '../request/respond.ts'
import { merged, replaced, validate } from '../request/validate.ts'
import { confirmedBy } from '../translations/times.ts'
import { requirePublishing } from '../write/publisher.ts'
import { guardReferences, newInside } from '../write/references-inside.ts'
import { toRow } from '../write/row-statements.ts'
import { freeSlugs } from '../write/slug.ts'
import { type Edit, editedRow, givenBody, readEdit, untilStored } from '../write/update.ts'
import { type Drafted, differences, loadDrafted, scheduleOf } from './draft.ts'
import { requireKeepable } from './keepable.ts'
import { endStatement, keepStatements } from './statements.ts'
import { storeApart } from './store-apart.ts'
import { storeLive } from './store-live.ts'

/** `PUT /api/<collection>/:id?draft=true`: replaces a document, as a pending change if it is published. */
export function keepReplaced(call: Call, id: string): Promise<TextResponse> {
  return keepBody(call, id, 'replace')
}

/** `PATCH /api/<collection>/:id?draft=true`: updates fields of a document, as a pending change if it is published. */
export function keepUpdated(call: Call, id: string): Promise<TextResponse> {
  return keepBody(call, id, 'update')
}

async function keepBody(call: Call, id: string, kind: 'replace' | 'update'): Promise<TextResponse> {
  const body = await readJson(call.c)
  return send(call.c, await keepDraft(call, id, (seen) => readDraftEdit(call, body, seen, kind)))
}

/**
 * Stores a change to a published document as a pending change. A change to an unpublished document, or one that
 * unpublishes the document, is stored directly.
 * @param edit returns the new state of the document with its pending changes
 * @throws HttpError as `change` does
 */
export function keepDraft(
  call: Call,
  id: string,
  edit: (seen: DocumentRow) => Edit,
  remember: Remember = () => [],
): Promise<CollectionResponse> {
  return untilStored(call, async () => {
    const drafted = await loadDrafted(call, id)
    const { live, seen } = drafted
    checkPrecondition(call, seen)
    requireAllowed(call, call.plan.collection.access.update, live)
    const newState = edit(seen)
    if (live.status === 'published' && newState.standing.status === 'published') {
      return keep(call, drafted, newState, remember)
    }
    return storeLive(call, drafted, await editedRow(call, seen, () => newState, { stored: live }), remember)
  })
}

/** Reads the new state of a document with its pending changes from a body. */
function readDraftEdit(call: Call, body: unknown, seen: DocumentRow, kind: 'replace' | 'update'): Edit {
  const { plan } = call
  const writer = writerOf(call)
  const current = toDocument(seen, plan)
  const input = validate(plan, givenBody(call, body, current, kind), writer, kind)
  const { status = seen.status } = input.standing
  if (seen.status !== 'published' || status !== 'published') return readEdit(call, body, seen, kind)
  requireUndated(input.standing, seen.publishedAt)
  const scheduledAt = pendingTime(input.standing, scheduleOf(seen), call.now)
  return {
    fields: kind === 'replace' ? replaced(plan, input, current, writer) : merged(plan, input, current),
    standing: { status: 'published', publishedAt: seen.publishedAt, scheduledAt },
    confirmed: confirmedBy(call, body),
  }
}

async function keep(call: Call, drafted: Drafted, newState: Edit, remember: Remember) {
  const { plan } = call
  const { live, seen, draft, last } = drafted
  const { scheduledAt } = newState.standing
  if (scheduledAt !== null || scheduleOf(seen) !== scheduledAt) requirePublishing(call)
  const nextRevision = (row: DocumentRow) => {
    return draft !== null && isEmpty(differences(plan, seen, row)) ? draft.revision : last + 1
  }
  const note = {
    revision: nextRevision(toRow(plan, seen, { ...toDocument(seen, plan), ...newState.fields })),
    publishes: scheduledAt !== null,
  }
  const edited = await editedRow(call, seen, () => newState, { stored: seen, note, isKept: true })
  const row: DocumentRow = { ...(await freeSlugs(call, edited.row, edited.made)), hasDraft: 1 }
  const data = differences(plan, live, row)
  if (isEmpty(data)) return endWithout(call, drafted, row, remember)
  await requireKeepable(call, row, data)
  const revision = nextRevision(row)
  const shown = { ...row, [REVISION]: revisionOf(revision, row.updatedAt) }
  const change = { action: 'content.draft', before: seen, after: shown } as const
  const { program } = call.runtime
  const guards = guardReferences(program, newInside(plan, live, row))
  return storeApart(
    call,
    drafted,
    change,
    [...keepStatements(plan, drafted, { row, data, revision }), ...guards],
    remember,
  )
}

/**
 * Ends the pending changes to a document whose fields all have their published values again.
 * @throws HttpError `validation_failed` for a request to schedule them
 */
async function endWithout(call: Call, drafted: Drafted, row: DocumentRow, remember: Remember) {
  if (row.scheduledAt !== null) {
    const message = t('There are no changes to publish at that time.')
    throw new HttpError('validation_failed', message, {
      errors: [{ path: 'scheduledAt', code: 'invalid_value', message }],
    })
  }
  const { live, seen, draft } = drafted
  const after: DocumentRow = { ...live, hasDraft: 0 }
  if (draft === null) return { response: draftResponse(call, after), events: [] }
  return storeApart(call, drafted, { action: 'content.discard', before: seen, after }, [endStatement(live)], remember)
}

function isEmpty(fields: object): boolean {
  return Object.keys(fields).length === 0
}
