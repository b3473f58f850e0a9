import { and, eq } from 'drizzle-orm'
import { activeSampleData, hashPassword, log, manifestOf, type RequestContext, uuidv7 } from 'lintel/kit'
import { fillSlots } from './documents/fill.ts'
import { needsTarget } from './documents/order.ts'
import { type Languages, languagesOf } from './documents/translations.ts'
import type { Lost } from './documents/unique.ts'
import { identityOf } from './identity.ts'
import { fillMedia, type MediaType } from './media/fill.ts'
import { type Plan, planSeed, type SeedRequest, type Slot } from './plan.ts'
import { findPools, type Pools } from './pools.ts'
import { seedRecords, seedRuns } from './tables.ts'
import { fillUsers } from './users/fill.ts'

/** The part of a request that one call carries out, so that no call takes long. */
export interface Part {
  /** Position at which the previous call stopped. */
  readonly from: number
  /**
   * Approximate number of documents to make, or of files and accounts that take as long. Documents that are stored
   * together are made together.
   */
  readonly limit: number
}

export const ALL: Part = { from: 0, limit: Number.POSITIVE_INFINITY }

export interface Counts {
  readonly content: number
  readonly users: number
  readonly media: number
}

export interface Outcome {
  readonly created: Counts
  readonly seed: number
  /** Documents that could not be made, with the reasons. */
  readonly skipped: readonly { readonly collection: string; readonly reason: string; readonly count: number }[]
  /** Position at which the next call continues; `null` if everything has been created. */
  readonly next: number | null
  readonly total: number
}

/** Number of documents or accounts that are stored together: larger batches write each page of an index less often. */
const AT_ONCE = 1000
/** Number of documents that take as long to make as one file. */
const COST_OF_FILE = 20
/** Number of files in one batch, after which the limit is checked again. */
const FILES = 10

/**
 * Creates sample data. The same request makes the same data, in any number of parts. Existing data is skipped, so
 * nothing is made twice.
 * @throws HttpError `validation_failed` for an unknown collection
 */
export async function generate(c: RequestContext, seedRequest: SeedRequest, part: Part = ALL): Promise<Outcome> {
  const plan = await planSeed(c, seedRequest)
  const made = { content: 0, users: 0, media: 0 }
  const skipped = new Map<string, { collection: string; reason: string; count: number }>()
  const lose = ({ collection, reason }: Lost) => {
    const key = `${collection} ${reason}`
    skipped.set(key, { collection, reason, count: (skipped.get(key)?.count ?? 0) + 1 })
  }
  const pools = await poolsFor(c, plan, seedRequest)
  const passwordHash = seedRequest.password === undefined ? null : await hashPassword(seedRequest.password)
  const languages = await languagesOf(c)
  if (part.from === 0) await noteRun(c, seedRequest.seed)
  let at = 0
  let spent = 0
  for (const slots of batchesOf(plan)) {
    const start = at
    at += slots.length
    if (at <= part.from) continue
    if (spent >= part.limit) return outcome(start)
    const kind = kindOf(slots)
    spent += slots.length * (kind === 'media' ? COST_OF_FILE : 1)
    made[kind] += await fill({ c, seedRequest, pools, passwordHash, languages, lose }, slots)
  }
  const count = Math.ceil(seedRequest.content / Math.max(1, seedRequest.collections.length))
  await makeOfPlugins(c, { seed: seedRequest.seed, count }, lose)
  return outcome(null)

  function outcome(next: number | null): Outcome {
    return { created: made, seed: seedRequest.seed, skipped: [...skipped.values()], next, total: plan.slots.length }
  }
}

/** Makes sample rows in the tables of plugins. A plugin that fails does not stop the others. */
async function makeOfPlugins(
  c: RequestContext,
  sample: { readonly seed: number; readonly count: number },
  lose: (lost: Lost) => void,
): Promise<void> {
  const plugins = await activeSampleData(c)
  const documents = plugins.length === 0 ? [] : await someDocuments(c, sample.seed)
  for (const { plugin, sampleData } of plugins) {
    try {
      await sampleData.make(c, { ...sample, documents })
    } catch (error) {
      log(c, 'error', { type: 'seed-data', plugin, error: String(error) })
      lose({ collection: plugin, reason: 'the plugin could not create its sample data: the log has the reason' })
    }
  }
}

