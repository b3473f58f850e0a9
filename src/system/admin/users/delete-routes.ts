import * as z from 'zod'
import { defineRoute } from '../../../config/plugin.ts'
import { answerForm, HttpError, type RequestContext, t } from '../../../runtime/kit.ts'
import { deleteUser } from './delete-user.ts'
import { readUser } from './find-users.ts'
import type { AdminUser } from './user-object.ts'

export const deleteUserRoute = defineRoute({
  method: 'DELETE',
  path: '/admin/users/:id',
  access: ['admin'],
  summary: 'Delete an account with its sessions and tokens; what it made stays, and keeps its id',
  responses: { 200: z.strictObject({ success: z.literal(true), data: z.strictObject({ id: z.string() }) }) },
  problems: ['not_found', 'conflict', 'in_use'],
  handler: async (c) => {
    const { id } = await deleteUser(c, idOf(c))
    return c.json({ success: true, data: { id } })
  },
})

export const deleteUserPage = defineRoute({
  method: 'GET',
  path: '/admin/users/:id/delete',
  access: ['admin'],
  summary: 'The page that asks whether an account is to be deleted',
  problems: ['not_found'],
  handler: async (c) => show(c, await readUser(c, idOf(c)), '', null, 200),
})

export const submitDeleteUser = defineRoute({
  method: 'POST',
  path: '/admin/users/:id/delete',
  access: ['admin'],
  summary: 'Delete an account by that page, with its address typed once more',
  input: { form: z.strictObject({ email: z.string().trim().max(320) }) },
  responses: { 303: null },
  problems: ['not_found', 'conflict', 'in_use'],
  handler: async (c, { form }) => {
    const user = await readUser(c, idOf(c))
    return answerForm(
      c,
      async () => {
        if (form.email.toLowerCase() !== user.email) throw notTyped()
        await deleteUser(c, user.id)
        return c.redirect('/admin/users?done=deleted', 303)
      },
      (problem, status) => show(c, user, form.email, problem, status),
    )
  },
})

async function show(
  c: RequestContext,
  user: AdminUser,
  typed: string,
  problem: HttpError | null,
  status: Parameters<Parameters<typeof answerForm>[2]>[1] | 200,
): Promise<Response> {
  const { deletePage } = await import('./delete-page.tsx')
  c.header('Cache-Control', 'no-store')
  return c.render(deletePage(user, typed, problem), { title: t('Delete {email}?', { email: user.email }), status })
}

function notTyped(): HttpError {
  const message = t('This is not the address of the account.')
  return new HttpError('validation_failed', undefined, { errors: [{ path: 'email', code: 'invalid', message }] })
}

function idOf(c: RequestContext): string {
  return c.req.param('id') ?? ''
}
