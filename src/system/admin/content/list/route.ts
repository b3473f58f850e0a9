import { defineRoute } from '../../../../config/route.ts'
import { callApi, manifestOf, refusalIn } from '../../../../runtime/kit.ts'
import { EDITORIAL } from '../../editorial.ts'
import { collectionFor } from '../collection-for.ts'
import { addressOf, isFromForm, parametersIn } from '../list-query.ts'
import { READING } from '../objects.ts'
import { editPath, newPath } from '../paths.ts'
import { list } from './object.ts'
import { searchAll } from './search-all.ts'

/** Lists the documents of all collections, or of one. The page of a singleton redirects to its form. */
export const listRoute = defineRoute({
  method: 'GET',
  path: '/admin/content/',
  access: EDITORIAL,
  summary: 'Documents of all collections, or of the one that `collection` names, with the filters of its list',
  returns: list,
  problems: [...READING, 'invalid_query'],
  load: async (c) => {
    const name = c.req.query('collection') ? (await collectionFor(c)).name : 'content'
    const parameters = parametersIn(c)
    if (name === 'content' && parameters.has('q')) return searchAll(c, parameters)
    const counted = parameters.has('cursor') ? '&count=exact' : ''
    const response = await callApi(c, `/api/${name}?${parameters}${counted}`)
    if (!response.ok) throw refusalIn(response)
    return response.body
  },
  to: ({ data: [only] }, _given, c) => {
    if (isFromForm(new URL(c.req.url).searchParams)) return addressOf(c)
    const collection = manifestOf(c).collections.find(({ name }) => name === c.req.query('collection'))
    if (!collection?.singleton) return null
    return only ? editPath(collection.name, only.id) : newPath(collection.name)
  },
  page: () => import('./page.tsx'),
  again: () => import('./page.tsx'),
})
