import { sql } from 'drizzle-orm'
import {
  findService,
  isDatabaseAway,
  log,
  type Statement,
  storeDocuments,
  storedManifestOf,
  type WholeDocument,
} from 'lintel/kit'
import { identityOf } from '../identity.ts'
import type { Slot } from '../plan.ts'
import { recordStatement } from '../records.ts'
import { makeDraft, type Workshop, wholeDocument } from './make.ts'
import { type Lost, makeUnique } from './unique.ts'

interface Planned {
  readonly slot: Slot
  readonly document: WholeDocument
}

/**
 * Creates the documents of some slots, and stores them with their records. Existing ones are skipped.
 * @returns how many were stored
 */
export async function fillSlots(
  workshop: Workshop,
  slots: readonly Slot[],
  lose: (lost: Lost) => void,
): Promise<number> {
  const there = await findThere(workshop, slots)
  const open = slots.filter((slot) => !there.has(idOf(workshop, slot)))
  const drafts = open.flatMap((slot) => {
    const collection = storedManifestOf(workshop.c).collections.find(({ name }) => name === slot.collection)
    if (!collection) return []
    const draft = makeDraft(workshop, collection, slot)
    if (!('reason' in draft)) return [draft]
    lose({ collection: slot.collection, ...draft })
    return []
  })
  const kept = await makeUnique(workshop, drafts, lose)
  const planned = kept.map((draft) => ({ slot: draft.slot, document: wholeDocument(workshop, draft) }))
  const stored = await storeAll(workshop, planned, lose)
  const media = await findService(workshop.c, 'media')
  await media?.noteUsages(stored.map(({ document }) => document))
  for (const { collection, id } of stored.map(({ document }) => document)) workshop.pools.add(collection, id)
  return stored.length
}

/**
 * Stores all documents at once, or as many as possible: a refused batch is halved until only refused documents remain.
 */
async function storeAll(
  workshop: Workshop,
  planned: readonly Planned[],
  lose: (lost: Lost) => void,
): Promise<readonly Planned[]> {
  if (planned.length === 0) return []
  try {
    await store(workshop, planned)
    return planned
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    // The first documents of collections that need each other are stored together or not at all.
    if (planned.length > 1 && !planned.some(({ slot }) => slot.head)) {
      const middle = Math.ceil(planned.length / 2)
      const first = await storeAll(workshop, planned.slice(0, middle), lose)
      return [...first, ...(await storeAll(workshop, planned.slice(middle), lose))]
    }
    log(workshop.c, 'warn', { type: 'seed-data', error: String(error) })
    for (const { slot } of planned) lose({ collection: slot.collection, reason: 'the database refused it' })
    return []
  }
}

async function store({ c, seed }: Workshop, planned: readonly Planned[]): Promise<void> {
  const record: Statement = recordStatement(
    planned.map(({ slot, document }) => ({
      kind: 'content',
      id: document.id,
      collection: slot.collection,
      seed,
      position: slot.position,
    })),
  )
  await storeDocuments(
    c,
    planned.map(({ document }) => document),
    [record],
  )
}

async function findThere(workshop: Workshop, slots: readonly Slot[]): Promise<Set<string>> {
  const ids = JSON.stringify(slots.map((slot) => idOf(workshop, slot)))
  const rows = await workshop.c.var.db.all<{ id: string }>(
    sql`SELECT "id" FROM "content" WHERE "id" IN (SELECT "value" FROM json_each(${ids}))`,
  )
  return new Set(rows.map(({ id }) => id))
}

function idOf({ seed }: Workshop, { collection, position }: Slot): string {
  return identityOf(seed, collection, position).id
}
