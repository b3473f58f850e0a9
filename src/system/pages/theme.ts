import { getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod'
import type { RequestContext } from '../../config/request.ts'
import { defineRoute } from '../../config/route.ts'
import { ownPath } from '../../runtime/kit.ts'

const COOKIE = 'theme'
const YEAR = 31_536_000

export const THEMES = ['light', 'dark', 'system'] as const

export type Theme = (typeof THEMES)[number]

/** Returns the theme chosen in this browser; `system` by default. */
export function themeOf(c: RequestContext): Theme {
  const chosen = getCookie(c, COOKIE)
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** Route that sets the theme: light, dark or the system's. The browser stores it for a year. */
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

/** Stores the theme in the browser. */
export function keepTheme(c: RequestContext, theme: Theme): void {
  setCookie(c, COOKIE, theme, { path: '/', maxAge: YEAR, sameSite: 'Lax', secure: isSecure(c), httpOnly: true })
}

function isSecure(c: RequestContext): boolean {
  return new URL(c.req.url).protocol === 'https:'
}
