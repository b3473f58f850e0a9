import * as z from 'zod'

const count = z.int().min(0)
const byStatus = { published: count, draft: count, scheduled: count }
const milliseconds = z.int().meta({ description: 'Milliseconds since the epoch.' })

const collectionStats = z.strictObject({ name: z.string(), label: z.string(), ...byStatus })

const recentItem = z.strictObject({
  id: z.string(),
  collection: z.string(),
  title: z.string().nullable(),
  status: z.string(),
  updatedAt: milliseconds,
  scheduledAt: milliseconds.nullable(),
})

const activity = z.strictObject({
  id: z.string(),
  at: milliseconds,
  actor: z.string().nullable(),
  action: z.string(),
  collection: z.string().nullable(),
  documentId: z.string().nullable(),
})

const span = z.strictObject({
  days: z.array(z.strictObject({ date: z.iso.date().meta({ description: 'In UTC.' }), ...byStatus })).readonly(),
  byCollection: z
    .record(z.string(), z.array(count).readonly())
    .readonly()
    .meta({ description: 'Number of documents created on each day.' }),
})

/** Schema of the figures of the statistics page. */
export const statsObject = z.strictObject({
  collections: z.array(collectionStats).readonly().meta({ description: 'Collections that you may read.' }),
  users: count,
  overTime: span.meta({
    description:
      'Documents created on each day, by their current status, in collections of which you may read every document.',
  }),
  recent: z
    .array(recentItem)
    .readonly()
    .meta({ description: 'The latest changed documents, newest first, at most eight.' }),
  scheduled: z
    .array(recentItem)
    .readonly()
    .meta({ description: 'The next documents to be published, soonest first, at most eight.' }),
  activity: z
    .array(activity)
    .readonly()
    .nullable()
    .meta({ description: 'The latest actions, newest first, at most eight; only for administrators.' }),
  storage: z
    .strictObject({ files: count, bytes: count })
    .nullable()
    .meta({ description: 'Size of the media library; `null` if there is none.' }),
  cache: z
    .strictObject({ totalRequests: count, hitRate: z.number().meta({ description: 'Percent.' }) })
    .nullable()
    .meta({ description: 'Use of the cache; `null` if there is none.' }),
})

export type Stats = z.output<typeof statsObject>
/** Documents of a collection by status. */
export type CollectionStats = z.output<typeof collectionStats>
/** A document, as the content index describes it. */
export type RecentItem = z.output<typeof recentItem>
/** An action of a user. */
export type Activity = z.output<typeof activity>
/** Consecutive days up to today. */
export type Span = z.output<typeof span>
/** One day of the chart. */
export type Day = Span['days'][number]
/** Number of requests, and the percentage that the cache has answered. */
export type Rate = NonNullable<Stats['cache']>
