import { type Token, Tokenizer, TokenizerMode } from 'parse5'
import { isAttribute, MAX_SPAN } from '../attributes.ts'
import type { RichTextMark, RichTextNode } from '../document.ts'
import { addressOf } from './address.ts'
import type { DocumentBuilder } from './builder.ts'
import { type Captions, createCaptions } from './caption.ts'
import { ATTRIBUTES, byTag, CONTAINERS, DIVISIONS, DROPPED, EMBEDDED, EMPTY, MARKS, SILENT } from './html-tags.ts'
import type { Lose } from './lost.ts'
import { embedFor, type ParseOptions, targetOfLink } from './options.ts'
import { readStyle } from './style.ts'

type TagToken = Token.TagToken
type Attrs = NonNullable<RichTextNode['attrs']>

/** Reads HTML, whole or in pieces: each tag in Markdown is a piece. */
export interface HtmlReader {
  readonly read: (html: string) => void
  /** Adds text that occurs between the pieces of HTML. */
  readonly text: (text: string) => void
  /** Tells whether the current position is in an element that is left out. */
  readonly isSkipping: () => boolean
  readonly finish: () => void
}

interface State {
  readonly builder: DocumentBuilder
  readonly lose: Lose
  readonly options: ParseOptions
  readonly captions: Captions
  /** Formatting that each open tag has turned on, so that its end tag turns the same formatting off. */
  readonly formats: Map<string, RichTextMark['type'][][]>
  /**
   * The element whose content is left out, and the number of elements of the same name open in it; `null` outside
   * such an element.
   */
  skipped: { readonly tag: string; depth: number } | null
  /** True if the next text begins a `pre`, whose first line feed is ignored. */
  isAfterPre: boolean
}

/**
 * Creates a reader that processes tags in order, without a tree: the builder adds what is missing, and ignores
 * superfluous tags. The cost is proportional to the length of the HTML, whereas a tree as browsers build it can be far
 * larger.
 */
export function createHtmlReader(builder: DocumentBuilder, lose: Lose, options: ParseOptions = {}): HtmlReader {
  const captions = createCaptions(lose)
  const state: State = { builder, lose, options, captions, formats: new Map(), skipped: null, isAfterPre: false }
  return {
    read: (html) => tokenize(html, state),
    text: (text) => takeText(text, state),
    isSkipping: () => state.skipped !== null,
    finish: () => {
      captions.finish()
      if (state.skipped) lose(`rest after <${state.skipped.tag}>`, `<${state.skipped.tag}> without an end tag`)
    },
  }
}

function tokenize(html: string, state: State): void {
  const take = ({ chars }: Token.CharacterToken): void => takeText(chars, state)
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag: (token) => {
        const mode = MODES[token.tagName]
        startTag(token, state)
        if (mode === undefined) return
        tokenizer.state = mode
        tokenizer.lastStartTagName = token.tagName
      },
      onEndTag: ({ tagName }) => endTag(tagName, state),
      onCharacter: take,
      onWhitespaceCharacter: take,
      onNullCharacter: () => takeText('\u{fffd}', state),
      onComment: ({ data }) => state.lose('comment', data),
      onDoctype: () => {},
      onEof: () => {},
      onParseError: ({ code }: { readonly code: string }) => {
        if (code === 'eof-in-tag') state.lose('unfinished tag', html.slice(html.lastIndexOf('<')))
      },
    },
  )
  tokenizer.write(html, true)
}

/** Tokenizer states for elements whose content is not HTML. */
const MODES = byTag<Tokenizer['state']>({
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  textarea: TokenizerMode.RCDATA,
  title: TokenizerMode.RCDATA,
})

function takeText(text: string, state: State): void {
  if (state.skipped || state.captions.text(text)) return
  const { builder } = state
  const shown = state.isAfterPre ? text.replace(/^\r?\n/, '') : text
  state.isAfterPre = false
  if (shown !== '' && (builder.isInText || /[^ \t\n\r\f]/.test(shown))) builder.text(shown)
}

function startTag({ tagName: tag, attrs, selfClosing }: TagToken, state: State): void {
  const { skipped, builder, lose } = state
  if (skipped) {
    if (tag === skipped.tag && !selfClosing) skipped.depth += 1
    return
  }
  state.isAfterPre = false
  const attributes = new Map(attrs.map(({ name, value }) => [name, value]))
  const source = sourceOf(tag, attrs)
  const isOfCaption = state.captions.start(tag, source)
  if (DROPPED.has(tag)) {
    drop(tag, attributes, selfClosing, source, state)
    return
  }
  if (isOfCaption) return
  if (!isKnown(tag)) lose(`<${tag}>`, source)
  for (const name of attributes.keys()) {
    if (name !== 'style' && !ATTRIBUTES[tag]?.includes(name)) lose(`${name} of <${tag}>`, source)
  }
  const style = readStyle(attributes.get('style') ?? '')
  if (style.isLossy || (style.align && !ALIGNED.test(tag))) lose(`style of <${tag}>`, source)
  const align = style.align ?? alignOf(attributes.get('align'))
  block(tag, attributes, align, state)
  format(tag, attributes, style, state)
  if (builder.isInCode && tag === 'code') language(attributes, state)
}

