import { inArray } from 'drizzle-orm'
import type { FieldData, Json } from '../../../fields/field-type.ts'
import { fieldTypes } from '../../../fields/index.ts'
import { membersOf, partsOf } from '../../../fields/parts.ts'
import { callApi, coreTables, manifestOf, type RequestContext } from '../../../runtime/kit.ts'

/** Maximum number of values in one `in` condition of a list. */
const TOGETHER = 50
/** Maximum number of names that one page looks up in each collection; beyond it, ids are shown instead of names. */
const MOST = 500

/**
 * Returns names to show in place of the ids in documents, by id. Objects that the caller may not read, and those beyond
 * `MOST`, have no entry.
 */
export async function labelsFor(
  c: RequestContext,
  fields: readonly FieldData[],
  documents: readonly { readonly [name: string]: unknown }[],
): Promise<ReadonlyMap<string, string>> {
  const idsByTarget = idsIn(fields, documents)
  const found = await Promise.all([...idsByTarget].map(([target, ids]) => labelsIn(c, target, [...ids].slice(0, MOST))))
  return new Map(found.flat())
}

/** Returns the ids that documents refer to, by target. */
export function idsIn(
  fields: readonly FieldData[],
  documents: readonly { readonly [name: string]: unknown }[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const idsByTarget = new Map<string, Set<string>>()
  for (const document of documents) {
    for (const field of fields) collect(field, document[field.name] as Json | undefined, idsByTarget) // the values of an API response
  }
  return idsByTarget
}

function collect(field: FieldData, value: Json | undefined, idsByTarget: Map<string, Set<string>>): void {
  if (value === null || value === undefined) return
  const { kind, options } = field
  const links = fieldTypes[kind]?.links
  if (links) {
    links.visit(value, ({ collection, documentId }) => {
      idsByTarget.set(collection, (idsByTarget.get(collection) ?? new Set()).add(documentId))
    })
  } else if (options.target !== undefined) {
    const ids = idsByTarget.get(options.target) ?? new Set()
    idsByTarget.set(options.target, ids)
    for (const id of Array.isArray(value) ? value : [value]) if (typeof id === 'string') ids.add(id)
  } else {
    const parts = partsOf(field)
    for (const item of Array.isArray(value) ? (value as readonly Json[]) : [value]) {
      if (parts?.kind === 'list') collect(parts.of, item, idsByTarget)
      else collectObject(membersOf(parts, item), item, idsByTarget)
    }
  }
}

function collectObject(fields: readonly FieldData[], value: Json, idsByTarget: Map<string, Set<string>>): void {
  if (typeof value !== 'object' || value === null) return
  const object = value as { readonly [name: string]: Json }
  for (const field of fields) collect(field, object[field.name], idsByTarget)
}

async function labelsIn(c: RequestContext, target: string, ids: readonly string[]): Promise<[string, string][]> {
  if (target === 'users') return userLabels(c, ids)
  const labels = target === 'media' ? mediaLabels : documentLabels
  const parts = Array.from({ length: Math.ceil(ids.length / TOGETHER) }, (_, part) =>
    ids.slice(part * TOGETHER, (part + 1) * TOGETHER),
  )
  return (await Promise.all(parts.map((part) => labels(c, target, part)))).flat()
}

/** Reads the labels of up to `TOGETHER` documents in one request. */
async function documentLabels(c: RequestContext, target: string, ids: readonly string[]): Promise<[string, string][]> {
  const titleField = manifestOf(c).collections.find(({ name }) => name === target)?.titleField ?? null
  if (titleField === null) return []
  const query = new URLSearchParams({
    'id[in]': ids.join(','),
    fields: titleField,
    limit: String(TOGETHER),
    count: 'none',
  })
  const { ok, body } = await callApi(c, `/api/${target}?${query}`)
  if (!ok) return []
  return body.data.map((document: Readonly<Record<string, unknown>>) => [
    String(document.id),
    String(document[titleField] || document.id),
  ])
}

/** Returns the usernames of up to 100 users, by id; for a user without one, the email address. */
export async function userLabels(c: RequestContext, ids: readonly string[]): Promise<[string, string][]> {
  if (ids.length === 0) return []
  const { users } = coreTables
  const rows = await c.var.db
    .select({ id: users.id, username: users.username, email: users.email })
    .from(users)
    .where(inArray(users.id, ids.slice(0, 2 * TOGETHER)))
  return rows.map(({ id, username, email }) => [id, username ?? email])
}

async function mediaLabels(c: RequestContext, target: string, ids: readonly string[]): Promise<[string, string][]> {
  const query = new URLSearchParams({ ids: ids.join(','), limit: String(TOGETHER) })
  const { ok, body } = await callApi(c, `/api/${target}?${query}`)
  if (!ok) return []
  return body.data.map((item: Readonly<Record<string, unknown>>) => [
    String(item.id),
    String(item.title || item.originalName),
  ])
}
