import { type AdminPage, defineRoute, type Route } from '../../../config/plugin.ts'
import { HttpError, isPageRequest, type RequestContext } from '../../../runtime/kit.ts'
import { collectionObject, readableCollections } from './collection-object.ts'

const listCollections = defineRoute({
  method: 'GET',
  path: '/admin/collections',
  access: ['editor'],
  summary: 'The schema of every collection that you may read',
  handler: async (c) => {
    const collections = await Promise.all(readableCollections(c).map((collection) => collectionObject(c, collection)))
    if (isProgram(c)) return c.json({ success: true, data: collections })
    const { collectionsPage } = await import('./collections-page.tsx')
    return c.render(collectionsPage(collections), { title: 'Collections' })
  },
})

const showCollection = defineRoute({
  method: 'GET',
  path: '/admin/collections/:id',
  access: ['editor'],
  summary: 'The schema of a collection: fields, access, routes and where it is declared',
  handler: async (c) => {
    const found = readableCollections(c).find(({ name }) => name === c.req.param('id'))
    if (!found) throw new HttpError('not_found', 'There is no such collection, or you may not read it.')
    const collection = await collectionObject(c, found)
    if (isProgram(c)) return c.json({ success: true, data: collection })
    const { collectionPage } = await import('./collection-page.tsx')
    return c.render(collectionPage(collection), { title: collection.label })
  },
})

function isProgram(c: RequestContext): boolean {
  return !isPageRequest(c) && c.req.header('hx-request') !== 'true'
}

/** The line of the menu that leads to the schema. */
export const collectionsPage: AdminPage = {
  path: '/admin/collections',
  label: 'Collections',
  icon: 'layers',
  group: 'content',
  order: 20,
  access: ['editor'],
}

/** Everything below `/admin/collections`. */
export const collectionRoutes: Readonly<Record<string, Route>> = { listCollections, showCollection }
