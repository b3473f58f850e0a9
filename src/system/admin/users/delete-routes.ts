import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { HttpError, t } from '../../../runtime/kit.ts'
import { deleteUser } from './delete-user.ts'
import { readUser } from './find-users.ts'
import { adminUser } from './user-object.ts'

const deleted = z.strictObject({ data: z.strictObject({ id: z.string() }) })

export const deleteUserRoute = defineRoute({
  method: 'DELETE',
  path: '/admin/users/:id',
  access: ['admin'],
  summary: 'Delete an account with its sessions and tokens; what it created is kept, with its id',
  returns: deleted,
  problems: ['not_found', 'conflict', 'in_use'],
  act: async (c, { params }) => {
    const { id } = await deleteUser(c, params.id)
    return { data: { id } }
  },
})

export const deleteUserPage = defineRoute({
  method: 'GET',
  path: '/admin/users/:id/delete',
  access: ['admin'],
  summary: 'The page that asks for confirmation before an account is deleted',
  returns: z.strictObject({ data: adminUser }),
  problems: ['not_found'],
  load: async (c, { params }) => ({ data: await readUser(c, params.id) }),
  page: () => import('./delete-page.tsx'),
})

export const submitDeleteUser = defineRoute({
  method: 'POST',
  path: '/admin/users/:id/delete',
  access: ['admin'],
  summary: 'Delete an account from its confirmation page, on which the email address must be typed',
  input: { form: z.strictObject({ email: z.string().trim().toLowerCase().max(320) }) },
  returns: deleted,
  problems: ['not_found', 'conflict', 'in_use'],
  act: async (c, { form, params }) => {
    const user = await readUser(c, params.id)
    if (form.email !== user.email) throw notTyped()
    await deleteUser(c, user.id)
    return { data: { id: user.id } }
  },
  to: '/admin/users?done=deleted',
  again: deleteUserPage,
})

function notTyped(): HttpError {
  const message = t('This is not the address of the account.')
  return new HttpError('validation_failed', undefined, { errors: [{ path: 'email', code: 'invalid', message }] })
}
