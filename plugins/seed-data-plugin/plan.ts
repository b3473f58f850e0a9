import { sql } from 'drizzle-orm'
import { HttpError, type ManifestCollection, manifestOf, type RequestContext, t } from 'lintel/kit'
import { fillingOrder } from './documents/order.ts'
import { shareOut } from './documents/share-out.ts'
import { seedRecords } from './tables.ts'

/** Numbers of documents, users and files to make. */
export interface SeedRequest {
  readonly content: number
  readonly users: number
  readonly media: number
  readonly seed: number
  /** Collections that get documents. */
  readonly collections: readonly string[]
  /** Roles that accounts get in turn. */
  readonly roles: readonly string[]
  /** Types that files get in turn. */
  readonly mediaTypes: readonly string[]
  /** Password of every account. Without it, nobody can sign in with a password. */
  readonly password?: string
}

/**
 * One document, account or file to be made, by its collection and position. Accounts and files use the collection names
 * `users` and `media`.
 */
export interface Slot {
  readonly collection: string
  /** Position in the collection, from 0. */
  readonly position: number
  /** True for the first documents of collections that need each other, which are all stored at once. */
  readonly head: boolean
  /** Number of the group of collections that need each other. */
  readonly group: number
}

/** Everything that will be made, in order, so that one call can make a part and the next call the rest. */
export interface Plan {
  readonly slots: readonly Slot[]
  /** Planned number of entries in each collection, including users and media. */
  readonly shares: ReadonlyMap<string, number>
}

/**
 * Plans a request.
 * @throws HttpError `validation_failed` for a collection that the config does not have
 */
export async function planSeed(c: RequestContext, seedRequest: SeedRequest): Promise<Plan> {
  const collections = seedRequest.collections.map((name) => collectionNamed(c, name))
  const groups = fillingOrder(collections)
  const inOrder = groups.flat().map((name) => collectionNamed(c, name))
  const taken = await takenSingletons(c, inOrder)
  const shares = shareOut(seedRequest.content, inOrder, (name) => taken.has(name))
  return {
    shares: new Map([['users', seedRequest.users], ['media', seedRequest.media], ...shares]),
    slots: [
      ...slots('users', 0, seedRequest.users),
      ...slots('media', 0, seedRequest.media),
      ...groups.flatMap((group, index) => groupSlots(group, shares, index)),
    ],
  }
}

function groupSlots(names: readonly string[], shares: ReadonlyMap<string, number>, group: number): Slot[] {
  const filled = names.filter((name) => (shares.get(name) ?? 0) > 0)
  const heads = filled.map((collection) => ({ collection, position: 0, head: true, group }))
  return [...heads, ...filled.flatMap((name) => slots(name, 1, shares.get(name) ?? 0, group))]
}

function slots(collection: string, from: number, to: number, group = -1): Slot[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => ({
    collection,
    position: from + index,
    head: false,
    group,
  }))
}

/**
 * Returns the collection with the given name.
 * @throws HttpError `validation_failed`
 */
function collectionNamed(c: RequestContext, name: string): ManifestCollection {
  const { collections } = manifestOf(c)
  const found = collections.find((collection) => collection.name === name)
  if (found) return found
  const names = collections.map((collection) => collection.name).join(', ')
  throw new HttpError('validation_failed', t('There is no collection {name}.', { name: name.slice(0, 100) }), {
    errors: [{ path: 'collections', code: 'invalid_value', message: t('One of {values}.', { values: names }) }],
  })
}

/** Returns the singletons whose only document was made by people. */
async function takenSingletons(c: RequestContext, collections: readonly ManifestCollection[]): Promise<Set<string>> {
  const taken = new Set<string>()
  for (const { name, table, singleton } of collections) {
    if (!singleton) continue
    const made = sql`(SELECT ${seedRecords.id} FROM ${seedRecords} WHERE ${seedRecords.collection} = ${name})`
    const rows = await c.var.db.all(sql`SELECT 1 FROM ${sql.identifier(table)} WHERE "id" NOT IN ${made} LIMIT 1`)
    if (rows.length > 0) taken.add(name)
  }
  return taken
}
