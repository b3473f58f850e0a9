import type { RichTextMark, RichTextNode } from '../document.ts'
import { elementOf } from '../elements.ts'
import { isEmbedId } from '../embed-frames.ts'
import { labelOfProvider, pageOfEmbed, providerOf } from '../embeds.ts'
import { toHtml } from '../html.ts'
import type { RenderOptions } from '../render.ts'
import { type Run, runsOf } from '../runs.ts'
import { escapeAddress, escapeText, escapeTitle } from './escape.ts'

/** Characters before and after a piece of text; empty at the edge of a line. */
interface Around {
  readonly before: string
  readonly after: string
  /** Text that is printed for a line break. Headings and table cells have only one line. */
  readonly lineBreak: string
}

type Options = RenderOptions<string>

/** Prints the text of a paragraph, a heading or a cell. */
export function inlineOf(nodes: readonly RichTextNode[], options: Options, lineBreak = '\\\n'): string {
  return runsIn(spaced(nodes), 0, { before: '', after: '', lineBreak }, options)
}

/**
 * Collapses white space as HTML does: several spaces become one, and spaces at the edges of a line are removed. Also
 * moves spaces at the edges of formatted text out of it, because Markdown would not recognize delimiters beside spaces;
 * code may keep them.
 */
function spaced(nodes: readonly RichTextNode[]): RichTextNode[] {
  const result: RichTextNode[] = []
  let isAfterSpace = true
  for (const [index, node] of nodes.entries()) {
    if (node.type !== 'text') {
      dropSpace(result)
      result.push(node)
      isAfterSpace = node.type === 'hardBreak'
      continue
    }
    const text = (node.text ?? '').replace(/[ \t\n\r\f]+/g, ' ')
    const shortened = isAfterSpace ? text.replace(/^ /, '') : text
    if (shortened === '') continue
    isAfterSpace = shortened.endsWith(' ')
    if (node.marks?.some(({ type }) => type === 'code')) {
      result.push({ ...node, text: shortened })
      continue
    }
    const [, first = '', middle = '', last = ''] = /^( ?)(.*?)( ?)$/s.exec(shortened) ?? []
    if (first !== '') result.push(spaceBetween(node, result.at(-1)))
    if (middle !== '') result.push({ ...node, text: middle })
    if (last !== '') result.push(spaceBetween(node, nodes[index + 1]))
  }
  dropSpace(result)
  return result
}

/** Makes a space with the formatting that both neighbors have. */
function spaceBetween({ marks = [] }: RichTextNode, other: RichTextNode | undefined): RichTextNode {
  const others = new Set(other?.marks?.map((mark) => JSON.stringify(mark)))
  const common = marks.filter((mark) => mark.type !== 'code' && others.has(JSON.stringify(mark)))
  return { type: 'text', text: ' ', ...(common.length > 0 && { marks: common }) }
}

/** Removes the space at the end of a line. */
function dropSpace(nodes: RichTextNode[]): void {
  const last = nodes.at(-1)
  if (last?.type !== 'text' || !last.text?.endsWith(' ')) return
  nodes.pop()
  if (last.text !== ' ') nodes.push({ ...last, text: last.text.slice(0, -1) })
}

function runsIn(nodes: readonly RichTextNode[], level: number, around: Around, options: Options): string {
  const runs = runsOf(nodes, level)
  let text = ''
  for (const [index, run] of runs.entries()) {
    const next = runs[index + 1]
    text += written(run, level, options, {
      before: text === '' ? around.before : lastOf(text),
      after: next ? firstOf(next) : around.after,
      lineBreak: around.lineBreak,
    })
  }
  return text
}

function written(run: Run, level: number, options: Options, around: Around): string {
  if (run.mark) return markOf(run.mark, run.nodes, level, options, around)
  const { node } = run
  const custom = ownOf(node, options)
  if (custom) return custom({ node, children: runsIn(node.content ?? [], 0, around, options) })
  if (node.type === 'text') {
    const text = escapeText(node.text ?? '')
    // Before a link, the exclamation mark would make it an image.
    return text.endsWith('!') && around.after === '[' ? `${text.slice(0, -1)}\\!` : text
  }
  if (node.type === 'hardBreak') {
    const isAlone = around.before !== '' && around.before !== '>' && around.after !== '' && around.after !== '\\'
    return isAlone ? around.lineBreak : '<br>'
  }
  if (node.type === 'embed') return embedOf(node, options)
  if (node.type === 'image') {
    // Block-level HTML would begin a new block here.
    const { caption, ...attrs } = node.attrs ?? {}
    const below = typeof caption === 'string' ? ` ${escapeText(caption)}` : ''
    return imageOf({ ...node, attrs }, options) + below
  }
  options.onLeftOut?.({ what: 'node', type: node.type, of: node })
  return runsIn(node.content ?? [], 0, around, options)
}

type Renderer = (part: object) => string

function ownOf(of: RichTextNode | RichTextMark, { nodes = {}, marks = {} }: Options): Renderer | undefined {
  const known = { ...marks, ...nodes } as { readonly [type: string]: Renderer } // by type
  return Object.hasOwn(known, of.type) ? known[of.type] : undefined
}

/**
 * Prints an image as Markdown or, with a caption, as HTML on a single line; an empty string if its address is invalid.
 */
