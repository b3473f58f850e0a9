import type { ManifestCollection, Referrer } from '../../../manifest/index.ts'
import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import { batch } from '../../database/database.ts'
import type { Call } from '../request/call.ts'

/**
 * Maximum number of documents that one request may delete, including those that are deleted along with the requested
 * documents. Larger deletions need a migration.
 */
const MAX_CASCADE = 10_000

/**
 * Ids of documents to be deleted, by collection, each with the id of the document whose requested deletion causes it.
 */
export type Deletions = ReadonlyMap<string, ReadonlyMap<string, string>>

/**
 * A document that refers to a document to be deleted, and so prevents the deletion. `root` is the id of the document
 * whose deletion was requested.
 */
export interface DeletionConstraint {
  readonly referrer: Referrer
  readonly holder: string
  readonly root: string
}

/** Tells whether a document that currently refers to a target will still do so once everything is written. */
export type StillRefers = (referrer: Referrer, holder: string, target: string) => boolean

/**
 * Finds the documents that are deleted along with documents of the call's collection, level by level, and the documents
 * that prevent the deletion.
 * @throws HttpError `in_use` if too many documents would be deleted
 */
export async function findDeletions(
  call: Call,
  ids: readonly string[],
  stillRefers: StillRefers = () => true,
): Promise<{ readonly deletions: Deletions; readonly staying: readonly DeletionConstraint[] }> {
  const roots = new Map(ids.map((id) => [id, id]))
  const deletions = new Map([[call.plan.collection.name, new Map(roots)]])
  const holders: DeletionConstraint[] = []
  let level: Deletions = new Map([[call.plan.collection.name, roots]])
  while (level.size > 0) {
    const found = (await findReferring(call, level)).filter((one) => stillRefers(one.referrer, one.holder, one.target))
    holders.push(...found.filter(({ referrer }) => referrer.onDelete === 'restrict'))
    level = addNew(
      deletions,
      found.filter(({ referrer }) => referrer.onDelete === 'cascade'),
    )
    const size = [...deletions.values()].reduce((sum, known) => sum + known.size, 0)
    if (size > MAX_CASCADE)
      throw new HttpError(
        'in_use',
        t('More than {max} documents would be deleted along with this one.', { max: MAX_CASCADE }),
      )
  }
  const shortened = (await findShortened(call, deletions)).filter((one) =>
    stillRefers(one.referrer, one.holder, one.target),
  )
  const staying = [...holders, ...shortened]
  return {
    deletions,
    staying: staying.filter(({ referrer, holder }) => !deletions.get(referrer.collection)?.has(holder)),
  }
}

export function collectionOf(call: Call, name: string): ManifestCollection | undefined {
  return call.runtime.program.manifest.collections.find((collection) => collection.name === name)
}

export function jsonIds(ids: Iterable<string>): string {
  return JSON.stringify([...ids])
}

type Found = DeletionConstraint & { readonly target: string }

function findReferring(call: Call, level: Deletions): Promise<Found[]> {
  return ask(call, level, ({ onDelete, find }) =>
    onDelete === 'restrict' || onDelete === 'cascade' ? find : undefined,
  )
}

/** Finds documents with lists that the deletions would make too short. */
function findShortened(call: Call, deletions: Deletions): Promise<Found[]> {
  return ask(call, deletions, ({ tooShort }) => tooShort)
}

async function ask(
  call: Call,
  targets: Deletions,
  statementOf: (referrer: Referrer) => string | undefined,
): Promise<Found[]> {
  const referrers = [...targets].flatMap(([name, ids]) =>
    (collectionOf(call, name)?.statements.referrers ?? []).flatMap((referrer) => {
      const sql = statementOf(referrer)
      return sql === undefined ? [] : [{ referrer, ids, sql }]
    }),
  )
  if (referrers.length === 0) return []
  const found = await batch(
    call.runtime.database,
    referrers.map(({ sql, ids }) => ({ sql, values: [jsonIds(ids.keys()), MAX_CASCADE + 1] })),
  )
  return referrers.flatMap(({ referrer, ids }, index) =>
    (found[index] ?? []).map(({ id, target }) => {
      const root = ids.get(String(target)) ?? String(target)
      return { referrer, holder: String(id), target: String(target), root }
    }),
  )
}

/** Adds the found documents to the deletions, and returns those that were not among them. */
function addNew(deletions: Map<string, Map<string, string>>, found: readonly DeletionConstraint[]): Deletions {
  const added = new Map<string, Map<string, string>>()
  for (const { referrer, holder, root } of found) {
    const known = deletions.get(referrer.collection) ?? new Map()
    deletions.set(referrer.collection, known)
    if (known.has(holder)) continue
    known.set(holder, root)
    added.set(referrer.collection, (added.get(referrer.collection) ?? new Map()).set(holder, root))
  }
  return added
}