const ALIGNED = /^(?:p|h[1-6]|td|th)$/
const HEADING = /^h[1-6]$/
const BLOCKS = new Set(['p', 'pre', 'listing', 'hr', 'br', 'img', 'input'])

function isKnown(tag: string): boolean {
  return SILENT.has(tag) || HEADING.test(tag) || BLOCKS.has(tag) || tag in CONTAINERS || tag in MARKS
}

function sourceOf(tag: string, attrs: TagToken['attrs']): string {
  return `<${tag}${attrs
    .slice(0, 10)
    .map(({ name, value }) => ` ${name}="${value.slice(0, 100)}"`)
    .join('')}>`
}

/**
 * Leaves out an element that rich text cannot contain. The frame of a known provider becomes an embed; the address of
 * any other embedded content becomes a link.
 */
function drop(
  tag: string,
  attributes: ReadonlyMap<string, string>,
  selfClosing: boolean,
  source: string,
  state: State,
): void {
  const { builder, lose, options } = state
  if (tag === 'iframe' && options.embeds) {
    const embed = embedFor(attributes.get('src') ?? '', attributes.get('title') ?? '', options.embeds)
    if (embed) {
      builder.leaf(embed)
      state.skipped = { tag, depth: 1 }
      return
    }
  }
  lose(`<${tag}>`, source)
  if (EMBEDDED.has(tag)) {
    const source = attributes.get('src') ?? attributes.get('data')
    const href = addressOf(source, lose)
    if (href !== null) {
      builder.openTextBlock('paragraph')
      builder.mark({ type: 'link', attrs: { href } })
      builder.text(attributes.get('title') || href)
      builder.unmark('link')
      builder.endTextBlock()
    }
  }
  if (!EMPTY.has(tag) && !(selfClosing && (tag === 'svg' || tag === 'math'))) state.skipped = { tag, depth: 1 }
}

function block(tag: string, attributes: ReadonlyMap<string, string>, align: string | null, state: State): void {
  const { builder } = state
  const textAlign = align === null ? undefined : { textAlign: align }
  if (tag === 'p') builder.openTextBlock('paragraph', textAlign)
  else if (HEADING.test(tag)) builder.openTextBlock('heading', { level: Number(tag.charAt(1)), ...textAlign })
  else if (tag === 'pre' || tag === 'listing') {
    builder.openTextBlock('codeBlock')
    language(attributes, state)
    state.isAfterPre = true
  } else if (tag === 'hr') builder.leaf({ type: 'horizontalRule' })
  else if (tag === 'br') lineBreak(builder)
  else if (tag === 'img') picture(attributes, state)
  else if (tag === 'input') input(attributes, state)
  else if (tag === 'ol') builder.open('orderedList', listAttrs(attributes))
  else if (tag === 'td' || tag === 'th') builder.open(CONTAINERS[tag] ?? '', cellAttrs(attributes, align))
  else if (tag in CONTAINERS) builder.open(CONTAINERS[tag] ?? '')
  else if (DIVISIONS.has(tag)) builder.endTextBlock()
}

/** Adds a line break, except between items or rows. */
function lineBreak(builder: DocumentBuilder): void {
  if (builder.isInText || builder.takesText) builder.lineBreak()
}

function language(attributes: ReadonlyMap<string, string>, { builder, lose }: State): void {
  const classes = attributes.get('class')
  if (classes === undefined) return
  const name = /(?:^|\s)(?:language|lang|brush:)-?\s*([^\s;]{1,100})/.exec(classes)?.[1]
  if (name === undefined) lose('class of <code>', classes)
  else builder.setLanguage(name)
}

function listAttrs(attributes: ReadonlyMap<string, string>): Attrs | undefined {
  const start = wholeOf(attributes.get('start'))
  const type = attributes.get('type') ?? ''
  const attrs = {
    ...(start !== undefined && start !== 1 && { start }),
    ...(/^[aAiI]$/.test(type) && { type }),
  }
  return Object.keys(attrs).length > 0 ? attrs : undefined
}