export function imageOf(node: RichTextNode, options: Options): string {
  const element = elementOf(node, options)
  if (typeof element !== 'object') {
    options.onLeftOut?.({ what: 'address', type: node.type, of: node })
    return ''
  }
  if (element.caption !== undefined) return toHtml([node], options).replaceAll('\n', '&#10;')
  const { src, alt, title } = element.attributes
  const words = escapeText(String(alt ?? '').replace(/[ \t\n\r\f]+/g, ' '))
  return `![${words}](${targetOf(String(src), title)})`
}

/** Prints an embed as a link to its page; an empty string if the provider is unknown or the id is invalid. */
export function embedOf(node: RichTextNode, options: Options): string {
  const { id, title } = node.attrs ?? {}
  const provider = providerOf(node.attrs ?? {}, options.embeds)
  if (!provider || !isEmbedId(id)) {
    options.onLeftOut?.({ what: 'node', type: node.type, of: node })
    return ''
  }
  const words = escapeText(String(title || labelOfProvider(provider)).replace(/[ \t\n\r\f]+/g, ' '))
  return `[${words}](${targetOf(pageOfEmbed(provider, id), undefined)})`
}

function targetOf(address: string, title: string | number | undefined): string {
  return title === undefined ? escapeAddress(address) : `${escapeAddress(address)} ${escapeTitle(String(title))}`
}

function markOf(
  mark: RichTextMark,
  nodes: readonly RichTextNode[],
  level: number,
  options: Options,
  around: Around,
): string {
  const inside = (before: string, after: string) =>
    runsIn(nodes, level + 1, { before, after, lineBreak: around.lineBreak }, options)
  const custom = ownOf(mark, options)
  if (custom) return custom({ mark, children: inside('', '') })
  if (mark.type === 'link') return linkOf(mark, inside('[', ']'), options)
  if (mark.type === 'code') return codeOf(nodes, around)
  const tag = TAGS[mark.type]
  if (tag === undefined) {
    options.onLeftOut?.({ what: 'mark', type: mark.type, of: mark })
    return inside(around.before, around.after)
  }
  const text = inside('*', '*')
  const delimiter = DELIMITERS[mark.type]?.find((candidate) => isReadable(candidate, text, around))
  return delimiter === undefined ? `<${tag}>${text}</${tag}>` : delimiter + text + delimiter
}

const TAGS: { readonly [type: string]: string } = { bold: 'strong', italic: 'em', strike: 's', underline: 'u' }

const DELIMITERS: { readonly [type: string]: readonly string[] } = {
  bold: ['**'],
  italic: ['*', '_'],
  strike: ['~~'],
}

/**
 * Tells whether Markdown recognizes delimiters around formatted text. This depends on the characters on both sides of
 * each delimiter.
 */
function isReadable(delimiter: string, text: string, { before, after }: Around): boolean {
  const sign = delimiter.charAt(0)
  const [first, last] = [firstCharacter(text), lastOf(text)]
  if (text === '' || [before, after, first, last].includes(sign)) return false
  if (SPACE.test(first) || SPACE.test(last)) return false
  const isEdge = (outside: string) => outside === '' || SPACE.test(outside) || SIGN.test(outside)
  if (sign === '_') return isEdge(before) && isEdge(after) && !SIGN.test(first) && !SIGN.test(last)
  return (!SIGN.test(first) || isEdge(before)) && (!SIGN.test(last) || isEdge(after))
}

/** Matches white space as CommonMark defines it, without U+2028. */
const SPACE = /^[\p{Zs}\t\n\r\f]$/u
/** Matches punctuation as CommonMark defines it. */
const SIGN = /^[\p{P}\p{S}]$/u

function linkOf(mark: RichTextMark, text: string, options: Options): string {
  const element = elementOf(mark, options)
  if (typeof element === 'object') {
    const { href, title } = element.attributes
    return `[${text}](${targetOf(String(href), title)})`
  }
  options.onLeftOut?.({ what: 'address', type: mark.type, of: mark })
  return text
}

/** Prints code between backticks, or as an HTML element if Markdown would read it differently between backticks. */
function codeOf(nodes: readonly RichTextNode[], { before, after }: Around): string {
  const code = nodes.map(({ type, text = '' }) => (type === 'hardBreak' ? ' ' : text)).join('')
  if (before === '`' || after === '`' || code.trim() === '' || /[`|\r\0\u2028\u2029]|\]:/.test(code)) {
    return `<code>${escapeText(code)}</code>`
  }
  return /^ .* $/.test(code) ? `\` ${code} \`` : `\`${code}\``
}

/**
 * Returns the first character of a run, as far as it is known before the run is printed. Whether Markdown recognizes
 * delimiters in front of the run depends on this character.
 */
function firstOf(run: Run): string {
  if (run.mark) return run.mark.type === 'link' ? '[' : run.mark.type === 'code' ? '`' : '<'
  if (run.node.type === 'text') return firstCharacter(escapeText(run.node.text ?? ''))
  return run.node.type === 'hardBreak' ? '\\' : '!'
}

function firstCharacter(text: string): string {
  return String.fromCodePoint(...[text.codePointAt(0) ?? []].flat())
}

function lastOf(text: string): string {
  const low = text.slice(-1)
  return /[\udc00-\udfff]/.test(low) ? text.slice(-2) : low
}
