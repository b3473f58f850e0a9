import {
  decisionFor,
  isFieldShown,
  type ManifestCollection,
  manifestOf,
  type RequestContext,
  readableIds,
} from '../../../runtime/kit.ts'

/** A document in the index of all collections. */
export interface IndexRow {
  readonly id: string
  readonly collection: string
  readonly title: string | null
}

/**
 * Returns the rows that the caller may read, with titles if the caller may see them. The documents of a collection are
 * checked one by one only if its access rule depends on documents, with one round trip in total.
 */
export async function readableItems<Row extends IndexRow>(c: RequestContext, rows: readonly Row[]): Promise<Row[]> {
  const { collections } = manifestOf(c)
  const byName = new Map(collections.map((collection) => [collection.name, collection]))
  const decisions = new Map(collections.map(({ name, access }) => [name, decisionFor(c, access.read)]))
  const doubtful = rows.filter(({ collection }) => typeof decisions.get(collection) === 'object')
  const byCollection = Map.groupBy(doubtful, ({ collection }) => collection)
  const ids = await readableIds(c, new Map([...byCollection].map(([name, some]) => [name, some.map(({ id }) => id)])))
  return rows
    .filter(({ collection, id }) => decisions.get(collection) === true || ids.get(collection)?.has(id))
    .map((row) => (isTitleShown(c, byName.get(row.collection)) ? row : { ...row, title: null }))
}

function isTitleShown(c: RequestContext, collection: ManifestCollection | undefined): boolean {
  const field = collection?.fields.find(({ name }) => name === collection.titleField)
  return field !== undefined && isFieldShown(c, field)
}
