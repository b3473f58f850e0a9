import * as z from 'zod'

/** A document, as the API shows it. */
export const documentObject = z
  .looseObject({ id: z.string() })
  .meta({ description: 'The document, as the API shows it.' })

const name = z.string().max(100)

/** The collection that is meant. */
export const inCollection = z.looseObject({ collection: name })

/** The same, where the document tells, too. */
export const maybeInCollection = z.looseObject({
  collection: name.optional().meta({ description: 'Default: the one that the document is in.' }),
  locale: name.optional().meta({ description: 'Language of the content. Default: that of the config.' }),
})

/** A form of a document, as it is sent: names and values follow from the collection. */
export const sentForm = z.record(z.string(), z.unknown())
export type SentForm = Readonly<Record<string, unknown>>

/** A document in JSON: the API holds it against its collection. */
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

/** A value that a picker offers for a reference. */
export const option = z.strictObject({
  id: z.string(),
  label: z.string(),
  thumbnail: z.string().optional().meta({ description: 'Of an image in the media library.' }),
})
export type Option = z.output<typeof option>

/** A link to the preview of a document. */
export const previewLink = z.strictObject({ url: z.string(), expiresAt: z.iso.datetime({ precision: 3 }) })
export type PreviewLink = z.output<typeof previewLink>

/** A version of a document, in its history. */
export const version = z.looseObject({
  version: z.int(),
  status: z.string(),
  updatedAt: z.string(),
  updatedBy: z.string().nullable(),
  draft: z.int().nullable(),
  name: z.string().nullable(),
})

/** Number of a version in addresses: `3`, or `3.7` for a pending change that began with it. */
export const versionNumber = z.string().regex(/^[1-9]\d{0,9}(?:\.[1-9]\d{0,9})?$/)
export type Version = z.output<typeof version>
