import * as z from 'zod'
import type { CollectionEdit } from '../../../manifest/source-edit.ts'
import { checkValue, HttpError, t } from '../../../runtime/kit.ts'

const option = z.json()
const field = z.record(z.string(), option)

/** Schema of a collection in the body of a program's request, with the options of `defineCollection`. */
const input = z.strictObject({
  name: z.string(),
  label: z.string().nullable().optional(),
  description: z.string().nullable().optional(),
  drafts: z.boolean().nullable().optional(),
  singleton: z.boolean().nullable().optional(),
  search: z.array(z.string()).nullable().optional(),
  access: z
    .partialRecord(z.enum(['read', 'create', 'update', 'delete']), option)
    .nullable()
    .optional(),
  fields: z.record(z.string(), field).optional(),
  indexes: z.array(z.array(z.string())).nullable().optional(),
  cache: z.json().optional(),
  versions: z.int().nullable().optional(),
  trash: z.json().optional(),
  dropped: z.record(z.string(), z.string()).optional(),
  renamedFrom: z.string().nullable().optional(),
})

const editRequest = z.object({ preview: z.boolean().default(false), state: z.string().nullable().default(null) })

/**
 * Parses a program's body into a collection, whether to save it, and the `state` of a preview.
 * @throws HttpError `validation_failed`
 */
export function parseCollection(body: unknown, name?: string) {
  const { preview, state, ...described } = body as Record<string, unknown> // the route accepts only objects
  const requested = checkValue(editRequest, { preview, state })
  const read = checkValue(input, name === undefined ? described : { name, ...described })
  const failed = read.success ? requested : read
  if (!failed.success) throw new HttpError('validation_failed', undefined, { errors: failed.errors })
  if (!read.success || !requested.success) throw new HttpError('validation_failed')
  if (name !== undefined && read.data.name !== name) {
    const errors = [
      { path: 'name', code: 'invalid', message: t('A form cannot rename a collection. Use renamedFrom in the file.') },
    ]
    throw new HttpError('validation_failed', undefined, { errors })
  }
  const collection = Object.fromEntries(Object.entries(read.data).filter(([, value]) => value !== undefined))
  return {
    collection: collection as unknown as CollectionEdit,
    save: !requested.data.preview,
    state: requested.data.state,
  }
}
