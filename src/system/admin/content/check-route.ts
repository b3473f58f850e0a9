import type { Json } from '../../../config/fields/field-type.ts'
import { defineRoute } from '../../../config/route.ts'
import { checkDocument, type FieldError, type ManifestCollection, readForm } from '../../../runtime/kit.ts'
import { collectionFor, editableFields } from './collection-for.ts'
import { type FormReading, readFields } from './read-form.ts'

/**
 * What is wrong with a form before it is sent, by the validators that the API has. Whether a value is taken already and
 * whether references lead somewhere, saving tells.
 */
export const checkRoute = defineRoute({
  method: 'POST',
  path: '/admin/content/check',
  access: ['editor'],
  audit: false, // nothing is stored
  summary:
    'What is wrong with a form of `collection`, by the names of its inputs; `id` is the document that it changes',
  handler: async (c) => {
    const id = c.req.query('id')
    const collection = await collectionFor(c, id)
    const reading = readFields(await readForm(c), editableFields(c, collection))
    const checked = checkDocument(c, collection.name, id === undefined ? given(reading) : reading.values)
    const errors = 'errors' in checked ? checked.errors.filter(concernsForm(collection, reading)) : []
    c.header('Cache-Control', 'no-store')
    return c.json({
      success: true,
      data: {
        errors: Object.fromEntries(errors.map(({ path, message }) => [reading.names.get(path) ?? path, message])),
      },
    })
  },
})

/** Fields that were left empty take their defaults in a new document. */
export function given({ values }: FormReading): { readonly [name: string]: Json } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}

/** What the form does not hold stays as it is; a slug that is left empty is made. */
function concernsForm({ fields }: ManifestCollection, { values }: FormReading) {
  return ({ path }: FieldError): boolean => {
    const [name = ''] = path.split('.')
    if (!(name in values)) return false
    const field = fields.find((one) => one.name === name)
    return !(field?.kind === 'slug' && field.options.from !== undefined && values[name] === null)
  }
}
