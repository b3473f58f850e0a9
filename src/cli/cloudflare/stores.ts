import * as z from 'zod'
import { Failure } from '../failure.ts'
import type { Account } from './account.ts'
import { callCloudflare, callForPage } from './call-api.ts'

/**
 * Creates the D1 database of this name if it is missing. Returns its id.
 * @throws Failure if Cloudflare does not create it
 */
export async function ensureDatabase(account: Account, name: string): Promise<string> {
  const known = await findDatabase(account, name)
  if (known !== null) return known
  const request = { method: 'POST', path: '/d1/database', body: { name }, permission: 'D1: Edit' } as const
  const made = await callCloudflare(account, request, z.looseObject({ uuid: z.string() }))
  if (made === null) throw notMade('database', name)
  return made.uuid
}

/** Returns the id of the D1 database of this name; `null` if there is none. */
export async function findDatabase(account: Account, name: string): Promise<string | null> {
  const path = `/d1/database?name=${encodeURIComponent(name)}&per_page=100`
  const shape = z.array(z.looseObject({ uuid: z.string(), name: z.string() }))
  const found = await callCloudflare(account, { method: 'GET', path, permission: 'D1: Edit' }, shape)
  return found?.find((database) => database.name === name)?.uuid ?? null
}

/** Deletes the D1 database of this name, if there is one. */
export async function deleteDatabase(account: Account, name: string): Promise<void> {
  const id = await findDatabase(account, name)
  if (id === null) return
  await callCloudflare(account, { method: 'DELETE', path: `/d1/database/${id}`, permission: 'D1: Edit' }, z.unknown())
}

const KV = '/storage/kv/namespaces'
const KV_PERMISSION = 'Workers KV Storage: Edit'

/**
 * Creates the KV namespace of this title if it is missing. Returns its id.
 * @throws Failure if Cloudflare does not create it
 */
export async function ensureNamespace(account: Account, title: string): Promise<string> {
  const known = await findNamespace(account, title)
  if (known !== null) return known
  const request = { method: 'POST', path: KV, body: { title }, permission: KV_PERMISSION } as const
  const made = await callCloudflare(account, request, z.looseObject({ id: z.string() }))
  if (made === null) throw notMade('KV namespace', title)
  return made.id
}

const NAMESPACES_A_PAGE = 100

async function findNamespace(account: Account, title: string): Promise<string | null> {
  const shape = z.array(z.looseObject({ id: z.string(), title: z.string() }))
  for (let page = 1; ; page += 1) {
    const path = `${KV}?page=${page}&per_page=${NAMESPACES_A_PAGE}`
    const found = (await callCloudflare(account, { method: 'GET', path, permission: KV_PERMISSION }, shape)) ?? []
    const known = found.find((namespace) => namespace.title === title)
    if (known) return known.id
    if (found.length < NAMESPACES_A_PAGE) return null
  }
}

export async function deleteNamespace(account: Account, title: string): Promise<void> {
  const id = await findNamespace(account, title)
  if (id === null) return
  await callCloudflare(account, { method: 'DELETE', path: `${KV}/${id}`, permission: KV_PERMISSION }, z.unknown())
}

const R2_PERMISSION = 'Workers R2 Storage: Edit'

/**
 * Creates the R2 bucket of this name if it is missing.
 * @throws Failure if Cloudflare does not create it
 */
export async function ensureBucket(account: Account, name: string): Promise<void> {
  const known = await callCloudflare(
    account,
    { method: 'GET', path: `/r2/buckets/${name}`, permission: R2_PERMISSION },
    z.unknown(),
  )
  if (known !== null) return
  const request = { method: 'POST', path: '/r2/buckets', body: { name }, permission: R2_PERMISSION } as const
  if ((await callCloudflare(account, request, z.unknown())) === null) throw notMade('bucket', name)
}

/** Deletes a bucket and everything in it, since R2 only deletes empty buckets. */
export async function deleteBucket(account: Account, name: string): Promise<void> {
  const shape = z.array(z.looseObject({ key: z.string() }))
  for (;;) {
    const path = `/r2/buckets/${name}/objects?per_page=1000`
    const objects = await callCloudflare(account, { method: 'GET', path, permission: R2_PERMISSION }, shape)
    if (objects === null) return
    if (objects.length === 0) break
    for (const { key } of objects) {
      const object = `/r2/buckets/${name}/objects/${encodeURIComponent(key)}`
      await callCloudflare(account, { method: 'DELETE', path: object, permission: R2_PERMISSION }, z.unknown())
    }
  }
  await callCloudflare(
    account,
    { method: 'DELETE', path: `/r2/buckets/${name}`, permission: R2_PERMISSION },
    z.unknown(),
  )
}

/** Object in a bucket. */
export interface ListedObject {
  readonly key: string
  /** Time of the upload, in milliseconds since the epoch. */
  readonly uploadedAt: number
}

/** Lists up to a thousand objects of a bucket, ordered by key. Returns `null` if there is no such bucket. */
export async function listObjects(
  account: Account,
  bucket: string,
  { prefix, cursor }: { readonly prefix: string; readonly cursor: string | null },
): Promise<{ readonly objects: readonly ListedObject[]; readonly cursor: string | null } | null> {
  const query = new URLSearchParams({ per_page: '1000', prefix, ...(cursor !== null && { cursor }) })
  const shape = z.array(z.looseObject({ key: z.string(), last_modified: z.string() }))
  const path = `/r2/buckets/${bucket}/objects?${query}`
  const page = await callForPage(account, { method: 'GET', path, permission: 'Workers R2 Storage: Read' }, shape)
  if (page === null) return null
  const objects = page.result.map(({ key, last_modified: at }) => ({ key, uploadedAt: Date.parse(at) }))
  return { objects, cursor: page.cursor }
}

function notMade(what: string, name: string): Failure {
  return new Failure(`Cloudflare's API did not create the ${what} ${name}, although it reported no error.`)
}
