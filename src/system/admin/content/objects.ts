import * as z from 'zod'

/** Schema of a document, as the API shows it. */
export const documentObject = z
  .looseObject({ id: z.string() })
  .meta({ description: 'The document, as the API shows it.' })

const name = z.string().max(100)

/** Schema of a query that names the collection. */
export const inCollection = z.looseObject({ collection: name })

/**
 * Schema of a query that may contain a collection and a locale. Without a collection, the document's id determines the
 * collection.
 */
export const maybeInCollection = z.looseObject({
  collection: name.optional().meta({ description: 'Default: the collection of the document.' }),
  locale: name.optional().meta({ description: 'Language of the content. Default: that of the config.' }),
})

/** Schema of a submitted form of a document. Its names and values depend on the collection. */
export const sentForm = z.record(z.string(), z.unknown())
export type SentForm = Readonly<Record<string, unknown>>

/** Schema of a document in JSON, which the API validates against the collection. */
export const sentDocument = z.looseObject({})

/** Errors of every route that reads or writes a document through the API. */
export const READING = ['not_found', 'forbidden'] as const
export const WRITING = [
  ...READING,
  'validation_failed',
  'conflict',
  'in_use',
  'invalid_transition',
  'precondition_failed',
] as const

/** Schema of an option that a picker offers for a reference. */
export const option = z.strictObject({
  id: z.string(),
  label: z.string(),
  thumbnail: z
    .string()
    .optional()
    .meta({ description: 'Address of the thumbnail; only for images in the media library.' }),
})
export type Option = z.output<typeof option>

/** Schema of a link to the preview of a document. */
export const previewLink = z.strictObject({ url: z.string(), expiresAt: z.iso.datetime({ precision: 3 }) })
export type PreviewLink = z.output<typeof previewLink>

/** Schema of a version in the history of a document. */
export const version = z.looseObject({
  version: z.int(),
  status: z.string(),
  updatedAt: z.string(),
  updatedBy: z.string().nullable(),
  draft: z.int().nullable(),
  name: z.string().nullable(),
})

/** Schema of a version's number in addresses: `3`, or `3.7` for a pending change based on version 3. */
export const versionNumber = z.string().regex(/^[1-9]\d{0,9}(?:\.[1-9]\d{0,9})?$/)
export type Version = z.output<typeof version>
