import type { RequestContext } from 'lintel/kit'

/**
 * Content security policy of a message: it must not run scripts, send forms, or load anything but its pictures; its
 * links open in a new window.
 */
const MESSAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

/** Returns a response that shows a message as it is sent. */
export function messageResponse(c: RequestContext, text: string): Response {
  return c.html(text, 200, { 'Content-Security-Policy': MESSAGE_POLICY, 'Cache-Control': 'no-store' })
}

/** Media query of the templates' dark colors. */
const DARK = '@media (prefers-color-scheme:dark)'

/**
 * Returns a message as a mail client in light or dark mode shows it, even if the reader's system is set to the other
 * one.
 */
export function inScheme(text: string, scheme: 'light' | 'dark'): string {
  return text
    .replaceAll(DARK, scheme === 'dark' ? '@media all' : '@media not all')
    .replaceAll('content="light dark"', `content="${scheme}"`)
}
