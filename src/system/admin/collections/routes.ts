import * as z from 'zod'
import type { AdminPage } from '../../../config/plugin.ts'
import { defineRoute, type Route } from '../../../config/route.ts'
import { HttpError, t } from '../../../runtime/kit.ts'
import { collectionObject, collectionSchema, knownCollections } from './collection-object.ts'
import { editRoutes } from './edit-routes.ts'
import { fieldRoutes } from './field-routes.ts'
import { orderRoutes } from './order-routes.ts'

const listCollections = defineRoute({
  method: 'GET',
  path: '/admin/collections',
  access: ['editor'],
  summary: 'The schema of every collection that you may read',
  returns: z.strictObject({ data: z.array(collectionSchema) }),
  load: async (c) => ({
    data: await Promise.all(knownCollections(c).map((collection) => collectionObject(c, collection))),
  }),
  page: () => import('./collections-page.tsx'),
})

const showCollection = defineRoute({
  method: 'GET',
  path: '/admin/collections/:id',
  access: ['editor'],
  summary: 'The schema of a collection: fields, access, routes and where it is declared',
  returns: z.strictObject({ data: collectionSchema }),
  problems: ['not_found'],
  load: async (c, { params }) => {
    const found = knownCollections(c).find(({ name }) => name === params.id)
    if (!found) throw new HttpError('not_found', t('There is no such collection, or you may not read it.'))
    return { data: await collectionObject(c, found) }
  },
  page: () => import('./collection-page.tsx'),
})

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
