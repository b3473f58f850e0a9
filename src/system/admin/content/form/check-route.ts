import * as z from 'zod'
import { defineRoute } from '../../../../config/route.ts'
import type { Json } from '../../../../fields/field-type.ts'
import { isMadeSlug } from '../../../../fields/slug/slug.ts'
import {
  checkDocument,
  checkFields,
  type FieldError,
  type ManifestCollection,
  refusedObjects,
} from '../../../../runtime/kit.ts'
import { EDITORIAL } from '../../editorial.ts'
import { collectionFor, editableFields } from '../collection-for.ts'
import { maybeInCollection, READING, sentForm } from '../objects.ts'
import { readDocument } from '../read-document.ts'
import { type FormReading, readFields } from '../sent-form/read-fields.ts'
import { localeIn } from '../translation/locale-in.ts'
import { inWriterWords } from './writer-words.ts'

/**
 * Checks a form before it is sent, with the validators of the API. Whether a unique value is taken, and whether a
 * referenced document exists, is checked only on saving.
 */
export const checkRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/check',
  access: EDITORIAL,
  audit: false, // nothing is stored
  summary: 'Errors in a form of `collection`, by name of input; `id` is the document that the form changes',
  input: { query: maybeInCollection.extend({ id: z.string().max(100).optional() }), form: sentForm },
  returns: z.strictObject({ data: z.strictObject({ errors: z.record(z.string(), z.string()) }) }),
  problems: READING,
  act: async (c, { query: { id }, form }) => {
    const collection = await collectionFor(c, id)
    const reading = readFields(form, editableFields(c, collection))
    const isTranslation = localeIn(c, collection) !== null
    const values = id === undefined ? filledValues(reading) : reading.values
    const checked = isTranslation
      ? checkFields(c, collection.name, filledValues(reading))
      : checkDocument(c, collection.name, values)
    const stored = id === undefined ? null : (await readDocument(c, collection, id)).document
    const refused = await refusedObjects(c, collection.fields, stored, reading.values)
    const invalid = 'errors' in checked ? checked.errors.filter(concernsForm(collection, reading)) : []
    const errors = inWriterWords([...invalid, ...refused], collection.fields, reading.values)
    const byName = errors.map(({ path, message }) => [reading.names.get(path) ?? path, message])
    return { data: { errors: Object.fromEntries(byName) } }
  },
})

/** Returns the values of a form that are not `null`, so that a new document gets the defaults of the other fields. */
export function filledValues({ values }: FormReading): { readonly [name: string]: Json } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}

/** Returns a predicate for errors that concern fields of the form. An empty slug is not an error if it is generated. */
function concernsForm({ fields }: ManifestCollection, { values }: FormReading) {
  return ({ path }: FieldError): boolean => {
    const [name = ''] = path.split('.')
    if (!(name in values)) return false
    const field = fields.find((one) => one.name === name)
    return !(field && isMadeSlug(field) && values[name] === null)
  }
}
