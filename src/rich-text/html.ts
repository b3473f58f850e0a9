import type { AnyNodes, RichText, RichTextNode } from './document.ts'
import { type Element, isVoid } from './elements.ts'
import { type RenderOptions, render, type Target } from './render.ts'

export type HtmlOptions<Own extends object = AnyNodes> = RenderOptions<string, Own>

/**
 * Renders rich text as HTML. Text and attributes are escaped; unknown nodes and marks and unsafe addresses are left
 * out. The result of a custom renderer is inserted unchanged: use `escapeHtml` in it.
 */
export function toHtml<Own extends object = AnyNodes>(
  document: RichText<Own> | readonly RichTextNode[] | null | undefined,
  options: HtmlOptions<Own> = {},
): string {
  return document ? render(document, HTML, options) : ''
}

/** Escapes text for HTML: between tags, and in double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&${NAMES[character]};`)
}

const NAMES: { readonly [character: string]: string } = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' }

const HTML: Target<string> = {
  text: escapeHtml,
  element: written,
  join: (parts) => parts.join(''),
}

function written({ tag, attributes, inner, caption }: Element, children: readonly string[]): string {
  const open = Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escapeHtml(String(value))}"`))
    .join('')
  if (isVoid(tag)) return `<${tag}${open}>`
  const content = inner ? written(inner, children) : children.join('')
  const below = caption === undefined ? '' : `<figcaption>${escapeHtml(caption)}</figcaption>`
  return `<${tag}${open}>${content}${below}</${tag}>`
}
