import { setCookie } from 'hono/cookie'
import * as z from 'zod'
import type { RequestContext } from '../../config/request.ts'
import { defineRoute } from '../../config/route.ts'
import { availableLanguages, HttpError, LANGUAGE_COOKIE, ownPath, t } from '../../runtime/kit.ts'

const YEAR = 31_536_000

/**
 * Route that sets the language of the admin, which the browser stores for a year. If none is stored, the browser's
 * preferred languages apply.
 */
export const setLanguage = defineRoute({
  method: 'POST',
  path: '/auth/language',
  access: 'public',
  audit: false,
  input: { form: z.strictObject({ language: z.string().max(10), back: z.string().max(2000).optional() }) },
  handler: (c, { form }) => {
    const languages = availableLanguages(c)
    if (!languages.includes(form.language)) {
      throw new HttpError(
        'validation_failed',
        t('The admin is available in {languages}: choose one of these.', { languages: languages.join(', ') }),
      )
    }
    keepLanguage(c, form.language)
    return c.redirect(ownPath(c, form.back, '/admin/'), 303)
  },
})

/** Stores the language in the browser. */
export function keepLanguage(c: RequestContext, language: string): void {
  const secure = new URL(c.req.url).protocol === 'https:'
  setCookie(c, LANGUAGE_COOKIE, language, { path: '/', maxAge: YEAR, sameSite: 'Lax', secure, httpOnly: true })
}
