import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { EDITORIAL } from '../editorial.ts'
import { destinationGroup } from './destination.ts'
import { destinationsFor } from './destinations.ts'

/** Route that lists the entries of the command palette for the typed text. */
export const goRoute = defineRoute({
  method: 'GET',
  path: '/admin/api/go',
  access: EDITORIAL,
  summary: 'Finds pages, actions, documents by title and text, files, people and guides',
  input: { query: z.strictObject({ q: z.string().max(200).default('') }) },
  returns: z.strictObject({ data: z.array(destinationGroup) }),
  load: async (c, { query }) => ({ data: await destinationsFor(c, query.q) }),
  fragment: () => import('./destination-list.tsx'),
})
