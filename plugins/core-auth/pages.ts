import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { manifestOf, type RequestContext, randomToken } from 'lintel/kit'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

export interface Page {
  readonly title: string
  readonly body: Html
  /** What went wrong, above the body. */
  readonly error?: string | undefined
}

type Status = 200 | 400 | 401 | 403 | 404 | 409 | 415 | 422 | 429 | 503

/** A page to sign in and the like: a form, no script, kept by no cache, shown in no frame. */
export function renderPage(c: RequestContext, page: Page, status: Status = 200): Response | Promise<Response> {
  const nonce = randomToken(16)
  c.header('Cache-Control', 'no-store')
  // Addresses of these pages hold tokens. With `no-referrer` browsers would post the forms with `Origin: null`.
  c.header('Referrer-Policy', 'same-origin')
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  )
  return c.html(layout(manifestOf(c).name, page, nonce), status)
}

function layout(service: string, { title, body, error }: Page, nonce: string): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${service}</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<p class="service">${service}</p>
<h1>${title}</h1>
${error === undefined ? '' : html`<p class="error" role="alert">${error}</p>`}
${body}
</main>
</body>
</html>`
}

export interface Field {
  readonly name: string
  readonly label: string
  readonly type?: 'email' | 'password' | 'text'
  readonly autocomplete: string
  readonly value?: string | undefined
  readonly optional?: boolean
  readonly hint?: string
}

export interface Form {
  readonly action: string
  readonly submit: string
  readonly fields: readonly Field[]
  /** Values that come along unseen. */
  readonly hidden?: { readonly [name: string]: string | undefined }
}

/** A form that posts its fields. */
export function form({ action, submit, fields, hidden = {} }: Form): Html {
  const unseen = Object.entries(hidden).filter(([, value]) => value !== undefined)
  return html`<form method="post" action="${action}">
${unseen.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value ?? ''}">`)}
${fields.map(labelled)}
<button>${submit}</button>
</form>`
}

function labelled({ name, label, type = 'text', autocomplete, value = '', optional = false, hint }: Field): Html {
  const required = optional ? '' : html` required`
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}"${required}${
    hint === undefined ? '' : html` aria-describedby="${name}-hint"`
  }>${hint === undefined ? '' : html`<small id="${name}-hint">${hint}</small>`}
`
}

const STYLE = `:root{font:16px/1.5 system-ui,sans-serif;--ink:#1f2330;--soft:#656b7d;--line:#cfd3de;--paper:#fff;--accent:#4338ca;--bad:#b42318}
@media(prefers-color-scheme:dark){:root{--ink:#eceef4;--soft:#a2a8b8;--line:#3c4252;--paper:#14161d;--accent:#a5b4fc;--bad:#fda29b}}
body{margin:0;background:var(--paper);color:var(--ink)}main{max-width:22rem;margin:12vh auto;padding:0 1rem}
.service{margin:0;color:var(--soft)}h1{margin:0 0 1.5rem;font-size:1.5rem;line-height:1.25}
label{display:block;margin:1rem 0 .25rem;font-weight:600}small{display:block;margin-top:.25rem;color:var(--soft)}
input{box-sizing:border-box;width:100%;padding:.6rem .75rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:.5rem}
button{width:100%;margin-top:1.5rem;padding:.65rem;font:inherit;font-weight:600;color:var(--paper);background:var(--accent);border:0;border-radius:.5rem;cursor:pointer}
a{color:var(--accent)}:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.error{padding:.6rem .75rem;color:var(--bad);border:1px solid var(--bad);border-radius:.5rem}nav{margin-top:1.5rem;display:grid;gap:.5rem}`
