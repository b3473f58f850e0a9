import * as z from 'zod'
import { person } from '../people.ts'

/** Maximum length of a comment, in characters. */
const LONGEST = 5000

/** Text of a comment as people submit it. */
export const commentText = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST)
  .transform((text) => text.replaceAll('\r\n', '\n'))

const comment = z.strictObject({
  id: z.string(),
  author: person,
  text: z.string(),
  mentions: z.array(person).readonly().meta({ description: 'People whom the text mentions as @username.' }),
  createdAt: z.iso.datetime(),
})
export type Comment = Readonly<z.output<typeof comment>>

/** A thread of comments, as routes return it. */
export const thread = z
  .strictObject({
    id: z.string(),
    collection: z.string(),
    document: z.string(),
    field: z.string().nullable().meta({ description: '`null` for a comment on the whole document.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    resolvedAt: z.iso.datetime().nullable(),
    resolvedBy: person.nullable(),
    comments: z.array(comment).readonly(),
  })
  .meta({ id: 'CommentThread' })
export type Thread = Readonly<z.output<typeof thread>>

/** An open thread in a list over all documents. */
export const openThread = z
  .strictObject({
    id: z.string(),
    collection: z.string(),
    document: z.string(),
    title: z.string().nullable().meta({ description: 'Title of the document; `null` if the caller may not see it.' }),
    field: z.string().nullable(),
    updatedAt: z.iso.datetime(),
    comments: z.int(),
    last: z.strictObject({ author: person, text: z.string() }),
  })
  .meta({ id: 'OpenThread' })
export type OpenThread = Readonly<z.output<typeof openThread>>
