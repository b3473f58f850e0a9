import { HttpError } from '../../common/errors.ts'
import { t } from '../../messages/messages.ts'

/** Characters of a search. */
const MAX_LENGTH = 200

/** The characters that the tokenizer unicode61 makes words of. */
const WORD = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*/gu

/** The words of a text in small letters, as the full-text index knows words. */
export function wordsIn(text: string): string[] {
  return text.toLocaleLowerCase('en').match(WORD) ?? []
}

/**
 * Turns typed text into a query of FTS5: every word must match, the last one as a prefix. Each word is quoted, so that
 * nothing typed acts as an operator.
 * @returns `null` where there is no word in it
 * @throws HttpError `invalid_query` for text over 200 characters
 */
export function searchExpression(text: string): string | null {
  if (text.length > MAX_LENGTH)
    throw new HttpError('invalid_query', t('q takes at most {max} characters.', { max: MAX_LENGTH }))
  const words = text.match(WORD) ?? []
  return words.length === 0 ? null : `${words.map((word) => `"${word}"`).join(' ')}*`
}
