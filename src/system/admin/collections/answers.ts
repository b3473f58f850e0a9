import * as z from 'zod'
import type { EditAnswer, SourceEdit } from '../../../manifest/source-edit.ts'
import { HttpError, type ManifestCollection, manifestOf, type RequestContext, t } from '../../../runtime/kit.ts'
import { ask, problemOf, savedOrThrow, type Wish } from './ask.ts'
import { type TypedForm, textOf } from './typed.ts'

export const outcome = z.strictObject({
  success: z.literal(true),
  data: z.looseObject({ name: z.string(), file: z.string() }),
})

export const problems = ['schema_locked', 'not_found', 'conflict', 'precondition_failed', 'validation_failed'] as const

/** What a program is told that asks for a change. */
export async function answerProgram(
  c: RequestContext,
  edit: SourceEdit,
  wish: Wish,
  status: 200 | 201,
): Promise<Response> {
  const answer = await ask(c, edit, wish)
  c.header('Cache-Control', 'no-store')
  if (answer.outcome === 'preview' && !wish.save) return c.json({ success: true, data: answer.preview })
  const { name, file } = savedOrThrow(answer)
  if (status === 201) c.header('Location', `/admin/collections/${name}`)
  return c.json({ success: true, data: { name, file } }, status)
}

/**
 * The outcome of a form: who has seen what it would do, and says so, is led on; anybody else is shown.
 * @param next where one is led once it is saved
 */
export async function submit(
  c: RequestContext,
  edit: SourceEdit,
  form: TypedForm,
  next: string,
  show: (answer: EditAnswer) => Promise<Response>,
): Promise<Response> {
  const state = textOf(form, 'state') || null
  const answer = await ask(c, edit, { save: state !== null, state })
  c.header('Cache-Control', 'no-store')
  return answer.outcome === 'saved' ? c.redirect(next, 303) : show(answer)
}

/** A form that is shown again with what is wrong is no success. */
export function statusOf(answer: EditAnswer | null): 200 | 404 | 409 | 412 | 422 {
  if (answer === null || answer.outcome === 'saved') return 200
  const isFine = answer.outcome === 'preview' && answer.preview.mistakes.every(({ severity }) => severity !== 'error')
  if (isFine) return 200
  const { status } = problemOf(answer)
  return status === 404 || status === 409 || status === 412 ? status : 422
}

/** @throws HttpError `not_found` */
export function collectionOf(c: RequestContext): ManifestCollection {
  const found = manifestOf(c).collections.find(({ name }) => name === idOf(c))
  if (!found) throw new HttpError('not_found', t('There is no such collection.'))
  return found
}

export function idOf(c: RequestContext): string {
  return c.req.param('id') ?? ''
}
