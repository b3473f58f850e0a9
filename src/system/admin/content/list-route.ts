import { defineRoute } from '../../../config/plugin.ts'
import { callApi, isPageRequest, manifestOf, type RequestContext } from '../../../runtime/kit.ts'
import { collectionFor } from './collection-for.ts'
import { userLabels } from './labels.ts'
import { editPath, newPath } from './paths.ts'
import { refusal } from './refusal.ts'

/** Documents of all collections, or of one: a page for people, JSON for programs. */
export const listRoute = defineRoute({
  method: 'GET',
  path: '/admin/content/',
  access: ['editor'],
  summary: 'Documents of all collections, or of the one that `collection` names, with the filters of its list',
  handler: async (c) => {
    c.header('Cache-Control', 'no-store')
    const collection = c.req.query('collection') ? await collectionFor(c) : null
    const parameters = given(c)
    if (collection !== null) parameters.delete('collection')
    if (!parameters.has('sort') && !parameters.has('q')) parameters.set('sort', '-updatedAt')
    const path = collection === null ? '/api/content' : `/api/${collection.name}`
    const counted = collection !== null && parameters.has('cursor') ? '&count=exact' : ''
    const answer = await callApi(c, `${path}?${parameters}${counted}`)
    if (!isPageRequest(c) && c.req.header('hx-request') !== 'true') {
      if (!answer.ok) throw refusal(answer)
      return c.json({ success: true, ...answer.body })
    }
    if (collection?.singleton && answer.ok) {
      const [only] = answer.body.data
      return c.redirect(only ? editPath(collection.name, only.id) : newPath(collection.name), 302)
    }
    const rows = answer.ok ? answer.body.data : []
    const people = await userLabels(c, [...new Set<string>(rows.flatMap(authorOf))])
    const { contentList } = await import('./list-page.tsx')
    const readable = manifestOf(c).collections
    return c.render(
      contentList(c, {
        collection,
        collections: readable,
        parameters,
        rows,
        people: new Map(people),
        pagination: answer.ok ? answer.body.pagination : null,
        problem: answer.ok ? null : (answer.body?.detail ?? 'The list cannot be shown.'),
      }),
      { title: collection?.label ?? 'Content', status: answer.ok ? 200 : 400 },
    )
  },
})

function authorOf(row: { readonly updatedBy?: string | null; readonly createdBy?: string | null }): string[] {
  const id = row.updatedBy ?? row.createdBy
  return id ? [id] : []
}

/** What was asked, without what a form sends empty. */
function given(c: RequestContext): URLSearchParams {
  const asked = [...new URL(c.req.url).searchParams].filter(([name, value]) => value !== '' && name !== 'did')
  return new URLSearchParams(asked)
}
