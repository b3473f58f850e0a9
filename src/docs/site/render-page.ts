import createMarkdownIt, { type MarkdownIt, type Token } from 'markdown-it'
import type { DocPage } from '../doc-page.ts'
import { escapeHtml } from './escape-html.ts'
import { highlight } from './highlight.ts'

/** Finds the address of a link in a page. */
export type AddressOfLink = (link: string, page: DocPage) => string

/**
 * Renders a page as HTML: headings with the anchors that the page gives them, code with a class for each token, tables
 * in boxes of their own that scroll.
 * @throws Error for headings that the page does not have
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

/** Comments are for the programs that write parts of a page. Any other tag is text: `<name>`. */
function tagAsText(tokens: readonly Token[], index: number): string {
  const { content = '' } = tokens[index] ?? {}
  return /^\s*<!--.*-->\s*$/s.test(content) ? '' : escapeHtml(content)
}

/** A cell that heads nothing is no heading. */
function headingCell(tokens: readonly Token[], index: number): string {
  const token = tokens[index]
  const isOpen = token?.nesting === 1
  const text = tokens[isOpen ? index + 1 : index - 1]?.content
  const tag = text === '' ? 'td' : 'th'
  if (!isOpen) return `</${tag}>`
  return `<${tag}${tag === 'th' ? ' scope="col"' : ''}${alignment(token)}>`
}

/** The column's alignment as a class: pages have no styles of their own. */
function alignment(cell: Token | undefined): string {
  const [, side] = /text-align:(\w+)/.exec(String(cell?.attrGet('style') ?? '')) ?? []
  return side === undefined ? '' : ` class="${side}"`
}

/** Gives the headings their anchors, in the order of the page. */
function anchorHeadings(tokens: readonly Token[], { name, sections }: DocPage): void {
  const opened = tokens.filter(({ type }) => type === 'heading_open')
  if (opened.length !== sections.length)
    throw new Error(`docs/${name}.md has ${sections.length} headings, and ${opened.length} as Markdown`)
  for (const [index, { heading }] of sections.entries()) opened[index]?.attrSet('id', heading.anchor)
}