function someDocuments(c: RequestContext, seed: number) {
  return c.var.db
    .select({ collection: seedRecords.collection, id: seedRecords.id })
    .from(seedRecords)
    .where(and(eq(seedRecords.kind, 'content'), eq(seedRecords.seed, seed)))
    .orderBy(seedRecords.id)
    .limit(100)
}

interface Filling {
  readonly c: RequestContext
  readonly seedRequest: SeedRequest
  readonly pools: Pools
  readonly passwordHash: string | null
  readonly languages: Languages
  readonly lose: (lost: Lost) => void
}

/**
 * Creates the documents, accounts or files of some slots.
 * @returns how many were made
 */
async function fill(filling: Filling, slots: readonly Slot[]): Promise<number> {
  const { c, seedRequest, pools, passwordHash, languages, lose } = filling
  const { seed, roles } = seedRequest
  const kind = kindOf(slots)
  if (kind === 'content') {
    const heads = slots.filter(({ head }) => head)
    const promised = new Map(heads.map(({ collection }) => [collection, identityOf(seed, collection, 0).id]))
    const rings = heads.length > 0 && needsItself(c, heads) ? promised : new Map<string, string>()
    return fillSlots({ c, seed, pools, promised: rings, hasUsers: seedRequest.users > 0, ...languages }, slots, lose)
  }
  const positions = slots.map(({ position }) => position)
  const ids =
    kind === 'users'
      ? await fillUsers(c, { seed, positions, roles, passwordHash })
      : await fillMedia(c, { seed, positions, types: seedRequest.mediaTypes as readonly MediaType[] }) // the route has checked it
  for (const id of ids) pools.add(kind, id)
  return ids.length
}

/**
 * Tells whether the first documents must refer to each other or to themselves, so that their ids must be known before
 * they are stored.
 */
function needsItself(c: RequestContext, heads: readonly Slot[]): boolean {
  if (heads.length > 1) return true
  const collection = manifestOf(c).collections.find(({ name }) => name === heads[0]?.collection)
  return collection?.fields.some((field) => field.target === collection.name && needsTarget(field)) ?? false
}

/**
 * Splits a plan into batches, each with slots of one collection, or with the first documents of one group of
 * collections. The cuts depend only on the plan, not on where a call stops.
 */
function batchesOf({ slots }: Plan): Slot[][] {
  const batches: Slot[][] = []
  for (const slot of slots) {
    const last = batches.at(-1)
    const [first] = last ?? []
    const size = slot.collection === 'media' ? FILES : AT_ONCE
    const fits = first && last && last.length < size
    const together = first && (first.head ? slot.head : !slot.head && first.collection === slot.collection)
    if (fits && together && !startsRing(slot, last)) last.push(slot)
    else batches.push([slot])
  }
  return batches
}

/** Tells whether a slot begins another group, whose first documents are stored separately. */
function startsRing(slot: Slot, last: readonly Slot[]): boolean {
  return slot.head && last.some(({ group }) => group !== slot.group)
}

function kindOf([first]: readonly Slot[]): keyof Counts {
  return first?.collection === 'users' || first?.collection === 'media' ? first.collection : 'content'
}

async function poolsFor(c: RequestContext, plan: Plan, seedRequest: SeedRequest): Promise<Pools> {
  const named = new Set(seedRequest.collections)
  const targets = new Set(['users', 'media', ...seedRequest.collections])
  for (const { name, fields } of manifestOf(c).collections) {
    if (!named.has(name)) continue
    for (const { target } of fields) if (target !== null) targets.add(target)
  }
  return findPools(c, seedRequest.seed, targets, (target) => (plan.shares.get(target) ?? 0) > 0)
}

async function noteRun(c: RequestContext, seed: number): Promise<void> {
  await c.var.db.insert(seedRuns).values({ id: uuidv7(), seed, startedAt: Date.now() })
}
