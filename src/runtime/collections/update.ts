import { readJson } from '../body.ts'
import { batch, DatabaseError } from '../database.ts'
import { HttpError } from '../errors.ts'
import { announce } from './announce.ts'
import { type Call, requireAllowed } from './call.ts'
import type { Remember } from './idempotency.ts'
import { checkPrecondition, load } from './load.ts'
import { requirePublisher } from './publisher.ts'
import { explainRefusal, isStale } from './refusals.ts'
import { type Answer, documentAnswer, send } from './respond.ts'
import { type Document, type DocumentRow, toDocument } from './row.ts'
import { withSlugs } from './slug.ts'
import { nextStanding, type Standing } from './status.ts'
import { merged, replaced, validate } from './validate.ts'
import { toRow, updateStatements } from './write.ts'

/** `PUT /api/<collection>/:id` */
export function replace(call: Call, id: string): Promise<Response> {
  return write(call, id, 'replace')
}

/** `PATCH /api/<collection>/:id` */
export function update(call: Call, id: string): Promise<Response> {
  return write(call, id, 'update')
}

async function write(call: Call, id: string, kind: 'replace' | 'update'): Promise<Response> {
  const body = await readJson(call.c)
  const { plan } = call
  const writer = { user: call.c.get('user'), view: call.view, functions: call.runtime.program.functions }
  const answer = await change(call, id, (before) => {
    const input = validate(plan, body, writer, kind)
    const standing = nextStanding(before, input.standing, plan.collection.drafts, call.now)
    if (plan.collection.drafts) requirePublisher(call, before.status, standing.status)
    const current = toDocument(before, plan)
    const fields = kind === 'replace' ? replaced(plan, input, current, writer) : merged(plan, input, current)
    return { fields, standing }
  })
  return send(call.c, answer)
}

/** Tries at a write without `If-Match` that others keep overtaking. */
const MAX_TRIES = 5

/**
 * Reads a document, lets `edit` say what becomes of it, and stores that: over the very document that was read, or, when
 * somebody else was faster, over theirs.
 * @param remember statements that keep the answer, in the same batch
 * @throws HttpError `not_found`, `forbidden`, `precondition_failed`, `conflict` and whatever `edit` throws
 */
export async function change(
  call: Call,
  id: string,
  edit: (before: DocumentRow) => { readonly fields: Document; readonly standing: Standing },
  remember: Remember = () => [],
): Promise<Answer> {
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const before = await load(call, id)
    requireAllowed(call, call.plan.collection.access.update, before)
    checkPrecondition(call, before)
    const row = editedRow(call, before, edit(before))
    const answer = documentAnswer(call, row)
    try {
      await batch(call.runtime.env.DB, [...remember(answer), ...updateStatements(call.plan, before, row)])
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      if (isStale(error)) continue
      throw await explainRefusal(call, error, toDocument(row, call.plan))
    }
    await announce(call, 'content:save', before, row)
    await announce(call, 'content:update', before, row)
    return answer
  }
  throw new HttpError('conflict', 'Others keep changing this document. Read it again.')
}

function editedRow(call: Call, before: DocumentRow, { fields, standing }: { fields: Document; standing: Standing }) {
  const system = {
    id: before.id,
    ...standing,
    createdAt: before.createdAt,
    createdBy: before.createdBy,
    updatedAt: Math.max(call.now, before.updatedAt),
    updatedBy: call.c.get('user')?.id ?? null,
    version: before.version + 1,
  }
  return toRow(call.plan, system, withSlugs(call, fields, before.id).document)
}
