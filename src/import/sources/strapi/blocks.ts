import { escapeHtml, isJsonObject, type Json, type JsonObject } from 'lintel/importing'
import { codeBlock, element, lines, wrapped } from '../html/write-html.ts'
import { isList } from '../json/parse-record.ts'

/** Returns the new address of a picture in rich text. */
export type PictureAddress = (address: string) => string

/** Converts rich text of Strapi's block editor to HTML. */
export function blocksToHtml(blocks: Json, address: PictureAddress): string {
  return isList(blocks) ? blocks.map((block) => blockHtml(block, address)).join('') : ''
}

function blockHtml(block: Json, address: PictureAddress): string {
  if (!isJsonObject(block)) return ''
  switch (block.type) {
    case 'heading':
      return element(`h${levelOf(block)}`, inlineHtml(block))
    case 'quote':
      return element('blockquote', element('p', inlineHtml(block)))
    case 'code':
      return codeBlock(plainText(block), textOf(block.language) || null)
    case 'list':
      return listHtml(block)
    case 'image':
      return imageHtml(block, address)
    default:
      return element('p', inlineHtml(block))
  }
}

function levelOf({ level }: JsonObject): number {
  return typeof level === 'number' && level >= 1 && level <= 6 ? Math.trunc(level) : 2
}

/** Converts a list. The editor stores a nested list after the item that it belongs to, not inside that item. */
function listHtml(list: JsonObject): string {
  const items: string[] = []
  for (const child of childrenOf(list)) {
    if (isJsonObject(child) && child.type === 'list' && items.length > 0)
      items.push((items.pop() ?? '') + listHtml(child))
    else if (isJsonObject(child)) items.push(child.type === 'list' ? listHtml(child) : inlineHtml(child))
  }
  return element(list.format === 'ordered' ? 'ol' : 'ul', items.map((item) => element('li', item)).join(''))
}

function imageHtml({ image }: JsonObject, address: PictureAddress): string {
  if (!isJsonObject(image)) return ''
  const picture = element('img', '', { src: address(textOf(image.url)), alt: textOf(image.alternativeText) })
  const caption = textOf(image.caption)
  return element('figure', caption === '' ? picture : picture + element('figcaption', escapeHtml(caption)))
}

const MARKS = [
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['strikethrough', 's'],
  ['code', 'code'],
] as const

function inlineHtml(node: JsonObject): string {
  return childrenOf(node)
    .map((child) => {
      if (!isJsonObject(child)) return ''
      if (child.type === 'link') return element('a', inlineHtml(child), { href: textOf(child.url) })
      const tags = MARKS.filter(([name]) => child[name] === true).map(([, tag]) => tag)
      return typeof child.text === 'string' ? wrapped(lines(child.text), tags) : inlineHtml(child)
    })
    .join('')
}

function plainText(node: JsonObject): string {
  return childrenOf(node)
    .map((child) => (isJsonObject(child) ? textOf(child.text) + plainText(child) : ''))
    .join('')
}

function childrenOf({ children }: JsonObject): readonly Json[] {
  return isList(children) ? children : []
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
