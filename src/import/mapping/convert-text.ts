import { isJsonObject, type Json, withUsualAttributes } from 'lintel/importing'
import { fromPlainText, type RichText, type RichTextMark, type RichTextNode, toText } from 'lintel/rich-text'
import { fromHtml, fromMarkdown, type Parsed } from 'lintel/rich-text/parse'
import { sourceFileKey } from '../sources/file-address.ts'
import type { ConvertContext } from './convert-context.ts'
import { findFile } from './find-file.ts'

/**
 * Converts a value to text without formatting. For an object, or a list that contains one, reports a problem and
 * returns `null`.
 */
export function convertText(value: Json, context: ConvertContext): string | null {
  if (typeof value === 'string') {
    const parsed = parse(value, context)
    return parsed === null ? value.trim() : toText(parsed.document).trim()
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ')
  context.problem(
    'The field needs text, but this value is an object. Name a part of the object in `from`, such as `seo.title`.',
  )
  return null
}

/** Converts a value to formatted text. Pictures in the export become files of the library. */
export function convertRichText(value: Json, context: ConvertContext): Json {
  if (isJsonObject(value) && value.type === 'doc') {
    const tree = withUsualAttributes(value as unknown as RichText, (what, sample) => context.lose(what, String(sample)))
    return withFiles(tree, context)
  }
  if (typeof value !== 'string') {
    const text = convertText(value, context)
    return text === null ? null : (fromPlainText(text) as unknown as Json) // the tree is JSON
  }
  const parsed = parse(value, context)
  if (parsed === null) return fromPlainText(value) as unknown as Json
  for (const { what, count, sample } of parsed.lost) context.lose(what, sample.replaceAll(MARK, 'file '), count)
  return withFiles(parsed.document, context)
}

/** Parses HTML or Markdown; `null` for text in another format. */
function parse(text: string, { mapping, meaning }: ConvertContext): Parsed | null {
  const form = mapping.as ?? meaning?.is
  if (form !== 'html' && form !== 'markdown') return null
  // Rich text keeps paths, but does not allow addresses with a scheme such as `source-file:`.
  const marked = text.replaceAll('source-file:', MARK)
  return form === 'html' ? fromHtml(marked) : fromMarkdown(marked)
}

/** Prefix that marks the address of a file of the export in text that is parsed. */
const MARK = '/source-file:'

function withFiles(document: RichText, context: ConvertContext): Json {
  const visit = (node: RichTextNode): RichTextNode => ({
    ...(node.type === 'image' ? picture(node, context) : node),
    ...(node.content && { content: node.content.map(visit) }),
    ...(node.marks && { marks: node.marks.map((mark) => link(mark, context)) }),
  })
  return { ...document, content: document.content.map(visit) } as unknown as Json
}

/** Makes a picture refer to the imported file. A picture that is not imported keeps its address. */
function picture(node: RichTextNode, context: ConvertContext): RichTextNode {
  const src = String(node.attrs?.src ?? '')
  const placeholder = placeholderFor(src, context)
  if (placeholder !== null) return { ...node, attrs: { ...node.attrs, src: `/${placeholder}`, mediaId: placeholder } }
  context.lose('picture that is not imported and keeps its address', src)
  return node
}

/**
 * Makes a link to a file of the export point to the imported file; a link to a file that is not imported becomes `#`.
 * Other links stay the same.
 */
function link(mark: RichTextMark, context: ConvertContext): RichTextMark {
  const href = String(mark.attrs?.href ?? '')
  if (mark.type !== 'link' || !href.startsWith(MARK)) return mark
  const placeholder = placeholderFor(href, context)
  return { ...mark, attrs: { ...mark.attrs, href: placeholder === null ? '#' : `/${placeholder}` } }
}

function placeholderFor(address: string, context: ConvertContext): string | null {
  const key = sourceFileKey(address.replace(/^\/(?=source-file:)/, ''))
  return key === null ? findFile(address, context) : context.store.want(key, context.record)
}
