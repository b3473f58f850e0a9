import type { RichTextNode } from '../document.ts'
import type { RenderOptions } from '../render.ts'
import { escapeLines } from './escape.ts'
import { embedOf, imageOf, inlineOf } from './inline.ts'
import { tableOf } from './table.ts'

type Options = RenderOptions<string>

/** Prints blocks, separated by empty lines. */
export function blocksOf(nodes: readonly RichTextNode[], options: Options): string {
  const written: string[] = []
  let before: { readonly type: string; readonly isOther: boolean } | undefined
  for (const node of together(nodes)) {
    // Two adjacent lists with the same marker would become one list.
    const isOther: boolean = before !== undefined && before.type === node.type && !before.isOther
    const text = blockOf(node, options, isOther)
    if (text === '') continue
    before = { type: node.type, isOther }
    written.push(text)
  }
  return written.join('\n\n')
}

/** Wraps text in paragraphs where it is directly among blocks. */
function together(nodes: readonly RichTextNode[]): RichTextNode[] {
  const blocks: RichTextNode[] = []
  let open: RichTextNode[] | null = null
  for (const node of nodes) {
    if (node.type !== 'text' && node.type !== 'hardBreak') {
      open = null
      blocks.push(node)
    } else if (open) open.push(node)
    else {
      open = [node]
      blocks.push({ type: 'paragraph', content: open })
    }
  }
  return blocks
}

function blockOf(node: RichTextNode, options: Options, isOther: boolean): string {
  const { nodes = {} } = options
  const isCustom = Object.hasOwn(nodes, node.type)
    ? (nodes as { readonly [type: string]: (part: object) => string })[node.type] // by type
    : undefined
  if (isCustom) return isCustom({ node, children: blocksOf(node.content ?? [], options) })
  const write = Object.hasOwn(BLOCKS, node.type) ? BLOCKS[node.type] : undefined
  if (write) return write(node, options, isOther)
  options.onLeftOut?.({ what: 'node', type: node.type, of: node })
  return blocksOf(node.content ?? [], options)
}

type Writer = (node: RichTextNode, options: Options, isOther: boolean) => string

const BLOCKS: { readonly [type: string]: Writer } = {
  paragraph: ({ content = [] }, options) => escapeLines(inlineOf(content, options)),
  heading: ({ attrs, content = [] }, options) => {
    const level = Math.min(Math.max(Number(attrs?.level) || 1, 1), 6)
    const text = escapeLines(inlineOf(content, options, '<br>')).replace(/(?<= )#+$/, '\\$&')
    return `${'#'.repeat(level)} ${text}`.trimEnd()
  },
  blockquote: ({ content = [] }, options) => prefixed(blocksOf(content, options), '> ', '> '),
  bulletList: (node, options, isOther) => listOf(node, options, () => (isOther ? '* ' : '- ')),
  orderedList: (node, options, isOther) => {
    const start = Number.isInteger(node.attrs?.start) ? Number(node.attrs?.start) : 1
    return listOf(node, options, (index) => `${start + index}${isOther ? ')' : '.'} `)
  },
  listItem: (node, options) => listOf({ type: 'bulletList', content: [node] }, options, () => '- '),
  codeBlock: ({ attrs, content = [] }) => {
    const code = content
      .map(({ text = '\n' }) => text)
      .join('')
      .replaceAll('\0', '\u{fffd}')
    const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(({ length }) => length))
    const fence = '`'.repeat(longest + 1)
    const language = typeof attrs?.language === 'string' ? attrs.language.replace(/[`\s]+/g, '') : ''
    return `${fence}${language.replace(/[\\&]/g, '\\$&')}\n${code === '' ? '' : `${code}\n`}${fence}`
  },
  // Dashes after a list marker, or below text, would have another meaning.
  horizontalRule: () => '___',
  image: imageOf,
  embed: embedOf,
  table: (node, options) => tableOf(node, options),
}

function listOf({ content = [] }: RichTextNode, options: Options, signOf: (index: number) => string): string {
  const between = content.every(isTight) ? '\n' : '\n\n'
  return content
    .map((item, index) => {
      const sign = signOf(index)
      const blocks = item.type === 'listItem' ? (item.content ?? []) : [item]
      const text =
        between === '\n' ? blocks.map((block) => blocksOf([block], options)).join('\n') : blocksOf(blocks, options)
      return prefixed(text.replace(/^\n+/, ''), sign, ' '.repeat(sign.length)).trimEnd()
    })
    .join(between)
}

/**
 * Tells whether an item is one paragraph, optionally followed by a list that Markdown does not read as part of the
 * paragraph.
 */
function isTight({ type, content = [] }: RichTextNode): boolean {
  const [first, ...rest] = content
  if (
    type !== 'listItem' ||
    (first && (first.type !== 'paragraph' || !first.content || first.content[0]?.type === 'hardBreak'))
  )
    return false
  return rest.length === 0 || (rest.length === 1 && rest.every(canFollow))
}

function canFollow({ type, attrs, content = [] }: RichTextNode): boolean {
  const isList = type === 'bulletList' || (type === 'orderedList' && (attrs?.start ?? 1) === 1)
  return isList && content.length > 0 && content.every(isTight) && content[0]?.content?.[0]?.content !== undefined
}

function prefixed(text: string, first: string, other: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? first + line : line === '' ? other.trimEnd() : other + line))
    .join('\n')
}
