import type { AnyNodes, RichText, RichTextNode } from './document.ts'
import { type Element, isVoid } from './elements.ts'
import { type RenderOptions, render, type Target } from './render.ts'

export type HtmlOptions<Own extends object = AnyNodes> = RenderOptions<string, Own>

/**
 * A rich text as HTML. Text and attributes are escaped, and nothing gets through that the field would refuse; what a
 * renderer of yours answers is HTML as it is (`escapeHtml`).
 */
export function toHtml<Own extends object = AnyNodes>(
  document: RichText<Own> | readonly RichTextNode[] | null | undefined,
  options: HtmlOptions<Own> = {},
): string {
  return document ? render(document, HTML, options) : ''
}

/** Text for HTML: between tags, and in attributes that stand in double quotes. */
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
