import { defineRoute } from 'lintel'
import * as z from 'zod'
import { documentAddress, formOf, readableCollection } from '../document.ts'
import { WRITERS } from '../writers.ts'
import { presenceObject } from './objects.ts'
import { join, leave, readPresence, takeOver } from './presence.ts'

const returns = z.strictObject({ data: presenceObject })
const strip = () => import('./strip-fragment.tsx')

export const here = defineRoute({
  method: 'GET',
  path: '/admin/collaboration/presence',
  access: WRITERS,
  summary: 'People who have a document open, and which of them is editing it',
  input: { query: documentAddress },
  returns,
  problems: ['not_found'],
  load: async (c, { query }) => {
    await readableCollection(c, query)
    return { data: await readPresence(c, query) }
  },
})

export const stay = defineRoute({
  method: 'POST',
  path: '/admin/collaboration/presence',
  access: WRITERS,
  audit: false, // reports every few seconds that a page is open
  summary: 'Report that the caller has a document open; must be repeated within 90 seconds',
  input: { body: documentAddress },
  returns,
  problems: ['not_found'],
  act: async (c, { body }) => ({ data: await join(c, body) }),
  to: (_, { body }) => formOf(body),
  fragment: strip,
})

export const edit = defineRoute({
  method: 'POST',
  path: '/admin/collaboration/presence/take-over',
  access: WRITERS,
  summary: 'Take over the editing of a document from somebody else, who can still save',
  input: { body: documentAddress },
  returns,
  problems: ['not_found', 'forbidden'],
  act: async (c, { body }) => ({ data: await takeOver(c, body) }),
  to: (_, { body }) => formOf(body),
  fragment: strip,
})

export const go = defineRoute({
  method: 'POST',
  path: '/admin/collaboration/presence/leave',
  access: WRITERS,
  audit: false, // reports only that a page was closed
  summary: 'Report that the caller has closed a document',
  input: { body: documentAddress },
  returns: null,
  act: (c, { body }) => leave(c, body),
})
