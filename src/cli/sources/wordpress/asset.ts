import { textOfHtml } from '../html/rewrite-html.ts'
import type { SourceAsset } from '../source.ts'
import { safePath } from '../text/safe-path.ts'
import { childText, metaOf, type WxrElement } from './element.ts'

/** The file of an attachment, whose key is the id of its entry. */
export function assetOf(item: WxrElement): SourceAsset {
  const url = childText(item, 'wp:attachment_url')
  const [alt = ''] = metaOf(item, 'wp:postmeta').get('_wp_attachment_image_alt') ?? []
  return {
    key: childText(item, 'wp:post_id'),
    path: null,
    url: /^https?:\/\//i.test(url) ? url : null,
    filename: uploadOf(item),
    alt: textOfHtml(alt) || null,
    title: textOfHtml(childText(item, 'title')) || null,
  }
}

/** Place of an attachment below the folder of uploads. */
export function uploadOf(item: WxrElement): string {
  const [attached = ''] = metaOf(item, 'wp:postmeta').get('_wp_attached_file') ?? []
  return safePath(attached) || uploadOfUrl(childText(item, 'wp:attachment_url')) || childText(item, 'wp:post_id')
}

/** Place below the folder of uploads that an address means; its name alone if it is another folder's. */
export function uploadOfUrl(url: string): string {
  const [path = ''] = url.split(/[?#]/)
  const uploads = path.lastIndexOf('/uploads/')
  return safePath(decoded(uploads === -1 ? path.slice(path.lastIndexOf('/') + 1) : path.slice(uploads + 9)))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // a percent sign that means itself
  }
}
