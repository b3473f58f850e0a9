import { html, raw } from 'hono/html'
import type { DocPage } from '../doc-page.ts'
import type { Documentation } from '../documentation.ts'
import type { Html, SiteLink } from './layout.ts'

/** Finds the address of a page by its name. */
export type AddressOfPage = (name: string) => string

/** Renders the front page: what Lintel is, how to begin, and every page with its task. */
export function homeBody({ groups, pages }: Documentation, description: string, addressOf: AddressOfPage): Html {
  const [first] = pages
  return html`<section class="hero"><h1>Lintel</h1>
<p class="lead">${description}</p>
<pre tabindex="0"><code>npm create lintel@latest</code></pre>
${first ? html`<p>Start with <a href="${addressOf(first.name)}">${first.title}</a>, or look up what you need.</p>` : ''}</section>
${groups.map(
  ({ title, entries }) => html`<section><h2>${title}</h2>
<ul class="cards">${entries.map(
    ({ page, task }) =>
      html`<li><a href="${addressOf(page.name)}"><strong>${page.title}</strong><span>${capitalized(task)}.</span></a></li>
`,
  )}</ul></section>
`,
)}`
}

/** Renders a guide, with links to its neighbors in the order of the index. */
export function pageBody(
  rendered: string,
  before: DocPage | undefined,
  after: DocPage | undefined,
  addressOf: AddressOfPage,
): Html {
  const neighbour = (page: DocPage | undefined, rel: 'prev' | 'next', words: string): Html | string =>
    page ? html`<a href="${addressOf(page.name)}" rel="${rel}"><small>${words}</small>${page.title}</a>` : ''
  return html`<article class="guide">${raw(rendered)}</article>
<nav class="around" aria-label="Next and previous page">${neighbour(before, 'prev', 'Previous')}${neighbour(after, 'next', 'Next')}</nav>`
}

/** Renders the page for addresses that do not exist. */
export function missingBody(home: string): Html {
  return html`<section class="hero"><h1>There is no such page</h1>
<p class="lead">It may have been renamed. Search for it, choose a page from the menu, or go to <a href="${home}">the list of all pages</a>.</p></section>`
}

/** Renders the footer of a page. */
export function footerBody(version: string, links: readonly SiteLink[]): Html {
  return html`<p>Lintel ${version}</p><p>${links.map(({ href, label }) => html`<a href="${href}">${label}</a> `)}</p>`
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
