import * as z from 'zod'
import { availableLanguages, HttpError, language, type RequestContext, t } from '../../../runtime/kit.ts'
import { keepLanguage } from '../../pages/language.ts'
import { keepTheme, THEMES, themeOf } from '../../pages/theme.ts'

/** The look of the admin for one reader: kept in the browser, nobody else's business. */
export function appearance(c: RequestContext) {
  return { theme: themeOf(c), language: language(), languages: availableLanguages(c) }
}

/** Settings that change while the service runs. Everything else is code. */
const changes = z.strictObject({ theme: z.enum(THEMES).optional(), language: z.string().max(10).optional() })

/**
 * Keeps the theme and the language in the browser that asks.
 * @throws HttpError `schema_locked` for what is code, `validation_failed`
 */
export function changeAppearance(c: RequestContext, asked: Readonly<Record<string, unknown>>) {
  const code = Object.keys(asked).filter((name) => !(name in changes.shape))
  if (code.length > 0 || Object.keys(asked).length === 0) {
    throw new HttpError('schema_locked', t('Settings are code: edit cms.config.ts, and deploy it.'))
  }
  const result = changes.safeParse(asked)
  const { theme, language: wanted } = result.success ? result.data : {}
  const isSpoken = wanted === undefined || availableLanguages(c).includes(wanted)
  if (!result.success || !isSpoken) {
    const name = isSpoken ? 'theme' : 'language'
    const choices = isSpoken ? THEMES : availableLanguages(c)
    const message = t('One of {values}.', { values: choices.join(', ') })
    throw new HttpError('validation_failed', undefined, { errors: [{ path: name, code: 'invalid', message }] })
  }
  if (theme !== undefined) keepTheme(c, theme)
  if (wanted !== undefined) keepLanguage(c, wanted)
  return { ...appearance(c), ...(theme && { theme }), ...(wanted && { language: wanted }) }
}
