import { getCookie } from 'hono/cookie'
import { isPageRequest } from '../common/page-request.ts'
import type { AppContext } from '../isolate/app-env.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { languagesOf, messagesOf } from '../messages/languages.ts'
import type { LanguageMessages } from '../messages/messages.ts'

/** The cookie in which a browser keeps the language that its reader chose. */
export const LANGUAGE_COOKIE = 'language'

/**
 * Finds the messages in the language that the reader chose. Where nothing was chosen, pages and their parts are in a
 * language that the browser asks for, and everything else, responses of the API above all, is in English.
 * @returns for a request its messages; `null` where they are English
 */
export function messagesFor(runtime: Runtime): (c: AppContext) => Promise<LanguageMessages> | null {
  const languages = languagesOf(runtime)
  return (c) => {
    const { cookie, 'accept-language': accepted } = c.get('requestHeaders')
    if (cookie === undefined && accepted === undefined) return null
    const own = cookie === undefined ? undefined : getCookie(c, LANGUAGE_COOKIE)
    const chosen = choose(languages, own, accepted !== undefined && isForPage(c) ? accepted : undefined)
    return chosen === 'en' ? null : messagesOf(runtime, chosen)
  }
}

/** Tells whether a person will see the response, as a page or a part of one. */
function isForPage(c: AppContext): boolean {
  return c.req.path.startsWith('/admin') || c.req.header('hx-request') === 'true' || isPageRequest(c)
}

function choose(languages: readonly string[], cookie: string | undefined, accepted: string | undefined): string {
  if (cookie !== undefined && languages.includes(cookie)) return cookie
  if (accepted === undefined) return 'en'
  const wanted = accepted
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
