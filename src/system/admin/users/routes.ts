import * as z from 'zod'
import type { Content } from '../../../config/pages.ts'
import { defineRoute } from '../../../config/route.ts'
import {
  answerForm,
  audit,
  HttpError,
  isPageRequest,
  manifestOf,
  type RequestContext,
  serviceOf,
  t,
} from '../../../runtime/kit.ts'
import { changeUser, toggleUser } from './change-user.ts'
import { createUser } from './create-user.ts'
import { findUsers, readUser, usersQuery } from './find-users.ts'
import { newUser, parseForm, type Typed, typed, userChanges } from './user-input.ts'
import { adminUser } from './user-object.ts'

const one = z.strictObject({ success: z.literal(true), data: adminUser })
const noQuery = z.strictObject({})

export const listUsers = defineRoute({
  method: 'GET',
  path: '/admin/users',
  access: ['admin'],
  summary: 'Accounts, newest first',
  input: { query: usersQuery },
  responses: {
    200: z.strictObject({
      success: z.literal(true),
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
  },
  handler: async (c, { query }) => {
    const found = await findUsers(c, query)
    c.header('Cache-Control', 'no-store')
    if (!isPageRequest(c)) return c.json({ success: true, data: found.users, pagination: found.pagination })
    const { usersPage } = await import('./list-page.tsx')
    return c.render(usersPage(c, query, found), { title: t('Users') })
  },
})

export const newUserPage = defineRoute({
  method: 'GET',
  path: '/admin/users/new',
  access: ['admin'],
  summary: 'The form for a new account',
  input: { query: noQuery },
  handler: async (c) => c.render(await newForm(c, {}, null), { title: t('New user') }),
})

export const submitNewUser = defineRoute({
  method: 'POST',
  path: '/admin/users',
  access: ['admin'],
  summary: 'Make an account, or invite its owner by mail',
  input: { json: newUser, form: typed },
  responses: { 201: one, 303: null },
  problems: ['conflict'],
  handler: async (c, { json, form }) => {
    if (json) {
      const data = await createUser(c, json)
      return c.json({ success: true, data }, 201, { Location: `/admin/users/${data.id}` })
    }
    return answerForm(
      c,
      async () => {
        const account = parseForm(newUser, form)
        const { id } = await createUser(c, account)
        return c.redirect(`/admin/users/${id}?done=${account.password == null ? 'invited' : 'created'}`, 303)
      },
      async (problem, status) => c.render(await newForm(c, form, problem), { title: t('New user'), status }),
    )
  },
})

export const showUserPage = defineRoute({
  method: 'GET',
  path: '/admin/users/:id',
  access: ['admin'],
  summary: 'An account',
  input: { query: z.strictObject({ done: z.enum(['saved', 'created', 'invited']).optional() }) },
  responses: { 200: one },
  problems: ['not_found'],
  handler: async (c, { query }) => {
    const data = await readUser(c, idOf(c))
    c.header('Cache-Control', 'no-store')
    if (!isPageRequest(c)) return c.json({ success: true, data })
    const { userPage } = await import('./user-page.tsx')
    return c.render(userPage(c, data, { done: query.done }), { title: data.email })
  },
})

export const updateUser = defineRoute({
  method: 'PATCH',
  path: '/admin/users/:id',
  access: ['admin'],
  summary: 'Change an account',
  input: { json: userChanges },
  responses: { 200: one },
  problems: ['not_found', 'conflict'],
  handler: async (c, { json }) => c.json({ success: true, data: await changeUser(c, idOf(c), json) }),
})

export const submitUser = defineRoute({
  method: 'POST',
  path: '/admin/users/:id',
  access: ['admin'],
  summary: 'Change an account by its form',
  input: { form: typed },
  responses: { 303: null },
  problems: ['not_found', 'conflict'],
  handler: async (c, { form }) => {
    const id = idOf(c)
    return answerForm(
      c,
      async () => {
        await changeUser(c, id, parseForm(userChanges, form))
        return c.redirect(`/admin/users/${id}?done=saved`, 303)
      },
      async (problem, status) => {
        const { userPage } = await import('./user-page.tsx')
        const page = userPage(c, await readUser(c, id), { typed: form, problem })
        return c.render(page, { title: t('User'), status })
      },
    )
  },
})

export const toggleUserRoute = defineRoute({
  method: 'POST',
  path: '/admin/users/:id/toggle',
  access: ['admin'],
  summary: 'Deactivate an account and end its sessions, or activate it again',
  responses: { 200: one, 303: null },
  problems: ['not_found', 'conflict'],
  handler: async (c) => {
    const data = await toggleUser(c, idOf(c))
    return isPageRequest(c) ? c.redirect(`/admin/users/${data.id}`, 303) : c.json({ success: true, data })
  },
})

export const inviteUser = defineRoute({
  method: 'POST',
  path: '/admin/users/:id/invite',
  access: ['admin'],
  summary: 'Mail the owner of an account a link to set a password: an invitation where they never had one',
  responses: { 200: one, 303: null },
  problems: ['not_found', 'conflict', 'not_configured'],
  handler: async (c) => {
    const data = await readUser(c, idOf(c))
    if (!data.isActive) throw new HttpError('conflict', t('This account is deactivated: activate it first.'))
    await (await serviceOf(c, 'accounts')).invite(data.id)
    await audit(c, { action: 'user.invite', collection: 'users', id: data.id })
    return isPageRequest(c) ? c.redirect(`/admin/users/${data.id}?done=invited`, 303) : c.json({ success: true, data })
  },
})

async function newForm(c: RequestContext, form: Typed, problem: HttpError | null): Promise<Content> {
  const { newPage } = await import('./new-page.tsx')
  return newPage(Object.keys(manifestOf(c).roles), form, problem)
}

function idOf(c: RequestContext): string {
  return c.req.param('id') ?? ''
}
