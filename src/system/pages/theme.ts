import { getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod'
import type { RequestContext } from '../../config/request.ts'
import { defineRoute } from '../../config/route.ts'
import { ownPath } from '../../runtime/kit.ts'

const COOKIE = 'theme'
const YEAR = 31_536_000

export const THEMES = ['light', 'dark', 'system'] as const

export type Theme = (typeof THEMES)[number]

/** As chosen in this browser; `system` where nothing was. */
export function themeOf(c: RequestContext): Theme {
  const chosen = getCookie(c, COOKIE)
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** Light, dark, or as the system is: kept in the browser, for a year. */
export const setTheme = defineRoute({
  method: 'POST',
  path: '/auth/theme',
  access: 'public',
  audit: false,
  input: {
    form: z.strictObject({ theme: z.enum(THEMES), back: z.string().max(2000).optional() }),
  },
  handler: (c, { form }) => {
    keepTheme(c, form.theme)
    return c.redirect(ownPath(c, form.back, '/admin/'), 303)
  },
})

/** Keeps it in the browser that asks. */
export function keepTheme(c: RequestContext, theme: Theme): void {
  setCookie(c, COOKIE, theme, { path: '/', maxAge: YEAR, sameSite: 'Lax', secure: isSecure(c), httpOnly: true })
}

function isSecure(c: RequestContext): boolean {
  return new URL(c.req.url).protocol === 'https:'
}
