import { usualAttributes } from '../attributes.ts'
import type { RichTextMark, RichTextNode } from '../document.ts'
import { byRank } from '../elements.ts'
import type { Lose } from './lost.ts'

type Attrs = NonNullable<RichTextNode['attrs']>

interface Container {
  readonly type: string
  readonly content: RichTextNode[]
  /** Marks that were active around a cell, and continue after it; `null` for other containers. */
  readonly outer: readonly OpenMark[] | null
}

type OpenMark = RichTextMark & { readonly count: number }

/** Maximum depth of nested containers. A field allows 60 levels, including the paragraphs and the text. */
const MAX_DEPTH = 40

const LISTS = ['bulletList', 'orderedList']
const CELLS = ['tableHeader', 'tableCell']
/**
 * Containers that limit the effect of an end tag: an end tag inside them closes nothing around them, unless it ends a
 * part of a table.
 */
const SCOPES = [...CELLS, 'table']
const TABLE_PARTS = ['table', 'tableRow', ...CELLS]

/** Children that some containers require, and the node that wraps any other child. */
const WANTED: { readonly [container: string]: { readonly takes: readonly string[]; readonly around: string } } = {
  bulletList: { takes: ['listItem'], around: 'listItem' },
  orderedList: { takes: ['listItem'], around: 'listItem' },
  table: { takes: ['tableRow'], around: 'tableRow' },
  tableRow: { takes: CELLS, around: 'tableCell' },
}

/** Containers that a node requires around it, and the container to add if there is none. */
const AROUND: { readonly [type: string]: { readonly parents: readonly string[]; readonly usual: string } } = {
  listItem: { parents: LISTS, usual: 'bulletList' },
  tableRow: { parents: ['table'], usual: 'table' },
  tableHeader: { parents: ['tableRow'], usual: 'tableRow' },
  tableCell: { parents: ['tableRow'], usual: 'tableRow' },
}

/**
 * Builds a tree that editors accept, from its parts in reading order: every list has items, every cell has a row, text
 * is in paragraphs, pictures are between paragraphs. The cost of each call does not depend on the size of the document.
 */
export class DocumentBuilder {
  readonly #root: Container = { type: 'doc', content: [], outer: null }
  readonly #stack: Container[] = [this.#root]
  readonly #lose: Lose
  /** The open paragraph, heading or code block, which receives text. */
  #textBlock: RichTextNode | null = null
  /**
   * Type and attributes of the text block to open for the next text if a picture has interrupted a text block;
   * otherwise `null`.
   */
  #nextTextBlock: { readonly type: string; readonly attrs?: Attrs } | null = null
  #marks: readonly OpenMark[] = []
  #shownMarks: readonly RichTextMark[] = []
  #marksKey = '[]'
  /** Key of the last text's marks; text with the same marks is appended to it. */
  #lastKey: string | null = null
  /** Number of open containers that were left out because they are too deep, by type. */
  readonly #skipped = new Map<string, number>()

  constructor(lose: Lose) {
    this.#lose = lose
  }

