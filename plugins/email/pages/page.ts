import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { RequestContext } from 'lintel/kit'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** A message must not run, send or fetch anything but its pictures; its links open in a window of their own. */
const MESSAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

/** A page of the plugin in the admin. Browsers do not keep it: what it shows changes at any time. */
export async function page(c: RequestContext, title: string, body: Html): Promise<Response> {
  c.header('Cache-Control', 'no-store')
  const content = html`<header>
<h1 class="text-2xl font-semibold tracking-tight">${title}</h1>
<nav aria-label="Email" class="mt-2 flex flex-wrap gap-2">${PAGES.map(([path, label]) => html`<a class="btn" data-variant="outline" data-size="sm" href="/admin/plugins/email/${path}">${label}</a>`)}</nav>
</header>
${body}`
  return c.render(content, { title })
}

const PAGES = [
  ['settings', 'Settings'],
  ['templates', 'Templates'],
  ['messages', 'Log'],
  ['outbox', 'Outbox'],
] as const

/** A message as it is sent. */
export function messagePage(c: RequestContext, text: string): Response {
  return c.html(text, 200, { 'Content-Security-Policy': MESSAGE_POLICY, 'Cache-Control': 'no-store' })
}
