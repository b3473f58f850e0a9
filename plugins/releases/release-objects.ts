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
    documents: z.int().min(0).meta({ description: 'Number of documents in the release.' }),
    scheduledAt: moment.nullable(),
    publishedAt: moment.nullable(),
    failedAt: moment.nullable().meta({ description: 'Time at which the scheduled release could not be published.' }),
    createdAt: moment,
  })
  .meta({ id: 'Release' })

const releaseDocument = z.strictObject({
  collection: z.string(),
  label: z.string().meta({ description: 'Label of the collection.' }),
  id: z.string(),
  title: z.string().nullable(),
  status: z.string().nullable().meta({ description: 'Status of the document; `null` while it is in the trash.' }),
  hasDraft: z.boolean().meta({
    description: 'Whether the document is published and has pending changes, which the release publishes.',
  }),
})

/** A release with its documents. */
export const releaseDetail = release
  .extend({
    items: z.array(releaseDocument).meta({ description: 'Documents that you may read.' }),
    failures: z
      .array(failure)
      .meta({ description: 'Reasons why the release was not published, for documents that you may read.' }),
  })
  .meta({ id: 'ReleaseDetail' })

export type Release = z.output<typeof release>
export type ReleaseDetail = z.output<typeof releaseDetail>
export type ReleaseDocument = z.output<typeof releaseDocument>