  finish(): RichTextNode[] {
    while (this.#stack.length > 1) this.#pop()
    this.endTextBlock()
    return this.#root.content
  }

  /** Tells whether a paragraph, a heading or code is open. */
  get isInText(): boolean {
    return this.#textBlock !== null
  }

  /** Tells whether a paragraph is allowed here. Between items, rows or cells it is not. */
  get takesText(): boolean {
    return WANTED[this.#top.type] === undefined
  }

  get isInLink(): boolean {
    return this.#marks.some(({ type }) => type === 'link')
  }

  get isInCode(): boolean {
    return this.#textBlock?.type === 'codeBlock'
  }

  /** Opens a container: a quotation, list, item, table, row or cell. */
  open(type: string, attrs?: Attrs): void {
    this.endTextBlock()
    if (this.#stack.length > MAX_DEPTH) {
      this.#skipped.set(type, (this.#skipped.get(type) ?? 0) + 1)
      this.#lose('nesting', type)
    } else this.#push(type, attrs)
  }

  /** Closes the nearest container of a type, and everything open in it. */
  close(type: string): void {
    const skipped = this.#skipped.get(type) ?? 0
    if (skipped > 0) {
      this.endTextBlock()
      this.#skipped.set(type, skipped - 1)
      return
    }
    const isScoped = !TABLE_PARTS.includes(type)
    for (let index = this.#stack.length - 1; index > 0; index -= 1) {
      const found = this.#stack[index]?.type ?? ''
      if (found === type) {
        while (this.#stack.length > index) this.#pop()
        return
      }
      if (isScoped && SCOPES.includes(found)) return
    }
  }

  /** Sets the language of the open code block. */
  setLanguage(language: string): void {
    const attrs = this.#usual('codeBlock', { language })
    if (this.#textBlock?.type === 'codeBlock' && attrs) this.#textBlock.attrs = attrs
  }

  openTextBlock(type: string, attrs?: Attrs): void {
    this.endTextBlock()
    this.#makeRoom(type)
    const usual = this.#usual(type, attrs)
    this.#textBlock = { type, ...(usual && { attrs: usual }), content: [] }
    this.#append(this.#textBlock)
    this.#lastKey = null
  }

  /** Ends the open text block. An empty paragraph remains, because it was opened explicitly. */
  endTextBlock(): void {
    this.#nextTextBlock = null
    const block = this.#textBlock
    this.#textBlock = null
    if (!block?.content) return
    if (block.type === 'codeBlock') dropLastLineEnds(block.content)
    else trimEnd(block.content)
    if (block.content.length === 0) delete block.content
  }

  /** Turns formatting on; each call needs one call of `unmark`. A link replaces the link around it. */
  mark(mark: RichTextMark): void {
    const count = this.#marks.find(({ type }) => type === mark.type)?.count ?? 0
    const attrs = this.#usual(mark.type, mark.attrs)
    const usual = { type: mark.type, ...(attrs && { attrs }), count: count + 1 }
    this.#setMarks([...this.#marks.filter(({ type }) => type !== mark.type), usual])
  }

  unmark(type: RichTextMark['type']): void {
    this.#setMarks(
      this.#marks
        .map((mark) => (mark.type === type ? { ...mark, count: mark.count - 1 } : mark))
        .filter(({ count }) => count > 0),
    )
  }

  /**
   * Adds text. Outside of code, white space is treated as in HTML: several spaces become one, and those at the edges of
   * a paragraph are removed.
   */
  text(value: string): void {
    if (this.isInCode) {
      this.#write(value)
      return
    }
    const collapsed = value.replace(/[ \t\n\r\f]+/g, ' ')
    const text = collapsed.startsWith(' ') && this.#isAtSpace() ? collapsed.slice(1) : collapsed
    if (text !== '') this.#write(text)
  }

  lineBreak(): void {
    if (this.isInCode) {
      this.#write('\n')
      return
    }
    const content = this.#contentForText()
    trimEnd(content)
    content.push({ type: 'hardBreak' })
    this.#lastKey = null
  }

  /** Adds a picture, an embed or a dividing line between paragraphs; text after it continues in a new text block. */
  leaf(node: RichTextNode): void {
    const block = this.#textBlock
    const isEmpty = block?.content?.length === 0
    this.endTextBlock()
    if (isEmpty && this.#top.content.at(-1) === block) this.#top.content.pop()
    this.#makeRoom(node.type)
    if (node.type === 'image' && node.attrs) node.attrs = usualAttributes('image', node.attrs, this.#loseOf('image'))
    this.#append(node)
    if (block) this.#nextTextBlock = block.attrs ? { type: block.type, attrs: block.attrs } : { type: block.type }
  }

  /** Returns the attributes that a field allows, and reports the others. Returns `undefined` if none remain. */
  #usual<Given extends NonNullable<(RichTextNode | RichTextMark)['attrs']>>(
    type: string,
    attrs: Given | undefined,
  ): Given | undefined {
    const usual = attrs && usualAttributes(type, attrs, this.#loseOf(type))
    return usual && Object.keys(usual).length > 0 ? usual : undefined
  }

  #loseOf(type: string): (name: string, value: unknown) => void {
    return (name, value) => this.#lose(`${name} of ${type}`, String(value))
  }

  get #top(): Container {
    return this.#stack.at(-1) ?? this.#root
  }

  #write(text: string): void {
    const content = this.#contentForText()
    const last = content.at(-1)
    const marks = this.isInCode ? [] : this.#shownMarks
    const key = this.isInCode ? '[]' : this.#marksKey
    if (last?.text !== undefined && this.#lastKey === key) last.text += text
    else content.push({ type: 'text', text, ...(marks.length > 0 && { marks: [...marks] }) })
    this.#lastKey = key
  }

  #contentForText(): RichTextNode[] {
    if (!this.#textBlock) {
      const { type, attrs } = this.#nextTextBlock ?? { type: 'paragraph' }
      this.openTextBlock(type, attrs)
    }
    return this.#textBlock?.content ?? []
  }

  #isAtSpace(): boolean {
    const last = this.#textBlock?.content?.at(-1)
    return last === undefined || last.type === 'hardBreak' || last.text?.endsWith(' ') === true
  }

  #setMarks(marks: readonly OpenMark[]): void {
    this.#marks = marks
    this.#shownMarks = marks.map(({ count: _, ...mark }) => mark).sort(byRank)
    this.#marksKey = JSON.stringify(this.#shownMarks)
  }

