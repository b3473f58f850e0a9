import * as z from 'zod'

const moment = z.iso.datetime({ precision: 3 })
export const releaseStatus = z.enum(['draft', 'scheduled', 'published'])

const failure = z.strictObject({
  // Both are empty if the reason is about the release as a whole.
  collection: z.string(),
  id: z.string(),
  message: z.string(),
})

/** A release in a list. */
export const release = z
  .strictObject({
    id: z.string(),
    title: z.string(),
    status: releaseStatus,
    documents: z.int().min(0).meta({ description: 'Number of its documents.' }),
    scheduledAt: moment.nullable(),
    publishedAt: moment.nullable(),
    failedAt: moment.nullable().meta({ description: 'Time at which it was to be published and could not be.' }),
    createdAt: moment,
  })
  .meta({ id: 'Release' })

const releaseDocument = z.strictObject({
  collection: z.string(),
  label: z.string().meta({ description: 'Of the collection.' }),
  id: z.string(),
  title: z.string().nullable(),
  status: z.string().nullable().meta({ description: '`null` while the document is in the trash.' }),
  hasDraft: z.boolean().meta({ description: 'It is published, and its pending changes go out with the release.' }),
})

/** A release with its documents. */
export const releaseDetail = release
  .extend({
    items: z.array(releaseDocument).meta({ description: 'Those that you may read.' }),
    failures: z
      .array(failure)
      .meta({ description: 'Reasons why it was not published, of documents that you may read.' }),
  })
  .meta({ id: 'ReleaseDetail' })

export type Release = z.output<typeof release>
export type ReleaseDetail = z.output<typeof releaseDetail>
export type ReleaseDocument = z.output<typeof releaseDocument>
