import { readIndex } from '../sql/read-index.ts'
import { type Filling, USUAL } from './filling.ts'
import { type Link, nameAfter, retargetedTables } from './lineage.ts'
import type { ProofFailure } from './proof.ts'

/** New fillings of tables, each at its position in the chain: `2 posts`. */
export type Narrowed = readonly { readonly at: string; readonly filling: Filling }[]

/** Chooses other sample rows, which pass a deliberate check of a migration; empty if no such check has failed. */
export function narrowFillings(
  { message, statement }: ProofFailure,
  index: number,
  links: readonly Link[],
  fillings: ReadonlyMap<string, Filling>,
): Narrowed {
  const required = /migration_check\.(\w+)\.\S+ is required/.exec(message)?.[1]
  const referring = /migration_check\.(\w+)\.\S+ refers to drafts/.exec(message)?.[1]
  const isUnique = message.includes('UNIQUE constraint failed')
  const unique = isUnique ? uniqueTable(statement ?? '') : undefined
  const notNull = /^INSERT INTO "(\w+)"/.exec(statement ?? '')?.[1]
  const isNotNull = notNull !== undefined && message.includes(`NOT NULL constraint failed: ${notNull}.`)
  const table = referring ?? required ?? unique ?? (isNotNull ? notNull : undefined)
  if (message.includes('FOREIGN KEY constraint failed')) return withoutFormerRows(index, links, fillings)
  if (table === undefined) return []
  const next = referring !== undefined ? referringToPublished : isUnique ? single : filled
  // Drafts move before tables are renamed.
  const named = referring !== undefined ? index : index + 1
  return links.slice(0, index + 1).flatMap(({ before }, position) => {
    const former = [...before.keys()].filter((name) => nameAfter(name, links.slice(position, named)) === table)
    // A table of a plugin keeps its name.
    return (former.length > 0 || before.has(table) ? former : [table]).flatMap((name) => {
      const at = `${position} ${name}`
      const filling = next(fillings.get(at) ?? USUAL)
      return filling ? [{ at, filling }] : []
    })
  })
}

/**
 * Leaves out sample rows of earlier migrations if a field gets another target, because their references become invalid.
 * Rows inserted right before this migration are kept: their field is empty.
 */
function withoutFormerRows(index: number, links: readonly Link[], fillings: ReadonlyMap<string, Filling>): Narrowed {
  const link = links[index]
  const led = new Set(link ? retargetedTables(link) : [])
  return links.slice(0, index).flatMap(({ before }, position) =>
    [...before.keys()]
      .filter((name) => led.has(nameAfter(name, links.slice(position, index)) ?? ''))
      .map((name) => ({ at: `${position} ${name}`, filling: { ...USUAL, rows: 0 } }))
      .filter(({ at }) => fillings.get(at)?.rows !== 0),
  )
}

/** Returns the filling to try next if references lead to drafts that a migration moves to the trash. */
function referringToPublished(filling: Filling): Filling | null {
  if (!filling.published) return { ...filling, published: true }
  return filling.rows > 0 ? { ...filling, rows: 0 } : null
}

/** Returns the table whose unique index is created, or whose rows are filled in. */
function uniqueTable(statement: string): string | undefined {
  if (statement.startsWith('CREATE UNIQUE INDEX')) return readIndex(statement).table
  return /^UPDATE "(\w+)"/.exec(statement)?.[1]
}

/**
 * Returns the filling to try next if a required value is missing: with all optional fields filled, then with values of
 * any type, then without rows; `null` if none is left.
 */
function filled(filling: Filling): Filling | null {
  if (filling.nulls) return { ...filling, nulls: false }
  if (!filling.plain) return { ...filling, plain: true }
  return filling.rows > 0 ? { ...filling, rows: 0 } : null
}

/**
 * Returns the filling to try next if values are repeated: with all optional fields filled, then with a single row, then
 * without rows; `null` if none is left.
 */
function single(filling: Filling): Filling | null {
  if (filling.nulls) return { ...filling, nulls: false }
  if (!filling.single) return { ...filling, single: true }
  return filling.rows > 0 ? { ...filling, rows: 0 } : null
}
