import { sql } from 'drizzle-orm'
import { manifestOf, type RequestContext } from 'lintel/kit'
import type { Random } from './random.ts'
import { seedRecords } from './tables.ts'

/** Maximum number of documents of a collection to which sample data refers: the oldest ones. */
const DEPTH = 2000

/**
 * Documents that may be referred to, by collection. Users and items of the media library use the names `users` and
 * `media`.
 */
export interface Pools {
  /** Returns the id of a random target; `null` if there is none. */
  choose(target: string, random: Random): string | null
  /**
   * Returns the id of the target at an index, for references that no two documents share; `null` if there are no
   * targets.
   */
  at(target: string, index: number): string | null
  size(target: string): number
  /** Adds a document, account or file that was made, so that later ones may refer to it. */
  add(target: string, id: string): void
}

/**
 * Finds the existing targets: those that this seed has created, or, for a collection in which it creates nothing, any
 * documents.
 * @param isPlanned tells whether the seed creates entries of a collection
 */
export async function findPools(
  c: RequestContext,
  seed: number,
  targets: Iterable<string>,
  isPlanned: (target: string) => boolean,
): Promise<Pools> {
  const pools = new Map<string, string[]>()
  for (const target of targets) {
    pools.set(target, await (isPlanned(target) ? findMade(c, seed, target) : findAny(c, target)))
  }
  const idsOf = (target: string) => pools.get(target) ?? []
  return {
    choose: (target, random) => {
      const ids = idsOf(target)
      return ids.length === 0 ? null : random.pick(ids)
    },
    at: (target, index) => idsOf(target)[index % Math.max(1, idsOf(target).length)] ?? null,
    size: (target) => idsOf(target).length,
    add: (target, id) => {
      const ids = pools.get(target)
      if (ids && ids.length < DEPTH && !ids.includes(id)) ids.push(id)
    },
  }
}

async function findMade(c: RequestContext, seed: number, target: string): Promise<string[]> {
  const table = sql.identifier(tableOf(c, target))
  const rows = await c.var.db.all<{ id: string }>(
    sql`SELECT made.id AS "id" FROM ${seedRecords} AS made
    WHERE made.collection = ${target} AND made.seed = ${seed} AND made.position < ${DEPTH}
    AND EXISTS (SELECT 1 FROM ${table} AS there WHERE there."id" = made.id) ORDER BY made.position`,
  )
  return rows.map(({ id }) => id)
}

async function findAny(c: RequestContext, target: string): Promise<string[]> {
  const table = sql.identifier(tableOf(c, target))
  const rows = await c.var.db.all<{ id: string }>(sql`SELECT "id" FROM ${table} ORDER BY "id" LIMIT ${DEPTH}`)
  return rows.map(({ id }) => id)
}

function tableOf(c: RequestContext, target: string): string {
  return manifestOf(c).collections.find(({ name }) => name === target)?.table ?? target
}
