import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Document, Tag } from './document.ts'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

export interface Page {
  readonly title: string
  readonly document: Document
  /** The tag of the page; `null` on the overview. */
  readonly current: string | null
  /** Tells one style sheet from the next. */
  readonly styleVersion: string
  readonly body: Html
}

/** A page of the reference. It needs no script: what folds is `details`, what is dark follows the
 * system, and on a narrow screen the menu is the end of the page. */
export function layout({ title, document, current, styleVersion, body }: Page): Html {
  const { info, tags } = document
  const collections = tags.filter((tag) => tag['x-kind'] === 'collection')
  const others = tags.filter((tag) => tag['x-kind'] === 'plugin')
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === info.title ? title : `${title} · ${info.title}`}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/reference.css?v=${styleVersion}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="/docs">${LOGO}<span>${info.title}</span></a>
<nav aria-label="Service"><a class="menu" href="#reference">Menu</a><a href="/api/?pretty">OpenAPI</a><a href="/health">Health</a></nav>
</header>
<div class="columns">
<main id="main">${body}</main>
<nav class="side" id="reference" aria-label="Reference">
<ul><li>${navLink('/docs', 'Overview', current === null)}</li></ul>
${navGroup('Collections', collections, current)}
${navGroup('More', others, current)}
</nav>
</div>
</body>
</html>`
}

function navGroup(title: string, tags: readonly Tag[], current: string | null): Html {
  if (tags.length === 0) return html``
  return html`<h2>${title}</h2>
<ul>${tags.map((tag) => html`<li>${navLink(sectionPath(tag.name), tag['x-label'], tag.name === current)}</li>`)}</ul>`
}

function navLink(href: string, label: string, isCurrent: boolean): Html {
  return isCurrent ? html`<a href="${href}" aria-current="page">${label}</a>` : html`<a href="${href}">${label}</a>`
}

export function sectionPath(tag: string): string {
  return `/docs/${encodeURIComponent(tag)}`
}

/** Text in which `code` stands between backticks. */
export function prose(text: string): Html {
  const parts = text.split('`')
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`
}

/** A lintel: the beam that carries what stands above an opening. */
export const LOGO_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="#4f46e5" aria-hidden="true"><path d="M2 4h20v5H2zM4 11h4v9H4zM16 11h4v9h-4z"/></svg>'

const LOGO = raw(LOGO_SVG)
