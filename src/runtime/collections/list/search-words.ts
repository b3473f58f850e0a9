import { WORD } from '../../../ground/words.ts'
import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'

/** Maximum length of a search in characters. */
const MAX_LENGTH = 200

/**
 * Converts typed text to an FTS5 query: every word must match, the last one as a prefix. Each word is quoted, so that
 * no part of the text acts as an operator.
 * @returns `null` if the text contains no words
 * @throws HttpError `invalid_query` for text over 200 characters
 */
export function searchExpression(text: string): string | null {
  if (text.length > MAX_LENGTH)
    throw new HttpError('invalid_query', t('q takes at most {max} characters.', { max: MAX_LENGTH }))
  const words = text.match(WORD) ?? []
  return words.length === 0 ? null : `${words.map((word) => `"${word}"`).join(' ')}*`
}
