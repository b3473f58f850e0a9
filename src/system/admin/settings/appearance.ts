import * as z from 'zod'
import { availableLanguages, HttpError, language, type RequestContext, t } from '../../../runtime/kit.ts'
import { keepLanguage } from '../../pages/language.ts'
import { keepTheme, THEMES, themeOf } from '../../pages/theme.ts'

/** Returns the theme and language of the admin for the current user, which only the browser stores. */
export function appearance(c: RequestContext) {
  return { theme: themeOf(c), language: language(), languages: availableLanguages(c) }
}

/** Schema of the settings that can change while the service runs. All others are code. */
const changes = z.strictObject({ theme: z.enum(THEMES).optional(), language: z.string().max(10).optional() })

/**
 * Stores the theme and the language in the browser.
 * @throws HttpError `schema_locked` for settings that are code, `validation_failed`
 */
export function changeAppearance(c: RequestContext, requested: Readonly<Record<string, unknown>>) {
  const code = Object.keys(requested).filter((name) => !(name in changes.shape))
  if (code.length > 0 || Object.keys(requested).length === 0) {
    throw new HttpError('schema_locked', t('Settings are code: edit cms.config.ts, and deploy it.'))
  }
  const result = changes.safeParse(requested)
  const { theme, language: requestedLanguage } = result.success ? result.data : {}
  const isSpoken = requestedLanguage === undefined || availableLanguages(c).includes(requestedLanguage)
  if (!result.success || !isSpoken) {
    const name = isSpoken ? 'theme' : 'language'
    const choices = isSpoken ? THEMES : availableLanguages(c)
    const message = t('One of {values}.', { values: choices.join(', ') })
    throw new HttpError('validation_failed', undefined, { errors: [{ path: name, code: 'invalid', message }] })
  }
  if (theme !== undefined) keepTheme(c, theme)
  if (requestedLanguage !== undefined) keepLanguage(c, requestedLanguage)
  return { ...appearance(c), ...(theme && { theme }), ...(requestedLanguage && { language: requestedLanguage }) }
}
