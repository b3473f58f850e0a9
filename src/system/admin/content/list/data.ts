import { type ManifestCollection, manifestOf, type RequestContext, translationsOf } from '../../../../runtime/kit.ts'
import { collectionFor } from '../collection-for.ts'
import { labelsFor, userLabels } from '../labels.ts'
import { addressOf, parametersIn } from '../list-query.ts'
import { listChoices } from './choices.ts'
import { availableColumns, chosenColumns, type ListColumn } from './columns.ts'
import { inlineFields } from './inline-cell.ts'
import type { List, ListRow } from './object.ts'
import type { ListProps } from './props.ts'

/**
 * Loads the data that the list shows in addition to the API's response: columns, views, and names in place of ids.
 * @param list `null` if the API refuses the query
 * @param problem reason why the API refuses the query
 */
export async function listProps(c: RequestContext, list: List | null, problem: string | null): Promise<ListProps> {
  const collection = c.req.query('collection') ? await collectionFor(c) : null
  const parameters = parametersIn(c)
  const rows = list?.data ?? []
  const { columns: chosen, views } = collection === null ? NO_CHOICES : await listChoices(c, collection.name)
  const view = views.find(({ id }) => id === c.req.query('view')) ?? null
  const available = collection === null ? [] : availableColumns(c, collection)
  const columns = chosenColumns(available, view?.columns ?? chosen)
  return {
    collection,
    collections: manifestOf(c).collections,
    parameters,
    back: addressOf(c).split('?')[1] ?? '',
    rows,
    labels: await labelsOf(c, collection, parameters, rows, columns),
    pagination: list?.pagination ?? null,
    problem,
    isPartial: list?.pagination.isPartial === true,
    columns,
    available,
    inline: inlineFields(c, collection, columns),
    translations:
      collection === null
        ? new Map()
        : await translationsOf(
            c,
            collection.name,
            rows.map(({ id }) => id),
          ),
    views,
    view,
  }
}

const NO_CHOICES = { columns: null, views: [] }

/** Returns the names of users and documents in the columns and in the filters. */
async function labelsOf(
  c: RequestContext,
  collection: ManifestCollection | null,
  parameters: URLSearchParams,
  rows: readonly ListRow[],
  columns: readonly ListColumn[],
): Promise<ReadonlyMap<string, string>> {
  if (collection === null) return new Map()
  const people = rows.flatMap(({ createdBy, updatedBy }) =>
    [createdBy, updatedBy].filter((id): id is string => typeof id === 'string'),
  )
  const referring = collection.fields.filter(({ target }) => target !== null)
  const filterValues = Object.fromEntries(
    referring.map(({ name }) => [
      name,
      [parameters.get(name), parameters.get(`${name}[ne]`)].filter((id) => id !== null),
    ]),
  )
  const shown = columns.flatMap(({ field }) => (field && field.target !== null ? [field] : []))
  const [names, ofRows, ofFilters] = await Promise.all([
    userLabels(c, [...new Set(people)]),
    labelsFor(c, shown, rows),
    labelsFor(c, referring, [filterValues]),
  ])
  return new Map([...names, ...ofRows, ...ofFilters])
}
