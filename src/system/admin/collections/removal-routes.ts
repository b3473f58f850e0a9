import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import type { EditAnswer, SourceEdit } from '../../../manifest/source-edit.ts'
import { type RequestContext, t } from '../../../runtime/kit.ts'
import { answerProgram, collectionOf, idOf, outcome, problems, statusOf, submit } from './answers.ts'
import { ask, fileOf, requireDevelopment } from './ask.ts'
import { textOf, typedForm } from './typed.ts'

export const removeCollection = defineRoute({
  method: 'DELETE',
  path: '/admin/collections/:id',
  access: ['admin'],
  summary: 'Deletes the file of a collection and takes it out of the config, in development',
  input: { query: z.strictObject({ reason: z.string().max(200).optional(), preview: z.stringbool().optional() }) },
  responses: { 200: outcome },
  problems,
  handler: (c, { query }) => {
    requireDevelopment(c, fileOf(c, idOf(c)))
    const edit: SourceEdit = { kind: 'delete-collection', name: idOf(c), reason: query.reason ?? null }
    return answerProgram(c, edit, { save: query.preview !== true, state: null }, 200)
  },
})

export const askToDelete = defineRoute({
  method: 'GET',
  path: '/admin/collections/:id/delete',
  access: ['admin'],
  summary: 'What deleting a collection would do, in development',
  problems: ['schema_locked', 'not_found'],
  handler: async (c) => {
    const { name } = collectionOf(c)
    requireDevelopment(c, fileOf(c, name))
    const edit: SourceEdit = { kind: 'delete-collection', name, reason: null }
    return showDeletion(c, name, '', await ask(c, edit, { save: false, state: null }), 200)
  },
})

export const submitDeletion = defineRoute({
  method: 'POST',
  path: '/admin/collections/:id/delete',
  access: ['admin'],
  summary: 'Deletes a collection by its form, in development',
  input: { form: typedForm },
  responses: { 303: null },
  problems,
  handler: (c, { form }) => {
    requireDevelopment(c, fileOf(c, idOf(c)))
    const { name } = collectionOf(c)
    const reason = textOf(form, 'reason')
    const edit: SourceEdit = { kind: 'delete-collection', name, reason: reason || null }
    return submit(c, edit, form, '/admin/collections?saved=1', (answer) => showDeletion(c, name, reason, answer))
  },
})

async function showDeletion(
  c: RequestContext,
  name: string,
  reason: string,
  answer: EditAnswer | null,
  status = statusOf(answer),
): Promise<Response> {
  const { removalPage } = await import('./removal-page.tsx')
  const title = t('Delete {name}', { name })
  const path = `/admin/collections/${name}`
  const page = removalPage({ title, action: `${path}/delete`, back: path, reason, answer })
  return c.render(page, { title, status })
}
