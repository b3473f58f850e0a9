import type { RequestContext } from 'lintel/kit'

/** A message must not run, send or fetch anything but its pictures; its links open in a window of their own. */
const MESSAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

/** A message as it is sent. */
export function messageResponse(c: RequestContext, text: string): Response {
  return c.html(text, 200, { 'Content-Security-Policy': MESSAGE_POLICY, 'Cache-Control': 'no-store' })
}

/** Media query of the templates' dark colors. */
const DARK = '@media (prefers-color-scheme:dark)'

/** A message as a client shows it whose reader likes it light, or dark, whatever the reader's system says. */
export function inScheme(text: string, scheme: 'light' | 'dark'): string {
  return text
    .replaceAll(DARK, scheme === 'dark' ? '@media all' : '@media not all')
    .replaceAll('content="light dark"', `content="${scheme}"`)
}
