import { defineRoute } from '../../../config/route.ts'
import {
  type ApiAnswer,
  callApi,
  isPageRequest,
  type ManifestCollection,
  manifestOf,
  type RequestContext,
  refusalIn,
} from '../../../runtime/kit.ts'
import { t } from '../../../ui/t.ts'
import { collectionFor } from './collection-for.ts'
import { labelsFor, userLabels } from './labels.ts'
import { listChoices } from './list-choices.ts'
import { availableColumns, chosenColumns, type ListColumn } from './list-columns.ts'
import type { ListRow } from './list-props.ts'
import { isFromForm, listQuery } from './list-query.ts'
import { editPath, newPath } from './paths.ts'

/** Documents of all collections, or of one: a page for people, JSON for programs. */
export const listRoute = defineRoute({
  method: 'GET',
  path: '/admin/content/',
  access: ['editor'],
  summary: 'Documents of all collections, or of the one that `collection` names, with the filters of its list',
  handler: async (c) => {
    c.header('Cache-Control', 'no-store')
    const collection = c.req.query('collection') ? await collectionFor(c) : null
    const isFragment = c.req.header('hx-request') === 'true'
    const sent = new URL(c.req.url).searchParams
    const parameters = listQuery(sent)
    const address = addressOf(sent, parameters, collection)
    if (isFragment) c.header('HX-Push-Url', address)
    else if (isPageRequest(c) && isFromForm(sent)) return c.redirect(address, 302)
    if (!parameters.has('sort') && !parameters.has('q')) parameters.set('sort', '-updatedAt')
    const answer = await askApi(c, collection, parameters)
    // A list that cannot be read now is no fault of the question.
    if (answer.status >= 500) throw refusalIn(answer)
    if (!isPageRequest(c) && !isFragment) {
      if (!answer.ok) throw refusalIn(answer)
      return c.json({ success: true, ...answer.body })
    }
    if (collection?.singleton && answer.ok) {
      const [only] = answer.body.data
      return c.redirect(only ? editPath(collection.name, only.id) : newPath(collection.name), 302)
    }
    return showList(c, collection, parameters, answer)
  },
})

function askApi(c: RequestContext, collection: ManifestCollection | null, parameters: URLSearchParams) {
  const path = collection === null ? '/api/content' : `/api/${collection.name}`
  const counted = collection !== null && parameters.has('cursor') ? '&count=exact' : ''
  return callApi(c, `${path}?${parameters}${counted}`)
}

async function showList(
  c: RequestContext,
  collection: ManifestCollection | null,
  parameters: URLSearchParams,
  answer: ApiAnswer,
) {
  const rows: readonly ListRow[] = answer.ok ? answer.body.data : []
  const { columns: chosen, views } = collection === null ? NO_CHOICES : await listChoices(c, collection.name)
  const view = views.find(({ id }) => id === c.req.query('view')) ?? null
  const available = collection === null ? [] : availableColumns(c, collection)
  const columns = chosenColumns(available, view?.columns ?? chosen)
  const { contentList } = await import('./list-page.tsx')
  const props = {
    collection,
    collections: manifestOf(c).collections,
    parameters,
    rows,
    labels: await labelsOf(c, collection, parameters, rows, columns),
    pagination: answer.ok ? answer.body.pagination : null,
    problem: answer.ok ? null : (answer.body?.detail ?? t('The list cannot be shown.')),
    columns,
    available,
    views,
    view,
  }
  return c.render(contentList(c, props), { title: collection?.label ?? t('Content'), status: answer.ok ? 200 : 400 })
}

const NO_CHOICES = { columns: null, views: [] }

/** Names of people and of documents in the columns, and of those that are filtered by. */
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
  const asked = Object.fromEntries(
    referring.map(({ name }) => [
      name,
      [parameters.get(name), parameters.get(`${name}[ne]`)].filter((id) => id !== null),
    ]),
  )
  const shown = columns.flatMap(({ field }) => (field && field.target !== null ? [field] : []))
  const [names, ofRows, ofFilters] = await Promise.all([
    userLabels(c, [...new Set(people)]),
    labelsFor(c, shown, rows),
    labelsFor(c, referring, [asked]),
  ])
  return new Map([...names, ...ofRows, ...ofFilters])
}

/** What the browser shows: what was asked in the API's words. */
function addressOf(sent: URLSearchParams, parameters: URLSearchParams, collection: ManifestCollection | null): string {
  const address = new URLSearchParams(parameters)
  if (collection !== null) address.set('collection', collection.name)
  const view = sent.get('view')
  if (view !== null) address.set('view', view)
  return `/admin/content/?${address}`
}
