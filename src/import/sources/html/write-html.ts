import { escapeHtml } from 'lintel/importing'

/** Returns an element as HTML; attributes without a value are left out. */
export function element(
  tag: string,
  content: string,
  attributes: { readonly [name: string]: string | null } = {},
): string {
  const attributeTexts = Object.entries(attributes).flatMap(([name, value]) =>
    value === null ? [] : [` ${name}="${escapeHtml(value)}"`],
  )
  const start = `<${tag}${attributeTexts.join('')}>`
  return VOID.has(tag) ? start : `${start}${content}</${tag}>`
}

const VOID = new Set(['img', 'br', 'hr', 'input'])

/** Wraps HTML in some tags, the outermost first. */
export function wrapped(html: string, tags: readonly string[]): string {
  return tags.reduceRight((inner, tag) => element(tag, inner), html)
}

/** Returns text as HTML, with `<br>` in place of line feeds. */
export function lines(text: string): string {
  return escapeHtml(text).replace(/\r?\n/g, '<br>')
}

/** Returns source code as an HTML code block. */
export function codeBlock(code: string, language: string | null): string {
  return `<pre>${element('code', escapeHtml(code), { class: language === null ? null : `language-${language}` })}</pre>`
}
