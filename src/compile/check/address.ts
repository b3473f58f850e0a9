import type { Fields } from '../../fields/field-type.ts'
import { namesInAddress } from '../../ground/address-template.ts'
import { atValue, type Finding } from '../diagnostics/diagnostic.ts'
import { didYouMean } from '../diagnostics/did-you-mean.ts'
import type { Check } from './context.ts'

/** Types of field whose values can be part of an address. */
const WORDS = ['string', 'slug', 'number', 'select', 'date']

/**
 * Checks that addresses of documents are paths or complete URLs with at least one name in braces, and that each name is
 * a field of a type in `WORDS`, `id` or, with locales, `locale`.
 */
export const checkAddresses: Check = ({ collections, config: { locales } }) => {
  const words = ['id', ...(locales === undefined ? [] : ['locale'])]
  return collections.flatMap((collection): Finding[] => {
    const { name, url, fields } = collection
    if (url === undefined) return []
    const at = atValue(collection, 'url')
    const usual = `/${name}/{${fields.slug ? 'slug' : 'id'}}`
    if (!isAddress(url)) {
      return [
        {
          code: 'url-address',
          message: `The url of '${name}' must begin with /, or with https:// and a host, and name a field in braces.`,
          hint: `Write: url: '${usual}'`,
          at,
        },
      ]
    }
    const usable = Object.keys(fields).filter((field) => isWord(fields, field))
    return namesInAddress(url)
      .filter((word) => !words.includes(word) && !usable.includes(word))
      .map((word) => ({
        code: 'unknown-field',
        message: Object.hasOwn(fields, word)
          ? `The url of '${name}' names '${word}', which is not a single-line text, a number or a date.`
          : `The url of '${name}' names '${word}', which is not a field of the collection.`,
        ...didYouMean(word, [...usable, ...words]),
        at,
      }))
  })
}

function isWord(fields: Fields, name: string): boolean {
  return WORDS.includes(fields[name]?.kind ?? '')
}

/** Tells whether an address is a path, or a URL whose host no value of a document can choose, and names a field. */
function isAddress(text: string): boolean {
  return /^(?:https?:\/\/[a-z0-9.-]+(?::\d+)?)?\/(?!\/)/i.test(text) && namesInAddress(text).length > 0
}
