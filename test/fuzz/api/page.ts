import { type DefaultTreeAdapterTypes, parse } from 'parse5'

/** Parts of a page that can be clicked, typed into and sent. */
export interface PageParts {
  /** Addresses of links, as written. */
  readonly links: readonly string[]
  readonly forms: readonly PageForm[]
  /** Every element: its name and its attributes. */
  readonly elements: readonly PageElement[]
}

export interface PageElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

export interface PageForm {
  readonly method: 'GET' | 'POST'
  /** As written; empty for the page itself. */
  readonly action: string
  readonly isMultipart: boolean
  readonly controls: readonly Control[]
}

export interface Control {
  readonly name: string
  /** Of an `input` its type; else `textarea`, `select` or `button`. */
  readonly kind: string
  readonly value: string
  /** Of a `select`. */
  readonly options: readonly string[]
  readonly isChecked: boolean
  readonly isRequired: boolean
  /** Longest text that a browser lets people type, in characters. */
  readonly maxLength: number
  /** Place where a button sends the form instead. */
  readonly action?: string | undefined
}

type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.Node

/** Reads a page as a browser does. */
export function readPage(html: string): PageParts {
  const elements = elementsIn(parse(html))
  const forms = elements.filter(({ tagName }) => tagName === 'form')
  return {
    links: elements.filter(({ tagName }) => tagName === 'a').flatMap((link) => attribute(link, 'href') ?? []),
    forms: forms.map((form) => formOf(form, elements)),
    elements: elements.map(({ tagName, attrs }) => ({
      name: tagName,
      attributes: Object.fromEntries(attrs.map(({ name, value }) => [name, value])),
    })),
  }
}

/** @param templates whether what a `template` holds counts, which is no part of the page yet. Default `true` */
function elementsIn(node: Node, { templates }: { readonly templates: boolean } = { templates: true }): Element[] {
  const own = 'tagName' in node ? [node] : []
  const content = templates && 'content' in node ? elementsIn(node.content) : []
  const children = 'childNodes' in node ? node.childNodes.flatMap((child) => elementsIn(child, { templates })) : []
  return [...own, ...content, ...children]
}

const CONTROLS = ['input', 'textarea', 'select', 'button']

function formOf(form: Element, all: readonly Element[]): PageForm {
  const id = attribute(form, 'id')
  const inside = new Set(elementsIn(form, { templates: false }))
  const own = all.filter((element) => {
    const owner = attribute(element, 'form')
    return CONTROLS.includes(element.tagName) && (owner === undefined ? inside.has(element) : owner === id)
  })
  return {
    method: attribute(form, 'method')?.toLowerCase() === 'post' ? 'POST' : 'GET',
    action: attribute(form, 'action') ?? '',
    isMultipart: attribute(form, 'enctype') === 'multipart/form-data',
    controls: own.filter((element) => attribute(element, 'disabled') === undefined).map(controlOf),
  }
}

function controlOf(element: Element): Control {
  const options = elementsIn(element).filter(({ tagName }) => tagName === 'option')
  const valueOfOption = (option: Element) => attribute(option, 'value') ?? textOf(option)
  const selected = options.find((option) => attribute(option, 'selected') !== undefined) ?? options[0]
  const values: Readonly<Record<string, () => string>> = {
    textarea: () => textOf(element).replace(/^\n/, ''),
    select: () => (selected ? valueOfOption(selected) : ''),
  }
  const { tagName } = element
  return {
    name: attribute(element, 'name') ?? '',
    kind: tagName === 'input' ? (attribute(element, 'type') ?? 'text') : tagName,
    value:
      values[tagName]?.() ?? attribute(element, 'value') ?? (attribute(element, 'type') === 'checkbox' ? 'on' : ''),
    options: options.map(valueOfOption),
    isRequired: attribute(element, 'required') !== undefined,
    maxLength: Number(attribute(element, 'data-max') ?? Number.POSITIVE_INFINITY),
    isChecked: attribute(element, 'checked') !== undefined,
    action: attribute(element, 'formaction'),
  }
}

function attribute({ attrs }: Element, wanted: string): string | undefined {
  return attrs.find(({ name }) => name === wanted)?.value
}

function textOf(node: Node): string {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}
