import { defineRoute } from 'lintel'
import * as z from 'zod'
import { addDocument, createRelease, deleteRelease, removeDocument, renameRelease } from './change-releases.ts'
import { cancelSchedule, publishRelease, scheduleRelease } from './publish-release.ts'
import { listReleases, readRelease } from './read-releases.ts'
import { release, releaseDetail } from './release-objects.ts'

const EDITORS = ['admin', 'editor'] as const
const PAGE = '/admin/releases'

const title = z.string().trim().min(1).max(200)
const named = z.strictObject({ title })
const made = z.strictObject({ data: z.strictObject({ id: z.string() }) })
const detail = z.strictObject({ data: releaseDetail })

/** A document with its collection: `posts/0198…`. */
const document = z
  .string()
  .regex(/^[A-Za-z]\w{0,63}\/[\w-]{1,64}$/)
  .transform((text) => {
    const [collection = '', id = ''] = text.split('/')
    return { collection, id }
  })

/** Schema of a time. A form without a script sends the time without a zone, so it is read as UTC. */
const moment = z.preprocess(
  (value) => (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(value) ? `${value}:00.000Z` : value),
  z.iso.datetime({ offset: true }),
)

export const list = defineRoute({
  method: 'GET',
  path: PAGE,
  access: EDITORS,
  summary: 'Releases that are not published yet, and those that are',
  returns: z.strictObject({ data: z.array(release) }),
  load: async (c) => ({ data: await listReleases(c) }),
  page: () => import('./pages/releases-page.tsx'),
})

export const create = defineRoute({
  method: 'POST',
  path: PAGE,
  access: EDITORS,
  summary: 'Create a release',
  input: { body: named },
  returns: made,
  status: 201,
  act: async (c, { body }) => ({ data: { id: await createRelease(c, body.title) } }),
  to: ({ data }) => `${PAGE}/${data.id}`,
  again: list,
})

export const one = defineRoute({
  method: 'GET',
  path: '/admin/releases/:id',
  access: EDITORS,
  summary: 'A release with its documents',
  returns: detail,
  problems: ['not_found'],
  load: async (c, { params }) => ({ data: await readRelease(c, params.id) }),
  page: () => import('./pages/release-page.tsx'),
})

export const rename = defineRoute({
  method: 'POST',
  path: '/admin/releases/:id',
  access: EDITORS,
  summary: 'Rename a release',
  input: { body: named },
  returns: detail,
  problems: ['not_found'],
  act: async (c, { params, body }) => {
    await renameRelease(c, params.id, body.title)
    return { data: await readRelease(c, params.id) }
  },
  to: placeOf,
  again: one,
})

/** Adds a document to a release. The form beside the document selects the release, or names a new one. */
export const add = defineRoute({
  method: 'POST',
  path: '/admin/release-documents',
  access: EDITORS,
  summary: 'Add a document to a release, or to a new one with the given `title`',
  input: {
    body: z.strictObject({
      document,
      release: z.string().max(64).optional(),
      title: z.string().trim().max(200).optional(),
    }),
  },
  returns: made,
  problems: ['not_found', 'invalid_transition', 'payload_too_large'],
  act: async (c, { body }) => ({ data: { id: await addDocument(c, body.document, body) } }),
  to: ({ data }) => `${PAGE}/${data.id}`,
})

export const remove = defineRoute({
  method: 'POST',
  path: '/admin/releases/:id/remove',
  access: EDITORS,
  summary: 'Remove a document from a release',
  input: { body: z.strictObject({ document: z.string().max(64) }) },
  returns: detail,
  problems: ['not_found', 'invalid_transition'],
  act: async (c, { params, body }) => {
    await removeDocument(c, params.id, body.document)
    return { data: await readRelease(c, params.id) }
  },
  to: placeOf,
  again: one,
})

export const publish = defineRoute({
  method: 'POST',
  path: '/admin/releases/:id/publish',
  access: EDITORS,
  summary: 'Publish all documents of a release, or none',
  returns: detail,
  problems: ['not_found', 'invalid_transition', 'validation_failed', 'forbidden', 'conflict', 'payload_too_large'],
  act: async (c, { params }) => {
    await publishRelease(c, params.id)
    return { data: await readRelease(c, params.id) }
  },
  to: placeOf,
  again: one,
})

export const schedule = defineRoute({
  method: 'POST',
  path: '/admin/releases/:id/schedule',
  access: EDITORS,
  summary: 'Schedule a release to be published on your behalf',
  input: { body: z.strictObject({ scheduledAt: moment }) },
  returns: detail,
  problems: ['not_found', 'invalid_transition', 'validation_failed', 'forbidden', 'conflict', 'payload_too_large'],
  act: async (c, { params, body }) => {
    await scheduleRelease(c, params.id, Date.parse(body.scheduledAt))
    return { data: await readRelease(c, params.id) }
  },
  to: placeOf,
  again: one,
})

export const cancel = defineRoute({
  method: 'POST',
  path: '/admin/releases/:id/cancel',
  access: EDITORS,
  summary: 'Cancel the schedule of a release',
  returns: detail,
  problems: ['not_found', 'invalid_transition'],
  act: async (c, { params }) => {
    await cancelSchedule(c, params.id)
    return { data: await readRelease(c, params.id) }
  },
  to: placeOf,
  again: one,
})

export const drop = defineRoute({
  method: 'POST',
  path: '/admin/releases/:id/delete',
  access: EDITORS,
  summary: 'Delete a release; its documents stay as they are',
  returns: z.strictObject({ data: z.null() }),
  problems: ['not_found', 'invalid_transition'],
  act: async (c, { params }) => {
    await deleteRelease(c, params.id)
    return { data: null }
  },
  to: PAGE,
  again: one,
})

function placeOf(_result: unknown, { params }: { readonly params: { readonly id: string } }): string {
  return `${PAGE}/${params.id}`
}
