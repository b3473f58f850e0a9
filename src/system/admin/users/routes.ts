import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { audit, HttpError, serviceOf, t } from '../../../runtime/kit.ts'
import { changeUser, toggleUser } from './change-user.ts'
import { createUser } from './create-user.ts'
import { findUsers, readUser, usersQuery } from './find-users.ts'
import { newUser, userChanges } from './user-input.ts'
import { adminUser } from './user-object.ts'

const userResponse = z.strictObject({ data: adminUser })

export const listUsers = defineRoute({
  method: 'GET',
  path: '/admin/users',
  access: ['admin'],
  summary: 'Accounts, newest first',
  input: { query: usersQuery },
  returns: z.strictObject({
    data: z.array(adminUser),
    pagination: z.strictObject({
      page: z.int(),
      limit: z.int(),
      total: z.int(),
      totalPages: z.int(),
      hasNext: z.boolean(),
      hasPrev: z.boolean(),
    }),
  }),
  load: async (c, { query }) => {
    const { users, pagination } = await findUsers(c, query)
    return { data: users, pagination }
  },
  page: () => import('./list-page.tsx'),
})

export const newUserPage = defineRoute({
  method: 'GET',
  path: '/admin/users/new',
  access: ['admin'],
  summary: 'The form for a new account',
  input: { query: z.strictObject({}) },
  page: () => import('./new-page.tsx'),
})

export const submitNewUser = defineRoute({
  method: 'POST',
  path: '/admin/users',
  access: ['admin'],
  summary: 'Create an account with a password',
  input: { body: newUser },
  returns: userResponse,
  status: 201,
  problems: ['conflict'],
  act: async (c, { body }) => {
    const data = await createUser(c, body)
    c.header('Location', `/admin/users/${data.id}`)
    return { data }
  },
  to: ({ data }) => `/admin/users/${data.id}?done=created`,
  again: newUserPage,
})

export const showUserPage = defineRoute({
  method: 'GET',
  path: '/admin/users/:id',
  access: ['admin'],
  summary: 'An account',
  input: { query: z.strictObject({ done: z.enum(['saved', 'created', 'link', 'factor']).optional() }) },
  returns: userResponse,
  problems: ['not_found'],
  load: async (c, { params }) => ({ data: await readUser(c, params.id) }),
  page: () => import('./user-page.tsx'),
})

export const updateUser = defineRoute({
  method: 'PATCH',
  path: '/admin/users/:id',
  access: ['admin'],
  summary: 'Change an account',
  input: { json: userChanges },
  returns: userResponse,
  problems: ['not_found', 'conflict'],
  act: async (c, { json, params }) => ({ data: await changeUser(c, params.id, json) }),
})

export const submitUser = defineRoute({
  method: 'POST',
  path: '/admin/users/:id',
  access: ['admin'],
  summary: 'Change an account with its form',
  input: { form: userChanges },
  returns: userResponse,
  problems: ['not_found', 'conflict'],
  act: async (c, { form, params }) => ({ data: await changeUser(c, params.id, form) }),
  to: ({ data }) => `/admin/users/${data.id}?done=saved`,
  again: showUserPage,
})

export const toggleUserRoute = defineRoute({
  method: 'POST',
  path: '/admin/users/:id/toggle',
  access: ['admin'],
  summary: 'Deactivate an account and end its sessions, or activate it again',
  returns: userResponse,
  problems: ['not_found', 'conflict'],
  act: async (c, { params }) => ({ data: await toggleUser(c, params.id) }),
  to: ({ data }) => `/admin/users/${data.id}`,
})

export const resetFactor = defineRoute({
  method: 'POST',
  path: '/admin/users/:id/second-factor/off',
  access: ['admin'],
  summary: 'Turn off the second factor of somebody who has lost it',
  returns: userResponse,
  problems: ['not_found', 'conflict'],
  act: async (c, { params }) => {
    const { id } = await readUser(c, params.id)
    if (id === c.get('user')?.id) throw new HttpError('conflict', t('Your own second factor is on your profile page.'))
    await (await serviceOf(c, 'accounts')).resetSecondFactor(id)
    return { data: await readUser(c, id) }
  },
  to: ({ data }) => `/admin/users/${data.id}?done=factor`,
  again: showUserPage,
})

export const sendPasswordLink = defineRoute({
  method: 'POST',
  path: '/admin/users/:id/password-link',
  access: ['admin'],
  summary: 'Email the owner of an account a link for setting a password, valid for a day',
  returns: userResponse,
  problems: ['not_found', 'conflict', 'not_configured'],
  act: async (c, { params }) => {
    const data = await readUser(c, params.id)
    await (await serviceOf(c, 'accounts')).sendPasswordLink(data.id)
    await audit(c, { action: 'user.password-link', collection: 'users', id: data.id })
    return { data }
  },
  to: ({ data }) => `/admin/users/${data.id}?done=link`,
  again: showUserPage,
})