  #push(type: string, attrs?: Attrs): void {
    const place = AROUND[type]
    if (place) {
      this.#closeTo(type, place.parents)
      if (!place.parents.includes(this.#top.type)) this.#push(place.usual)
    } else this.#makeRoom(type)
    const usual = this.#usual(type, attrs)
    const node: RichTextNode = { type, ...(usual && { attrs: usual }), content: [] }
    this.#append(node)
    const outer = CELLS.includes(type) ? this.#marks : null
    this.#stack.push({ type, content: node.content ?? [], outer })
  }

  /** Adds the containers that a block requires around it, and the paragraph with which a list item begins. */
  #makeRoom(type: string): void {
    const requirement = WANTED[this.#top.type]
    if (requirement && !requirement.takes.includes(type)) {
      this.#push(requirement.around)
      this.#makeRoom(type)
    } else if (this.#top.type === 'listItem' && this.#top.content.length === 0 && type !== 'paragraph') {
      this.#append({ type: 'paragraph' })
    }
  }

  #append(node: RichTextNode): void {
    this.#top.content.push(node)
  }

  /** Closes the previous item of the same list; likewise for rows and cells. */
  #closeTo(type: string, parents: readonly string[]): void {
    const stops = type === 'listItem' ? [...SCOPES, 'blockquote'] : ['table']
    for (let index = this.#stack.length - 1; index > 0; index -= 1) {
      const found = this.#stack[index]?.type ?? ''
      if (parents.includes(found)) {
        while (this.#stack.length > index + 1) this.#pop()
        return
      }
      if (stops.includes(found)) {
        while (found === 'table' && this.#stack.length > index + 1) this.#pop()
        return
      }
    }
  }

  #pop(): void {
    this.endTextBlock()
    const closed = this.#stack.pop()
    if (!closed) return
    if (closed.outer) this.#setMarks(closed.outer)
    if (closed.content.length > 0) return
    if (closed.type === 'listItem' || CELLS.includes(closed.type)) closed.content.push({ type: 'paragraph' })
    else this.#top.content.pop()
  }
}

/** Removes line feeds at the end of code. */
function dropLastLineEnds(content: RichTextNode[]): void {
  const last = content.at(-1)
  if (last?.text === undefined) return
  let end = last.text.length
  while (last.text.charAt(end - 1) === '\n') end -= 1
  last.text = last.text.slice(0, end)
  if (last.text === '') content.pop()
}

function trimEnd(content: RichTextNode[]): void {
  const last = content.at(-1)
  if (last?.text === undefined || !last.text.endsWith(' ')) return
  last.text = last.text.slice(0, -1)
  if (last.text === '') content.pop()
}
