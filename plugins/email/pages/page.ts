import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { RequestContext } from 'lintel/kit'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

const STYLE =
  'body{font:15px/1.6 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c1e26}nav a{margin-right:1rem}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .6rem;border-bottom:1px solid #e3e5ec;vertical-align:top}iframe{width:100%;height:34rem;border:1px solid #e3e5ec;background:#fff}label{display:block}input,button{font:inherit;padding:.4rem .6rem}.soft{color:#5b6072}@media(prefers-color-scheme:dark){body{color:#e6e7ee;background:#12131a}a{color:#a5b4fc}th,td{border-color:#2b2e3b}.soft{color:#9aa0b4}}'

/** Our own style sheet and frames of our own, and nothing else. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"

/** A message must not run, send or fetch anything but its pictures; its links open in a window of their own. */
const MESSAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

/** A page of the plugin in the admin. Browsers do not keep it: what it shows changes at any time. */
export async function page(c: RequestContext, title: string, body: Html): Promise<Response> {
  const text = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<nav aria-label="Email"><a href="/admin/plugins/email/settings">Settings</a><a href="/admin/plugins/email/templates">Templates</a><a href="/admin/plugins/email/messages">Log</a><a href="/admin/plugins/email/outbox">Outbox</a></nav>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
  return c.html(text, 200, { 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-store' })
}

/** A message as it is sent. */
export function messagePage(c: RequestContext, text: string): Response {
  return c.html(text, 200, { 'Content-Security-Policy': MESSAGE_POLICY, 'Cache-Control': 'no-store' })
}
