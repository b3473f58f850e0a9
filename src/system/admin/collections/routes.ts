import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { HttpError, t } from '../../../runtime/kit.ts'
import { collectionObject, collectionSchema, knownCollections } from './collection-object.ts'

export const listCollections = defineRoute({
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

export const showCollection = defineRoute({
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
