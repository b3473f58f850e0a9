import { atValue, type Finding } from '../diagnostics/diagnostic.ts'
import { didYouMean } from '../diagnostics/did-you-mean.ts'
import type { Check } from './context.ts'

/** Placeholders of a preview address, besides fields. */
const WORDS = ['id', 'collection', 'token']

/** Checks that addresses of previews are absolute, contain the token, and name existing fields. */
export const checkPreviews: Check = ({ collections, config: { locales } }) => {
  const words = [...WORDS, ...(locales === undefined ? [] : ['locale'])]
  return collections.flatMap((collection): Finding[] => {
    const { name, preview, fields } = collection
    if (preview === undefined) return []
    const at = atValue(collection, 'preview')
    if (!isAddress(preview)) {
      return [
        {
          code: 'preview-address',
          message: `The preview of '${name}' must begin with https:// or http:// and a host.`,
          hint: `Write: preview: 'https://www.example.com/{${fields.slug ? 'slug' : 'id'}}?preview={token}'`,
          at,
        },
      ]
    }
    const named = [...preview.matchAll(/\{(\w+)\}/g)].map(([, word = '']) => word)
    const withoutToken: Finding = {
      code: 'preview-token',
      message: `The preview of '${name}' lacks {token}, without which the website cannot read a draft.`,
      at,
    }
    const unknown = named.filter((word) => !words.includes(word) && !Object.hasOwn(fields, word))
    return [
      ...unknown.map(
        (word): Finding => ({
          code: 'unknown-field',
          message: `The preview of '${name}' names '${word}', which is not a field of the collection.`,
          ...didYouMean(word, [...Object.keys(fields), ...words]),
          at,
        }),
      ),
      ...(named.includes('token') ? [] : [withoutToken]),
    ]
  })
}

/**
 * Tells whether an address is absolute and its host fixed, so that no value of a document decides where a token is
 * sent.
 */
function isAddress(text: string): boolean {
  return /^https?:\/\/[a-z0-9.-]+(?::\d+)?(?:[/?#]|$)/i.test(text) && URL.canParse(text)
}
