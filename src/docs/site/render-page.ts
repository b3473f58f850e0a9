import createMarkdownIt, { type MarkdownIt, type Token } from 'markdown-it'
import type { DocPage } from '../doc-page.ts'
import { escapeHtml } from './escape-html.ts'
import { highlight } from './highlight.ts'

/** Finds the address of a link in a page. */
export type AddressOfLink = (link: string, page: DocPage) => string

/**
 * Renders a page as HTML: headings with their anchors, code with a class for each token, tables in scrollable boxes.
 * @throws Error if the Markdown parser finds a different number of headings than the page has, and any error of
 * `addressOfLink`
 */
export function renderPage(page: DocPage, addressOfLink: AddressOfLink): string {
  const tokens = markdown.parse(page.text, {})
  anchorHeadings(tokens, page)
  for (const { children } of tokens) {
    for (const link of (children ?? []).filter(({ type }) => type === 'link_open'))
      link.attrSet('href', addressOfLink(String(link.attrGet('href') ?? ''), page))
  }
  return markdown.renderer.render(tokens, markdown.options, {})
}

const markdown = createMarkdownIt({ html: true })

Object.assign(markdown.renderer.rules, {
  html_block: tagAsText,
  html_inline: tagAsText,
  fence: (tokens: readonly Token[], index: number) => {
    const { content = '', info = '' } = tokens[index] ?? {}
    const language = info.trim().split(' ')[0] ?? ''
    const code = highlight(content.replace(/\n$/, ''), language)
    return `<pre tabindex="0"><code>${code}</code></pre>\n`
  },
  heading_open: (tokens: readonly Token[], index: number) => {
    const token = tokens[index]
    const anchor = token?.attrGet('id')
    const start = `<${token?.tag} id="${anchor}">`
    return token?.tag === 'h1' ? start : `${start}<a class="anchor" href="#${anchor}">`
  },
  heading_close: (tokens: readonly Token[], index: number) => {
    const tag = tokens[index]?.tag
    return tag === 'h1' ? '</h1>\n' : `</a></${tag}>\n`
  },
  table_open: () => '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n',
  table_close: () => '</table></div>\n',
  th_open: headingCell,
  th_close: headingCell,
  td_open: (tokens: readonly Token[], index: number) => `<td${alignment(tokens[index])}>`,
} satisfies MarkdownIt['renderer']['rules'])

/**
 * Renders HTML as text (`<name>`), except comments, which are markers for the programs that generate parts of a page.
 */
function tagAsText(tokens: readonly Token[], index: number): string {
  const { content = '' } = tokens[index] ?? {}
  return /^\s*<!--.*-->\s*$/s.test(content) ? '' : escapeHtml(content)
}

/** Renders an empty header cell as a plain cell. */
function headingCell(tokens: readonly Token[], index: number): string {
  const token = tokens[index]
  const isOpen = token?.nesting === 1
  const text = tokens[isOpen ? index + 1 : index - 1]?.content
  const tag = text === '' ? 'td' : 'th'
  if (!isOpen) return `</${tag}>`
  return `<${tag}${tag === 'th' ? ' scope="col"' : ''}${alignment(token)}>`
}

/** Returns a column's alignment as a class, because pages have no inline styles. */
function alignment(cell: Token | undefined): string {
  const [, side] = /text-align:(\w+)/.exec(String(cell?.attrGet('style') ?? '')) ?? []
  return side === undefined ? '' : ` class="${side}"`
}

/** Gives headings their anchors, in the order of the page. */
function anchorHeadings(tokens: readonly Token[], { name, sections }: DocPage): void {
  const opened = tokens.filter(({ type }) => type === 'heading_open')
  if (opened.length !== sections.length)
    throw new Error(`docs/${name}.md has ${sections.length} headings, and ${opened.length} as Markdown`)
  for (const [index, { heading }] of sections.entries()) opened[index]?.attrSet('id', heading.anchor)
}
