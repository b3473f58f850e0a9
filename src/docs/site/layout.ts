import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** A page of documentation: a guide, or a page of a service's reference. */
export interface SitePage {
  /** Title in the browser's tab. */
  readonly title: string
  readonly description?: string
  readonly files: SiteFiles
  /** Link to the start of the documentation, on the left of the header. */
  readonly home: SiteLink
  /** Links on the right of the header. */
  readonly links: readonly SiteLink[]
  readonly search: SiteSearch
  readonly menu: SiteMenu
  /** Sections of the page. Default: no list of sections. */
  readonly sections?: readonly SiteSection[]
  /** Additional elements of the head. */
  readonly head?: Html
  readonly body: Html
  readonly footer?: Html
}

/** Addresses of the files that each page loads. */
export interface SiteFiles {
  readonly icon: string
  readonly style: string
  /** Script that searches while the user types; `null` for pages without a script. */
  readonly script: string | null
}

export interface SiteLink {
  readonly label: string
  readonly href: string
}

/** A section of a page and its level: 2 or 3. */
export interface SiteSection extends SiteLink {
  readonly level: number
}

export interface SiteSearch {
  /**
   * Address of a page that handles `?q=`; `null` if only a script can search: then the form is hidden when scripts do
   * not run.
   */
  readonly action: string | null
  /** Words of the current search. */
  readonly query?: string
  /** Addresses for the script: that of the index, and the pattern of those of pages, `:page.html`. */
  readonly script?: { readonly index: string; readonly pages: string }
}

/** The list of all pages. */
export interface SiteMenu {
  readonly label: string
  readonly groups: readonly {
    /** Title of the group; `null` for pages before all groups. */
    readonly title: string | null
    readonly links: readonly SiteLink[]
  }[]
  /** Address of the current page; `null` if it is not in the list. */
  readonly current: string | null
}

/**
 * Lays out a page. It works without scripts: foldable parts are `details`, dark mode follows the system, and on narrow
 * screens the menu is at the end of the page.
 */
export function layout(page: SitePage): Html {
  const { title, description, files, home, links, sections = [], body } = page
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === home.label ? title : `${title} · ${home.label}`}</title>
${description ? html`<meta name="description" content="${description}">` : ''}
<link rel="icon" href="${files.icon}" type="image/svg+xml">
<link rel="stylesheet" href="${files.style}">
${files.script === null ? '' : html`<script src="${files.script}" defer></script>`}
${page.head ?? ''}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="${home.href}">${LOGO}<span>${home.label}</span></a>
${searchForm(page.search)}
<nav class="links" aria-label="Site"><a class="menu" href="#menu">Menu</a>${links.map(link)}</nav>
</header>
<div class="columns">
<main id="main">${sections.length > 1 ? contents(sections) : ''}${body}</main>
${menu(page.menu)}
</div>
${page.footer === undefined ? '' : html`<footer class="bottom">${page.footer}</footer>`}
</body>
</html>
`
}

function link({ label, href }: SiteLink): Html {
  return html`<a href="${href}">${label}</a>`
}

function searchForm({ action, query, script }: SiteSearch): Html {
  const field = html`<input type="search" name="q" value="${query ?? ''}" placeholder="Search the guides" aria-label="Search the guides" autocomplete="off" spellcheck="false"><button tabindex="-1">Search</button>`
  if (script === undefined) return html`<form class="search" role="search" action="${action}">${field}</form>`
  return html`<form class="search" role="search" data-index="${script.index}" data-pages="${script.pages}"${action === null ? raw(' hidden') : html` action="${action}"`}>${field}</form>`
}

/** Renders the list of sections: beside the page if there is room, otherwise folded above it. */
function contents(sections: readonly SiteSection[]): Html {
  return html`<nav class="toc" aria-label="On this page"><details><summary>On this page</summary>
<ul>${sections.map((section) => html`<li class="level-${section.level}">${link(section)}</li>`)}</ul></details></nav>
`
}

function menu({ label, groups, current }: SiteMenu): Html {
  return html`<nav class="side" id="menu" aria-label="${label}">
${groups.map(
  ({ title, links }) => html`${title === null ? '' : html`<h2>${title}</h2>`}
<ul>${links.map((link) => html`<li>${menuLink(link, current)}</li>`)}</ul>
`,
)}</nav>`
}

function menuLink({ label, href }: SiteLink, current: string | null): Html {
  return href === current ? html`<a href="${href}" aria-current="page">${label}</a>` : link({ label, href })
}

/** The logo: a lintel, which is the beam that carries the wall above an opening. */
export const LOGO_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="#4f46e5" aria-hidden="true"><path d="M2 4h20v5H2zM4 11h4v9H4zM16 11h4v9h-4z"/></svg>'

const LOGO = raw(LOGO_SVG)
