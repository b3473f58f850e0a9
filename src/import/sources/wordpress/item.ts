import type { Json } from 'lintel/importing'
import { textOfHtml } from '../html/rewrite-html.ts'
import type { LeftOut } from '../left-out.ts'
import type { SourceRecord } from '../source.ts'
import { readContent } from './content.ts'
import { childrenOf, childText, metaOf, type WxrElement } from './element.ts'
import { termsName } from './kinds.ts'
import { readMeta } from './meta.ts'
import { isInternal, type Survey } from './survey.ts'
import { taxonomyKind, typeOf } from './terms.ts'

export interface ItemContext {
  readonly file: string
  readonly found: Survey
  readonly leftOut: LeftOut
}

/** Reads a post, a page, or an entry of another type; `null` for an entry that is not content. */
export function readItem(item: WxrElement, { file, found, leftOut }: ItemContext): SourceRecord | null {
  const kind = typeOf(item)
  if (kind === 'attachment') return null
  if (kind === '' || isInternal(kind)) {
    leftOut.add(`internal WordPress entry (${kind})`, `internal WordPress entries (${kind})`)
    return null
  }
  const { values: meta, serialized } = readMeta(item)
  for (const key of serialized)
    leftOut.add(`value of ${key}, which is PHP data`, `values of ${key}, which are PHP data`)
  for (const comment of childrenOf(item, 'wp:comment')) {
    leftOut.add(childText(comment, 'wp:comment_type') === 'pingback' ? 'pingback' : 'comment')
  }
  const values = {
    title: textOfHtml(childText(item, 'title')),
    slug: readSlug(item),
    content: readContent(childText(item, 'content:encoded'), found, leftOut),
    excerpt: textOfHtml(childText(item, 'excerpt:encoded')),
    author: childText(item, 'dc:creator') || null,
    ...termsOf(item),
    cover: metaOf(item, 'wp:postmeta').get('_thumbnail_id')?.[0] || null,
    date: readTime(item, 'wp:post_date'),
    modified: readTime(item, 'wp:post_modified'),
    status: readStatus(item, leftOut),
    sticky: childText(item, 'wp:is_sticky') === '1',
    parent: parentOf(item),
    menuOrder: Number(childText(item, 'wp:menu_order')) || 0,
    link: childText(item, 'link'),
    ...meta,
  }
  return { kind, key: childText(item, 'wp:post_id'), values, place: { file, line: item.line } }
}

/** Returns the name in the address, without the suffix that the trash adds. */
function readSlug(item: WxrElement): string {
  const name = childText(item, 'wp:post_name').replace(/__trashed(?:-\d+)?$/, '')
  try {
    return decodeURIComponent(name) // WordPress percent-encodes letters beyond ASCII
  } catch {
    return name
  }
}

function termsOf(item: WxrElement): { readonly [name: string]: Json } {
  const found = new Map<string, Set<string>>()
  for (const { attributes } of childrenOf(item, 'category')) {
    const kind = taxonomyKind(attributes.domain ?? '')
    if (kind === null || !attributes.nicename) continue
    const name = termsName(kind)
    found.set(name, (found.get(name) ?? new Set()).add(attributes.nicename))
  }
  return Object.fromEntries([...found].map(([name, keys]) => [name, [...keys]]))
}

/**
 * Returns a time in UTC; `null` if there is none. Without a date in GMT, as in drafts, uses the local date. Other
 * notations stay unchanged.
 */
function readTime(item: WxrElement, name: string): string | null {
  const [utc, local] = [childText(item, `${name}_gmt`), childText(item, name)]
  return (
    isoTime(utc) ?? isoTime(local) ?? ([utc, local].find((text) => text !== '' && !text.startsWith('0000')) || null)
  )
}

function isoTime(text: string): string | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text) ?? []
  if (day === undefined || day.startsWith('0000')) return null
  const date = new Date(`${day}T${time}Z`)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** Returns the status. Entries with a password are not public; the password itself is not imported. */
function readStatus(item: WxrElement, leftOut: LeftOut): string {
  const status = childText(item, 'wp:status') || 'draft'
  if (childText(item, 'wp:post_password') === '') return status
  leftOut.add('password of an entry, which becomes private', 'passwords of entries, which become private')
  return status === 'publish' ? 'private' : status
}

function parentOf(item: WxrElement): string | null {
  const parent = childText(item, 'wp:post_parent')
  return parent === '' || parent === '0' ? null : parent
}
