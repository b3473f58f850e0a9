import { getCookie } from 'hono/cookie'
import { isPageRequest } from '../common/page-request.ts'
import type { AppContext, Middleware } from '../isolate/app-env.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { languagesOf, wordsOf } from '../messages/languages.ts'
import { withMessages } from '../messages/messages.ts'

/** The cookie in which a browser keeps the language that its reader chose. */
export const LANGUAGE_COOKIE = 'language'

/**
 * Says everything that people read in the language they chose. Where nothing was chosen, pages and their parts are in a
 * language that the browser asks for, and everything else, answers of the API above all, is in English.
 */
export function languageMiddleware(runtime: Runtime): Middleware {
  const languages = languagesOf(runtime)
  return async (c, next) => {
    const { cookie, 'accept-language': accepted } = c.get('requestHeaders')
    if (cookie === undefined && accepted === undefined) return next()
    const chosen = choose(languages, getCookie(c, LANGUAGE_COOKIE), isForPage(c) ? accepted : undefined)
    if (chosen === 'en') return next()
    return withMessages(await wordsOf(runtime, chosen), next)
  }
}

/** Tells whether a person will see the response, as a page or a part of one. */
function isForPage(c: AppContext): boolean {
  return c.req.path.startsWith('/admin') || c.req.header('hx-request') === 'true' || isPageRequest(c)
}

function choose(languages: readonly string[], cookie: string | undefined, accepted: string | undefined): string {
  if (cookie !== undefined && languages.includes(cookie)) return cookie
  const wanted = (accepted ?? '')
    .split(',')
    .map(readRange)
    .toSorted((a, b) => b.weight - a.weight)
  for (const { tag } of wanted) {
    const match = languages.find((language) => tag === language || tag.startsWith(`${language}-`))
    if (match !== undefined) return match
  }
  return 'en'
}

/** One range of `Accept-Language` with its weight (RFC 9110, section 12.5.4). */
function readRange(range: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
  const weight = parameters.map((text) => /^\s*q=([\d.]+)/.exec(text)?.[1]).find((text) => text !== undefined)
  return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) }
}
