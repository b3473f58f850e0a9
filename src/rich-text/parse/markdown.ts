import createMarkdownIt, { type MarkdownIt, type Token } from 'markdown-it'
import { addressOf } from './address.ts'
import { DocumentBuilder } from './builder.ts'
import type { Parsed } from './html.ts'
import { createHtmlReader, type HtmlReader } from './html-reader.ts'
import { createLosses, type Lose } from './lost.ts'
import { withoutFootnotes, withoutTooDeep } from './markdown-rules.ts'
import { type ParseOptions, targetOfLink, withEmbeds } from './options.ts'

/** Parses Markdown to rich text: CommonMark, with the tables, strikethrough, tasks and bare addresses of GFM. */
export function fromMarkdown(text: string, options: ParseOptions = {}): Parsed {
  const { lose, all } = createLosses()
  const builder = new DocumentBuilder(lose)
  const html = createHtmlReader(builder, lose, options)
  const reading: Reading = { builder, html, lose, options, isAtItem: false }
  for (const token of createParser(lose).parse(text, {})) read(token, reading)
  html.finish()
  const content = builder.finish()
  const { embeds } = options
  return { document: { type: 'doc', content: embeds ? withEmbeds(content, embeds) : content }, lost: all() }
}

/** Recognizes an address without `http:`. Punctuation at its end is not part of it. */
const WWW = {
  validate: (text: string, position: number) => {
    const found = /^[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,10}(?:[/?#][^\s<]{0,2000})?/u.exec(
      text.slice(position),
    )
    return found?.[0].replace(/[?!.,:*_~)]+$/, '').length ?? 0
  },
  normalize: (match: { url: string }) => {
    match.url = `http://${match.url}`
  },
}

interface Reading {
  readonly builder: DocumentBuilder
  readonly html: HtmlReader
  readonly lose: Lose
  readonly options: ParseOptions
  /** True if the next text may begin with the checkbox of a task. */
  isAtItem: boolean
}

function createParser(lose: Lose): MarkdownIt {
  const parser = createMarkdownIt({ html: true, linkify: true })
  // Names of files such as `README.md` must not become links, although they look like domains.
  parser.linkify.set({ fuzzyLink: false }).add('//', null).add('ftp:', null).add('www.', WWW)
  // This module checks addresses itself, and keeps them as written.
  parser.validateLink = () => true
  parser.normalizeLink = (address) => address
  parser.normalizeLinkText = (address) => address
  return parser.use(withoutFootnotes, lose).use(withoutTooDeep, lose)
}

function read(token: Token, reading: Reading): void {
  if (reading.html.isSkipping() && !token.type.startsWith('html_') && token.type !== 'inline') return
  READERS[token.type]?.(token, reading)
}

type Read = (token: Token, reading: Reading) => void

const open =
  (type: string): Read =>
  (_, { builder }) =>
    builder.open(type)
const close =
  (type: string): Read =>
  (_, { builder }) =>
    builder.close(type)
const endTextBlock: Read = (_, { builder }) => builder.endTextBlock()
const mark =
  (type: 'bold' | 'italic' | 'strike'): Read =>
  (_, { builder }) =>
    builder.mark({ type })
const unmark =
  (type: 'bold' | 'italic' | 'strike'): Read =>
  (_, { builder }) =>
    builder.unmark(type)

const code: Read = ({ content, info }, { builder }) => {
  const language = /^\S{1,100}/.exec(info.trim())?.[0]
  builder.openTextBlock('codeBlock', language === undefined ? undefined : { language })
  builder.text(content)
  builder.endTextBlock()
}

const html: Read = ({ content }, reading) => reading.html.read(content)

const htmlBlock: Read = (token, reading) => {
  html(token, reading)
  reading.builder.endTextBlock()
}

const cell =
  (type: string): Read =>
  (token, { builder }) => {
    const align = /text-align:(\w+)/.exec(String(token.attrGet('style') ?? ''))?.[1]
    builder.open(type, align === undefined ? undefined : { align })
  }

