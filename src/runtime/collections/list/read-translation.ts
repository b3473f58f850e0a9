import { otherLocales } from '../../../manifest/localized.ts'
import { TRANSLATION_STATES, type TranslationState } from '../../../manifest/translation-state.ts'
import { message } from '../../../messages/messages.ts'
import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import { unknownName } from '../../input/parameters.ts'
import type { Filter } from '../query/filter.ts'
import type { Call } from '../request/call.ts'

/**
 * Reads `translation=de:missing` as a filter. Returns none if the parameter is absent.
 * @throws HttpError `invalid_query`
 */
export function readTranslation({ plan }: Call, text: string | undefined): Filter[] {
  const { locales } = plan.collection
  if (text === undefined || locales === undefined) return []
  const [locale = '', state, ...more] = text.split(':')
  const others = otherLocales(locales)
  if (state === undefined || more.length > 0)
    throw new HttpError(
      'invalid_query',
      t('translation takes a locale and a state, such as {example}.', { example: `${others[0]}:missing` }),
    )
  if (!others.includes(locale))
    throw unknownName(message('{name} is the default locale, or no locale of the collection.'), locale, others)
  if (!isState(state)) throw unknownName(message('There is no translation state {name}.'), state, TRANSLATION_STATES)
  return [{ kind: 'translation', locale, state }]
}

function isState(text: string): text is TranslationState {
  return (TRANSLATION_STATES as readonly string[]).includes(text)
}
