import { atValue, type Finding } from '../diagnostics/diagnostic.ts'
import { didYouMean } from '../diagnostics/did-you-mean.ts'
import { capitalize } from '../diagnostics/words.ts'
import type { Check } from './context.ts'
import { isShownToMore } from './readability.ts'

/** Checks that a slug is made from a text field that all readers of the slug may read. */
export const checkSlugs: Check = ({ fields }) =>
  fields.flatMap(({ field, collection, label }): Finding[] => {
    const { from } = field.options as { readonly from?: string } // its type is known to be right
    if (field.kind !== 'slug' || from === undefined) return []
    const at = atValue(field, 'from')
    const made = `${capitalize(label)} is made from '${from}'`
    const texts = Object.entries(collection.fields)
      .filter(([, other]) => ['string', 'text', 'select'].includes(other?.kind))
      .map(([name]) => name)
    const source = texts.includes(from) ? collection.fields[from] : undefined
    if (source) {
      const message = `${made}, which would reveal restricted values.`
      const hint = 'Make it from a field that everybody who reads the slug can read.'
      return isShownToMore(source, field) ? [{ code: 'slug-reveals', message, hint, at }] : []
    }
    const finding: Pick<Finding, 'code' | 'message'> =
      from in collection.fields
        ? { code: 'slug-not-from-text', message: `${made}, which is not text.` }
        : { code: 'unknown-field', message: `${made}, which '${collection.name}' does not have.` }
    return [{ ...finding, ...didYouMean(from, texts), at }]
  })
