import { like, or } from 'drizzle-orm'
import * as z from 'zod'
import { defineRoute } from '../../../../config/route.ts'
import { t } from '../../../../messages/translate.ts'
import {
  callApi,
  coreTables,
  HttpError,
  isFieldShown,
  manifestOf,
  type RequestContext,
  refusalIn,
} from '../../../../runtime/kit.ts'
import { EDITORIAL } from '../../editorial.ts'
import { type Option, option, READING } from '../objects.ts'

const SHOWN = 12

/** Finds the options of a picker: documents, users or media that match the words. */
export const optionsRoute = defineRoute({
  method: 'GET',
  path: '/admin/content/options',
  access: EDITORIAL,
  summary: 'Documents, people or files that a reference can point to, searched by name',
  input: { query: z.strictObject({ target: z.string().max(100), q: z.string().max(200).default('') }) },
  returns: z.strictObject({ data: z.array(option) }),
  problems: READING,
  load: async (c, { query: { target, q } }) => ({ data: await optionsIn(c, target, q.trim()) }),
  fragment: () => import('./fragment.tsx'),
})

/** Returns the options of one target that match the words; documents by their title, or else by full-text search. */
export function optionsIn(c: RequestContext, target: string, q: string): Promise<Option[]> {
  if (target === 'users') return people(c, q)
  if (target === 'media') return media(c, q)
  return documents(c, target, q)
}

async function documents(c: RequestContext, target: string, q: string): Promise<Option[]> {
  const collection = manifestOf(c).collections.find(({ name }) => name === target)
  if (!collection) throw new HttpError('not_found', t('There is no such collection.'))
  const { titleField, search, fields } = collection
  const parameters = new URLSearchParams({ limit: String(SHOWN), count: 'none' })
  const title = fields.find(({ name }) => name === titleField)
  const canContain = title !== undefined && isFieldShown(c, title) && title.operators.includes('contains')
  if (q !== '' && titleField !== null && canContain) parameters.set(`${titleField}[contains]`, q)
  else if (q !== '' && search.length > 0) parameters.set('q', q)
  const response = await callApi(c, `/api/${target}?${parameters}`)
  if (!response.ok) throw refusalIn(response)
  return response.body.data.map((document: Record<string, unknown>) => ({
    id: document.id,
    label: String((titleField && document[titleField]) || document.id),
  }))
}

async function people(c: RequestContext, q: string): Promise<Option[]> {
  const { users } = coreTables
  const words = `%${q.replaceAll(/[%_]/g, '')}%`
  // Only administrators may search by email address, because such a search reveals which address belongs to a user.
  const open = [users.username, users.firstName, users.lastName]
  const names = c.get('user')?.role === 'admin' ? [...open, users.email] : open
  const rows = await c.var.db
    .select({ id: users.id, username: users.username, email: users.email })
    .from(users)
    .where(or(...names.map((name) => like(name, words))))
    .limit(SHOWN)
  return rows.map(({ id, username, email }) => ({ id, label: username ?? email }))
}

async function media(c: RequestContext, q: string): Promise<Option[]> {
  const parameters = new URLSearchParams({ limit: String(SHOWN), ...(q && { q }) })
  const response = await callApi(c, `/api/media?${parameters}`)
  if (response.status === 404) return []
  if (!response.ok) throw refusalIn(response)
  return response.body.data.map(
    (item: { id: string; title: string | null; originalName: string; thumbnailUrl?: string }) => ({
      id: item.id,
      label: item.title || item.originalName,
      ...(item.thumbnailUrl && { thumbnail: item.thumbnailUrl }),
    }),
  )
}