function cellAttrs(attributes: ReadonlyMap<string, string>, align: string | null): Attrs | undefined {
  const [colspan, rowspan] = [wholeOf(attributes.get('colspan')), wholeOf(attributes.get('rowspan'))]
  const attrs = {
    ...(colspan !== undefined && colspan > 1 && { colspan: Math.min(colspan, MAX_SPAN) }),
    ...(rowspan !== undefined && rowspan > 1 && { rowspan: Math.min(rowspan, MAX_SPAN) }),
    ...(align !== null && { align }),
  }
  return Object.keys(attrs).length > 0 ? attrs : undefined
}

function wholeOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : undefined
}

function alignOf(text: string | undefined): string | null {
  return text !== undefined && /^(?:left|center|right|justify)$/i.test(text) ? text.toLowerCase() : null
}

/** Maximum length of an attribute's text, in characters. */
const LONGEST = 10_000

function picture(attributes: ReadonlyMap<string, string>, { builder, lose, captions }: State): void {
  const src = addressOf(attributes.get('src'), lose)
  const alt = (attributes.get('alt') ?? '').slice(0, LONGEST)
  if (src === null) {
    lose('<img>', alt)
    builder.text(alt)
    return
  }
  if (builder.isInLink) lose('link of a picture', src)
  const [title, id] = [attributes.get('title')?.slice(0, LONGEST), attributes.get('data-media-id')?.slice(0, 100)]
  const [width, height] = [wholeOf(attributes.get('width')), wholeOf(attributes.get('height'))]
  const node: RichTextNode = {
    type: 'image',
    attrs: {
      src,
      ...(alt !== '' && { alt }),
      ...(title !== undefined && { title }),
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
      ...(id !== undefined && { mediaId: id }),
    },
  }
  builder.leaf(node)
  captions.picture(node)
}

/** Converts a checkbox, as in task lists, to a character; leaves out any other input. */
function input(attributes: ReadonlyMap<string, string>, { builder, lose }: State): void {
  const isBox = attributes.get('type')?.toLowerCase() === 'checkbox'
  lose(isBox ? 'task' : '<input>', [...attributes].map(([name, value]) => `${name}="${value.slice(0, 50)}"`).join(' '))
  if (isBox) builder.text(attributes.has('checked') ? '☑ ' : '☐ ')
}

function format(
  tag: string,
  attributes: ReadonlyMap<string, string>,
  { on, isPlain }: ReturnType<typeof readStyle>,
  { builder, lose, formats, options }: State,
): void {
  if (EMPTY.has(tag) || (!(tag in MARKS) && on.length === 0) || tag in CONTAINERS) return
  const markType = MARKS[tag]
  const types = new Set(on)
  if (markType === 'link') {
    const href = addressOf(attributes.get('href'), lose)
    const document = documentIn(attributes, lose)
    if (href !== null || document) {
      types.add('link')
      const target = document ?? targetOfLink(href ?? '', options)
      builder.mark({ type: 'link', attrs: { ...target, ...linkAttrs(attributes) } })
    }
  } else if (markType && !(markType === 'bold' && isPlain)) types.add(markType)
  for (const type of types) if (type !== 'link') builder.mark({ type })
  const open = formats.get(tag) ?? []
  formats.set(tag, open)
  open.push([...types])
}

/**
 * Returns the document that a link leads to, from the attributes that renderers write in addition to the address;
 * `null` if there is none, or if it is invalid.
 */
function documentIn(
  attributes: ReadonlyMap<string, string>,
  lose: Lose,
): { collection: string; documentId: string } | null {
  const [collection, documentId] = [attributes.get('data-collection'), attributes.get('data-document-id')]
  if (!collection || !documentId) return null
  if (isAttribute('link', 'collection', collection) && isAttribute('link', 'documentId', documentId)) {
    return { collection, documentId }
  }
  lose('document of link', `${collection} ${documentId}`)
  return null
}

function linkAttrs(attributes: ReadonlyMap<string, string>): { [name: string]: string } {
  return Object.fromEntries(
    ['target', 'rel', 'title', 'class'].flatMap((name) => {
      const value = attributes.get(name)
      return value === undefined ? [] : [[name, value.slice(0, LONGEST)]]
    }),
  )
}

function endTag(tag: string, state: State): void {
  const { builder, skipped, formats } = state
  if (skipped) {
    if (tag !== skipped.tag) return
    skipped.depth -= 1
    if (skipped.depth === 0) state.skipped = null
    return
  }
  state.isAfterPre = false
  if (state.captions.end(tag)) return
  for (const type of formats.get(tag)?.pop() ?? []) builder.unmark(type)
  if (tag === 'br') lineBreak(builder)
  else if (tag in CONTAINERS) builder.close(CONTAINERS[tag] ?? '')
  else if (tag === 'p' || tag === 'pre' || tag === 'listing' || HEADING.test(tag) || DIVISIONS.has(tag)) {
    builder.endTextBlock()
  }
}
