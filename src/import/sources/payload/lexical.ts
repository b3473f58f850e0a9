import { escapeHtml, isJsonObject, type Json, type JsonObject } from 'lintel/importing'
import { codeBlock, element, wrapped } from '../html/write-html.ts'
import { isList } from '../json/parse-record.ts'

/** Parts of the export that the conversion of rich text needs. */
export interface LexicalContext {
  /** Returns the address and the alternative text of an upload, by collection and id. */
  readonly upload: (collection: string, id: Json) => { readonly src: string; readonly alt: string }
  readonly leaveOut: (noun: string, plural?: string) => void
}

/** Tells whether a value is rich text of Payload's editor. */
export function isLexical(value: Json | undefined): value is { readonly root: JsonObject } & JsonObject {
  return isJsonObject(value) && isJsonObject(value.root) && isList(value.root.children)
}

/** Converts rich text of Payload's editor to HTML. */
export function lexicalToHtml(value: { readonly root: JsonObject }, context: LexicalContext): string {
  return childrenHtml(value.root, context)
}

type Node = JsonObject
type Writer = (node: Node, context: LexicalContext) => string

function nodeHtml(node: Json, context: LexicalContext): string {
  if (!isJsonObject(node)) return ''
  const type = text(node.type)
  const write = Object.hasOwn(WRITERS, type) ? WRITERS[type] : undefined
  if (write !== undefined) return write(node, context)
  context.leaveOut(`node ${type} of rich text`, `nodes ${type} of rich text`)
  return childrenHtml(node, context)
}

function childrenHtml(node: Node, context: LexicalContext): string {
  return childrenOf(node)
    .map((child) => nodeHtml(child, context))
    .join('')
}

function childrenOf(node: Node): readonly Json[] {
  return isList(node.children) ? node.children : []
}

const WRITERS: { readonly [type: string]: Writer } = {
  paragraph: (node, context) => element('p', childrenHtml(node, context), aligned(node)),
  heading: (node, context) => element(headingTag(node), childrenHtml(node, context), aligned(node)),
  quote: (node, context) => element('blockquote', element('p', childrenHtml(node, context))),
  list: listHtml,
  listitem: (node, context) => element('li', childrenHtml(node, context)),
  text: (node) => wrapped(escapeHtml(text(node.text)), formatsOf(node)),
  'code-highlight': (node) => escapeHtml(text(node.text)),
  linebreak: () => '<br>',
  tab: () => '\t',
  link: linkHtml,
  autolink: linkHtml,
  horizontalrule: () => '<hr>',
  code: (node) => codeBlock(plainText(node), text(node.language) || null),
  table: (node, context) => element('table', childrenHtml(node, context)),
  tablerow: (node, context) => element('tr', childrenHtml(node, context)),
  tablecell: cellHtml,
  upload: uploadHtml,
  block: blockHtml,
  inlineBlock: blockHtml,
  relationship(node, { leaveOut }) {
    const name = text(node.relationTo)
    leaveOut(`document of ${name} within rich text`, `documents of ${name} within rich text`)
    return ''
  },
}

/** HTML tags of text formats, by their bit in a node's `format`. */
const FORMATS: readonly (readonly [bit: number, tag: string])[] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
]

function formatsOf({ format }: Node): readonly string[] {
  const bits = typeof format === 'number' ? format : 0
  return FORMATS.filter(([bit]) => (bits & bit) !== 0).map(([, tag]) => tag)
}

function aligned({ format }: Node): { readonly style: string | null } {
  const alignment = text(format)
  return { style: /^(?:center|right|justify)$/.test(alignment) ? `text-align:${alignment}` : null }
}

function headingTag({ tag }: Node): string {
  return /^h[1-6]$/.test(text(tag)) ? text(tag) : 'h2'
}

/** Converts a list. The editor stores a nested list as a separate item, which belongs to the item before it. */
function listHtml(node: Node, context: LexicalContext): string {
  const items: string[] = []
  for (const child of childrenOf(node)) {
    if (!isJsonObject(child)) continue
    const isNested =
      childrenOf(child).length > 0 && childrenOf(child).every((inner) => isJsonObject(inner) && inner.type === 'list')
    const box = node.listType === 'check' && !isNested ? checkbox(child) : ''
    const content = box + childrenHtml(child, context)
    if (isNested && items.length > 0) items.push((items.pop() ?? '') + content)
    else items.push(content)
  }
  const start = typeof node.start === 'number' && node.start !== 1 ? String(node.start) : null
  const isOrdered = node.listType === 'number' || node.tag === 'ol'
  const content = items.map((item) => element('li', item)).join('')
  return isOrdered ? element('ol', content, { start }) : element('ul', content)
}

function checkbox({ checked }: Node): string {
  return element('input', '', { type: 'checkbox', checked: checked === true ? '' : null })
}

function linkHtml(node: Node, context: LexicalContext): string {
  const fields = isJsonObject(node.fields) ? node.fields : node
  const content = childrenHtml(node, context)
  if (fields.linkType === 'internal') {
    context.leaveOut('link to a document, kept as its text', 'links to documents, kept as their text')
    return content
  }
  return element('a', content, { href: text(fields.url), target: fields.newTab === true ? '_blank' : null })
}

function cellHtml(node: Node, context: LexicalContext): string {
  const span = (value: Json | undefined) => (typeof value === 'number' && value > 1 ? String(value) : null)
  const tag = typeof node.headerState === 'number' && node.headerState > 0 ? 'th' : 'td'
  return element(tag, childrenHtml(node, context), { colspan: span(node.colSpan), rowspan: span(node.rowSpan) })
}

function uploadHtml(node: Node, { upload }: LexicalContext): string {
  const value = isJsonObject(node.value) ? node.value.id : node.value
  return element('img', '', { ...upload(text(node.relationTo), value ?? null) })
}

/** Converts a block of code. Other blocks are specific to the site, and are left out. */
function blockHtml({ fields }: Node, { leaveOut }: LexicalContext): string {
  if (!isJsonObject(fields)) return ''
  const name = text(fields.blockType)
  if (/^code$/i.test(name) && typeof fields.code === 'string')
    return codeBlock(fields.code, text(fields.language) || null)
  leaveOut(`block ${name} within rich text`, `blocks ${name} within rich text`)
  return ''
}

function plainText(node: Json): string {
  if (!isJsonObject(node)) return ''
  if (node.type === 'linebreak') return '\n'
  return text(node.text) + childrenOf(node).map(plainText).join('')
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
