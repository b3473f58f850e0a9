import { textOfHtml } from '../html/rewrite-html.ts'
import type { SourceAsset } from '../source.ts'
import { safePath } from '../text/files.ts'
import { childText, metaOf, type WxrElement } from './element.ts'

/** Returns the file of an attachment, whose key is the id of its entry. */
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

/** Returns the path of an attachment below the folder of uploads. */
export function uploadOf(item: WxrElement): string {
  const [attached = ''] = metaOf(item, 'wp:postmeta').get('_wp_attached_file') ?? []
  return safePath(attached) || uploadOfUrl(childText(item, 'wp:attachment_url')) || childText(item, 'wp:post_id')
}

/** Pattern of uploads at WordPress.com, which have their own host: `example.files.wordpress.com/2008/06/a.jpg`. */
const OF_WORDPRESS_COM = /^(?:https?:)?\/\/[^/]+\.files\.wordpress\.com\/(.+)$/i

/** Tells whether an address points to an upload. */
export function isUpload(url: string): boolean {
  return url.includes('/uploads/') || OF_WORDPRESS_COM.test(url)
}

/**
 * Returns the host of an address without `www.`; `null` if there is none. For WordPress's image proxy, it is the
 * picture's host.
 */
export function hostOf(url: string): string | null {
  const [, host, path = ''] = /^(?:https?:)?\/\/([^/?#]+)(?:\/([^?#]*))?/i.exec(url) ?? []
  if (host === undefined) return null
  const origin = /^i\d\.wp\.com$/i.test(host) ? (path.split('/', 1)[0] ?? host) : host
  return origin.toLowerCase().replace(/^www\./, '')
}

/** Returns the path of an address below the folder of uploads; only the name for an address in another folder. */
export function uploadOfUrl(url: string): string {
  const [path = ''] = url.split(/[?#]/)
  const [, place] = OF_WORDPRESS_COM.exec(path) ?? []
  if (place !== undefined) return safePath(decoded(place))
  const uploads = path.lastIndexOf('/uploads/')
  return safePath(decoded(uploads === -1 ? path.slice(path.lastIndexOf('/') + 1) : path.slice(uploads + 9)))
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // a literal percent sign
  }
}
