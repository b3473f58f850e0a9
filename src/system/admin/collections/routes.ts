import type { AdminPage } from '../../../config/plugin.ts'
import { defineRoute, type Route } from '../../../config/route.ts'
import { canEditSources, HttpError, isPageRequest, type RequestContext, t } from '../../../runtime/kit.ts'
import { collectionObject, knownCollections } from './collection-object.ts'
import { editRoutes } from './edit-routes.ts'
import { fieldRoutes } from './field-routes.ts'
import { orderRoutes } from './order-routes.ts'

const listCollections = defineRoute({
  method: 'GET',
  path: '/admin/collections',
  access: ['editor'],
  summary: 'The schema of every collection that you may read',
  handler: async (c) => {
    const collections = await Promise.all(knownCollections(c).map((collection) => collectionObject(c, collection)))
    if (isProgram(c)) return c.json({ success: true, data: collections })
    const { collectionsPage } = await import('./collections-page.tsx')
    const page = collectionsPage(collections, { editable: isEditable(c), saved: c.req.query('saved') !== undefined })
    return c.render(page, { title: t('Collections') })
  },
})

const showCollection = defineRoute({
  method: 'GET',
  path: '/admin/collections/:id',
  access: ['editor'],
  summary: 'The schema of a collection: fields, access, routes and where it is declared',
  handler: async (c) => {
    const found = knownCollections(c).find(({ name }) => name === c.req.param('id'))
    if (!found) throw new HttpError('not_found', t('There is no such collection, or you may not read it.'))
    const collection = await collectionObject(c, found)
    if (isProgram(c)) return c.json({ success: true, data: collection })
    const { collectionPage } = await import('./collection-page.tsx')
    const page = collectionPage(collection, { editable: isEditable(c), saved: c.req.query('saved') !== undefined })
    return c.render(page, { title: collection.label })
  },
})

/** Whether the caller may change collections by forms, here. */
function isEditable(c: RequestContext): boolean {
  return canEditSources(c) && c.get('user')?.role === 'admin'
}

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
export const collectionRoutes: Readonly<Record<string, Route>> = {
  listCollections,
  showCollection,
  ...editRoutes,
  ...fieldRoutes,
  ...orderRoutes,
}
