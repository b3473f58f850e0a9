import { createElement, Fragment, type ReactNode } from 'react'
import type { AnyNodes, RichText as Document, RichTextNode } from './document.ts'
import { type Attributes, type Element, isVoid } from './elements.ts'
import { type RenderOptions, render, type Target } from './render.ts'

export type { LeftOut, RenderOptions } from './render.ts'

export interface RichTextProps<Own extends object = AnyNodes> extends RenderOptions<ReactNode, Own> {
  /** The rich text, as the API returns it. */
  readonly value: Document<Own> | readonly RichTextNode[] | null | undefined
}

/**
 * Renders rich text with React 18 or 19, on the server or in a browser:
 * `<RichText value={post.body} nodes={{ callout: ({ node, children }) => <Callout tone={node.attrs.tone}>{children}</Callout> }} />`.
 */
export function RichText<Own extends object = AnyNodes>({ value, ...options }: RichTextProps<Own>): ReactNode {
  return value ? render(value, REACT, options) : null
}

const REACT: Target<ReactNode> = {
  text: (text) => text,
  element: created,
  join: (parts) => createElement(Fragment, null, keyed(parts)),
}

function created({ tag, attributes, inner, caption }: Element, children: readonly ReactNode[]): ReactNode {
  if (isVoid(tag)) return createElement(tag, propertiesOf(attributes))
  const content = inner ? created(inner, children) : keyed(children)
  if (caption === undefined) return createElement(tag, propertiesOf(attributes), content)
  return createElement(tag, propertiesOf(attributes), content, createElement('figcaption', null, caption))
}

/** Gives parts their index as key, because their positions never change. */
function keyed(parts: readonly ReactNode[]): ReactNode[] {
  return parts.map((part, index) => (typeof part === 'object' ? createElement(Fragment, { key: index }, part) : part))
}

const PROPERTIES: { readonly [attribute: string]: string } = {
  class: 'className',
  colspan: 'colSpan',
  rowspan: 'rowSpan',
  referrerpolicy: 'referrerPolicy',
}

function propertiesOf(attributes: Attributes): object {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) =>
        name === 'style' ? ['style', { textAlign: String(value).split(':')[1] }] : [PROPERTIES[name] ?? name, value],
      ),
  )
}