/** Handlers by type of token. A token without a handler ends something, or contains other tokens. */
const READERS: { readonly [type: string]: Read } = {
  paragraph_open: (_, { builder }) => builder.openTextBlock('paragraph'),
  paragraph_close: endTextBlock,
  heading_open: ({ tag }, { builder }) => builder.openTextBlock('heading', { level: Number(tag.slice(1)) }),
  heading_close: endTextBlock,
  blockquote_open: open('blockquote'),
  blockquote_close: close('blockquote'),
  bullet_list_open: open('bulletList'),
  bullet_list_close: close('bulletList'),
  ordered_list_open: (token, { builder }) => {
    const start = Number(token.attrGet('start') ?? 1)
    builder.open('orderedList', start === 1 ? undefined : { start })
  },
  ordered_list_close: close('orderedList'),
  list_item_open: (_, reading) => {
    reading.builder.open('listItem')
    reading.isAtItem = true
  },
  list_item_close: close('listItem'),
  fence: code,
  code_block: code,
  hr: (_, { builder }) => builder.leaf({ type: 'horizontalRule' }),
  html_block: htmlBlock,
  html_inline: html,
  table_open: open('table'),
  table_close: close('table'),
  tr_open: open('tableRow'),
  tr_close: close('tableRow'),
  th_open: cell('tableHeader'),
  th_close: close('tableHeader'),
  td_open: cell('tableCell'),
  td_close: close('tableCell'),
  inline: ({ children }, reading) => {
    for (const child of children ?? []) {
      read(child, reading)
      reading.isAtItem = false
    }
  },
  text: ({ content }, reading) => reading.html.text(withoutTask(content, reading)),
  text_special: ({ content }, reading) => reading.html.text(content),
  softbreak: (_, reading) => reading.html.text(' '),
  hardbreak: (_, { builder }) => builder.lineBreak(),
  code_inline: ({ content }, { builder }) => {
    builder.mark({ type: 'code' })
    builder.text(content)
    builder.unmark('code')
  },
  strong_open: mark('bold'),
  strong_close: unmark('bold'),
  em_open: mark('italic'),
  em_close: unmark('italic'),
  s_open: mark('strike'),
  s_close: unmark('strike'),
  link_open: (token, { builder, lose, options }) => {
    const href = addressOf(textOf(token.attrGet('href')), lose)
    const title = textOf(token.attrGet('title'))?.slice(0, LONGEST)
    if (href === null) return
    builder.mark({ type: 'link', attrs: { ...targetOfLink(href, options), ...(title !== undefined && { title }) } })
  },
  link_close: (_, { builder }) => builder.unmark('link'),
  image: (token, { builder, lose }) => {
    const src = addressOf(textOf(token.attrGet('src')), lose)
    const alt = wordsOf(token.children ?? []).slice(0, LONGEST)
    if (src === null) return builder.text(alt)
    if (builder.isInLink) lose('link of a picture', src)
    const title = textOf(token.attrGet('title'))?.slice(0, LONGEST)
    builder.leaf({
      type: 'image',
      attrs: { src, ...(alt !== '' && { alt }), ...(title !== undefined && { title }) },
    })
  },
}

/** Maximum length of an attribute's text, in characters. */
const LONGEST = 10_000

function textOf(value: string | number | null | undefined): string | undefined {
  return value === null || value === undefined ? undefined : String(value)
}

/** Returns the text of an image's description, which may be formatted. */
function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) =>
      type === 'softbreak' || type === 'hardbreak' ? ' ' : children ? wordsOf(children) : content,
    )
    .join('')
}

/** Converts the checkbox of a task (`[x] done`) to a character. */
function withoutTask(text: string, reading: Reading): string {
  const box = reading.isAtItem ? /^\[([ xX])\](?=\s)/.exec(text) : null
  reading.isAtItem = false
  if (!box) return text
  reading.lose('task', text)
  return (box[1] === ' ' ? '☐' : '☑') + text.slice(3)
}
