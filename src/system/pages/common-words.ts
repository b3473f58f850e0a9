import { message } from '../../messages/messages.ts'
import { t } from '../../messages/translate.ts'

/** Returns the translated texts of the scripts on every page, as JSON for `data-words`; `undefined` in English. */
export function commonWords(): string | undefined {
  const words = COMMON.map((text) => [text, t(text)] as const).filter(([text, translation]) => translation !== text)
  return words.length === 0 ? undefined : JSON.stringify(Object.fromEntries(words))
}

const COMMON = [
  message('{count} characters left'),
  message('{count} characters too many. At most {max} fit.'),
  message('Your session has ended'),
  message('Nothing is lost: this page stays open. Once you have signed in, it continues by itself.'),
  message('You have signed in with another account. Sign in with the account that opened this page.'),
  message('Sign in'),
  message('Cancel'),
]
