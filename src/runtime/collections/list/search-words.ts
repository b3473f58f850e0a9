import { HttpError } from '../../common/errors.ts'
import { t } from '../../messages/messages.ts'

/** Maximum length of a search in characters. */
const MAX_LENGTH = 200

/** Matches words as the tokenizer unicode61 splits them. */
const WORD = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*/gu

/** Returns the words of a text in lower case, split as in the full-text index. */
export function wordsIn(text: string): string[] {
  return text.toLocaleLowerCase('en').match(WORD) ?? []
}

/**
 * Converts typed text to a query of FTS5: every word must match, the last one as a prefix. Each word is quoted, so that
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
