import { getCookie } from 'hono/cookie'
import type { LanguageMessages } from '../../messages/translate.ts'
import { isPageRequest } from '../common/page-request.ts'
import type { AppContext } from '../isolate/app-env.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { languagesOf, messagesOf } from '../messages/languages.ts'

/** Cookie with the language that the user chose. */
export const LANGUAGE_COOKIE = 'language'

/**
 * Makes a function that returns the messages for a request, in the language that the user chose. Without a choice,
 * pages use a language that the browser accepts, and all other responses, especially those of the API, use English.
 * @returns `null` for English
 */
export function messagesFor(runtime: Runtime): (c: AppContext) => Promise<LanguageMessages> | null {
  const languages = languagesOf(runtime)
  return (c) => {
    const { cookie, 'accept-language': accepted } = c.get('requestHeaders')
    if (cookie === undefined && accepted === undefined) return null
    const cookieLanguage = cookie === undefined ? undefined : getCookie(c, LANGUAGE_COOKIE)
    const chosen = choose(languages, cookieLanguage, accepted !== undefined && isForPage(c) ? accepted : undefined)
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
  const ranges = accepted
    .split(',')
    .map(readRange)
    .toSorted((a, b) => b.weight - a.weight)
  for (const { tag } of ranges) {
    const match = languages.find((language) => tag === language || tag.startsWith(`${language}-`))
    if (match !== undefined) return match
  }
  return 'en'
}

/** Parses a range of `Accept-Language` with its weight (RFC 9110, section 12.5.4). */
function readRange(range: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
  const weight = parameters.map((text) => /^\s*q=([\d.]+)/.exec(text)?.[1]).find((text) => text !== undefined)
  return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) }
}
