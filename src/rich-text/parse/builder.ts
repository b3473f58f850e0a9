import { usualAttributes } from '../attributes.ts'
import type { RichTextMark, RichTextNode } from '../document.ts'
import { byRank } from '../elements.ts'
import type { Lose } from './lost.ts'

type Attrs = NonNullable<RichTextNode['attrs']>

interface Container {
  readonly type: string
  readonly content: RichTextNode[]
  /** Marks that were on around a cell, and go on after it. */
  readonly outer: readonly OpenMark[] | null
}

type OpenMark = RichTextMark & { readonly count: number }

/** Containers in each other. A field takes 60 levels, text and its paragraph among them. */
const MAX_DEPTH = 40

const LISTS = ['bulletList', 'orderedList']
const CELLS = ['tableHeader', 'tableCell']
/** A tag in a cell ends nothing around the table. */
const SCOPES = [...CELLS, 'table']
const TABLE_PARTS = ['table', 'tableRow', ...CELLS]

/** Children of containers that do not take every block, and what is put around anything else. */
const WANTED: { readonly [container: string]: { readonly takes: readonly string[]; readonly around: string } } = {
  bulletList: { takes: ['listItem'], around: 'listItem' },
  orderedList: { takes: ['listItem'], around: 'listItem' },
  table: { takes: ['tableRow'], around: 'tableRow' },
  tableRow: { takes: CELLS, around: 'tableCell' },
}

/** The containers that a part of one stands in, when it comes without. */
const AROUND: { readonly [type: string]: { readonly parents: readonly string[]; readonly usual: string } } = {
  listItem: { parents: LISTS, usual: 'bulletList' },
  tableRow: { parents: ['table'], usual: 'table' },
  tableHeader: { parents: ['tableRow'], usual: 'tableRow' },
  tableCell: { parents: ['tableRow'], usual: 'tableRow' },
}

/**
 * Builds a tree that editors take, from what readers come across in the order of the text: every list has items, every
 * cell a row, text is in a paragraph, pictures are between paragraphs. Every call costs the same, however long the
 * document is.
 */
export class DocumentBuilder {
  readonly #root: Container = { type: 'doc', content: [], outer: null }
  readonly #stack: Container[] = [this.#root]
  readonly #lose: Lose
  /** The paragraph, heading or code block that takes text. */
  #textBlock: RichTextNode | null = null
  /** The type of the next text block, where text goes on after a picture. */
  #nextTextBlock: { readonly type: string; readonly attrs?: Attrs } | null = null
  #marks: readonly OpenMark[] = []
  #shownMarks: readonly RichTextMark[] = []
  #marksKey = '[]'
  /** Marks of the last text, by which the next one joins it. */
  #lastKey: string | null = null
  /** Containers that were left out, by type, because they are too deep. */
  readonly #skipped = new Map<string, number>()

  constructor(lose: Lose) {
    this.#lose = lose
  }

  finish(): RichTextNode[] {
    while (this.#stack.length > 1) this.#pop()
    this.endTextBlock()
    return this.#root.content
  }

  /** Tells whether text now stands in a paragraph, a heading or code. */
  get isInText(): boolean {
    return this.#textBlock !== null
  }

  /** Tells whether a paragraph may stand here; between items, rows and cells none does. */
  get takesText(): boolean {
    return WANTED[this.#top.type] === undefined
  }

  get isInLink(): boolean {
    return this.#marks.some(({ type }) => type === 'link')
  }

  get isInCode(): boolean {
    return this.#textBlock?.type === 'codeBlock'
  }

  /** Opens a quotation, a list, an item, a table, a row, a cell. */
  open(type: string, attrs?: Attrs): void {
    this.endTextBlock()
    if (this.#stack.length > MAX_DEPTH) {
      this.#skipped.set(type, (this.#skipped.get(type) ?? 0) + 1)
      this.#lose('nesting', type)
    } else this.#push(type, attrs)
  }

  /** Closes the nearest container of a type, with what is open in it. */
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

  /** The language of the code block that is open. */
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

  /** Ends the paragraph; one in which there is nothing remains, as it was asked for. */
  endTextBlock(): void {
    this.#nextTextBlock = null
    const block = this.#textBlock
    this.#textBlock = null
    if (!block?.content) return
    if (block.type === 'codeBlock') dropLastLineEnds(block.content)
    else trimEnd(block.content)
    if (block.content.length === 0) delete block.content
  }

  /** Turns formatting on, as often as `unmark` turns it off; a link replaces the one around it. */
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

  /** Text with white space as HTML has it: one space for several, none at the beginning and end of a paragraph. */
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

  /** A picture, a dividing line: between paragraphs, and the text around it goes on in another one. */
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

  /** Attributes that a field takes; of others something is lost. */
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

  /** Puts around a block what its container wants; an item begins with a paragraph. */
  #makeRoom(type: string): void {
    const wanted = WANTED[this.#top.type]
    if (wanted && !wanted.takes.includes(type)) {
      this.#push(wanted.around)
      this.#makeRoom(type)
    } else if (this.#top.type === 'listItem' && this.#top.content.length === 0 && type !== 'paragraph') {
      this.#append({ type: 'paragraph' })
    }
  }

  #append(node: RichTextNode): void {
    this.#top.content.push(node)
  }

  /** An item ends the one before it, in the same list; so do rows and cells. */
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

/** Code ends with its last line in which something stands. */
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
