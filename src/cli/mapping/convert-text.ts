import { posix } from 'node:path'
import type { Json } from '../../config/fields/field-type.ts'
import { fromPlainText, type RichText, type RichTextNode, toText } from '../../rich-text/index.ts'
import { fromHtml, fromMarkdown, type Parsed } from '../../rich-text/parse/index.ts'
import type { ConvertContext } from './convert-context.ts'
import { isObject } from './value-at.ts'

/** Text without formatting. */
export function convertText(value: Json, context: ConvertContext): string | null {
  if (typeof value === 'string') {
    const parsed = parse(value, context)
    return parsed === null ? value.trim() : toText(parsed.document).trim()
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.join(', ')
  context.problem('A text is needed here, and this is an object. Name a part of it in `from`, as in `seo.title`.')
  return null
}

/** Formatted text, with its pictures as files of the library. */
export function convertRichText(value: Json, context: ConvertContext): Json {
  if (isObject(value) && value.type === 'doc') return withPictures(value as unknown as RichText, context)
  if (typeof value !== 'string') {
    const text = convertText(value, context)
    return text === null ? null : (fromPlainText(text) as unknown as Json)
  }
  const parsed = parse(value, context)
  if (parsed === null) return fromPlainText(value) as unknown as Json // a tree is JSON
  for (const { what, count, sample } of parsed.lost) context.lose(what, sample, count)
  return withPictures(parsed.document, context)
}

/** `null` for a text without formatting. */
function parse(text: string, { mapping, meaning }: ConvertContext): Parsed | null {
  const form = mapping.as ?? meaning?.is
  if (form === 'html') return fromHtml(text)
  return form === 'markdown' ? fromMarkdown(text) : null
}

function withPictures(document: RichText, context: ConvertContext): Json {
  const visit = (node: RichTextNode): RichTextNode => {
    const content = node.content?.map(visit)
    const changed = content ? { ...node, content } : node
    return node.type === 'image' ? picture(changed, context) : changed
  }
  return { ...document, content: document.content.map(visit) } as unknown as Json // a tree is JSON
}

/** A picture whose file comes along names it; another one keeps its address. */
function picture(node: RichTextNode, { record, store, mayFetch, lose }: ConvertContext): RichTextNode {
  const src = String(node.attrs?.src ?? '')
  const beside = posix.join(posix.dirname(record.place.file), src)
  const key = store.findAsset(src, beside, src.replace(/^\.\//, '')) ?? fetched(src, { store, mayFetch })
  const placeholder = key === null ? null : store.want(key)
  if (placeholder === null) {
    lose('picture that stays at its address', src)
    return node
  }
  return { ...node, attrs: { ...node.attrs, src: `/${placeholder}`, mediaId: placeholder } }
}

function fetched(src: string, { store, mayFetch }: Pick<ConvertContext, 'store' | 'mayFetch'>): string | null {
  if (!URL.canParse(src) || !mayFetch(src)) return null
  const filename = new URL(src).pathname.replace(/^\/+/, '')
  store.addAsset({ key: src, path: null, url: src, filename, alt: null, title: null })
  return src
}
