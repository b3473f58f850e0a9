import { textOfHtml } from '../html/rewrite-html.ts'
import type { SourceRecord } from '../source.ts'
import { childText, type WxrElement } from './element.ts'

/** Taxonomies that are internal to WordPress. */
const INTERNAL = new Set([
  'nav_menu',
  'link_category',
  'post_format',
  'wp_theme',
  'wp_template_part_area',
  'wp_pattern_category',
])

/** Returns the kind of a taxonomy's terms; `null` for a taxonomy that is internal to WordPress. */
export function taxonomyKind(taxonomy: string): string | null {
  return taxonomy === '' || INTERNAL.has(taxonomy) ? null : taxonomy === 'post_tag' ? 'tag' : taxonomy
}

export function authorRecord(element: WxrElement, file: string): SourceRecord {
  const login = childText(element, 'wp:author_login')
  return {
    kind: 'author',
    key: login,
    values: {
      name: childText(element, 'wp:author_display_name') || login,
      slug: login,
      email: childText(element, 'wp:author_email'),
      firstName: childText(element, 'wp:author_first_name'),
      lastName: childText(element, 'wp:author_last_name'),
    },
    place: { file, line: element.line },
  }
}

/** Names of a term's parts, which depend on the element. */
const PARTS: { readonly [element: string]: { slug: string; name: string; description: string; parent: string } } = {
  'wp:category': {
    slug: 'wp:category_nicename',
    name: 'wp:cat_name',
    description: 'wp:category_description',
    parent: 'wp:category_parent',
  },
  'wp:tag': { slug: 'wp:tag_slug', name: 'wp:tag_name', description: 'wp:tag_description', parent: '' },
  'wp:term': {
    slug: 'wp:term_slug',
    name: 'wp:term_name',
    description: 'wp:term_description',
    parent: 'wp:term_parent',
  },
}

/** Returns the taxonomy of a term's element. */
export function taxonomyOf(element: WxrElement): string {
  if (element.name === 'wp:category') return 'category'
  return element.name === 'wp:tag' ? 'post_tag' : childText(element, 'wp:term_taxonomy')
}

/** Returns a category, a tag, or a term of another taxonomy; `null` for a taxonomy that is internal to WordPress. */
export function termRecord(element: WxrElement, file: string): SourceRecord | null {
  const kind = taxonomyKind(taxonomyOf(element))
  const parts = PARTS[element.name]
  if (kind === null || parts === undefined) return null
  const slug = childText(element, parts.slug)
  const values = {
    name: textOfHtml(childText(element, parts.name)),
    slug,
    description: textOfHtml(childText(element, parts.description)),
    parent: childText(element, parts.parent) || null,
  }
  return { kind, key: slug, values, place: { file, line: element.line } }
}

/** Returns the type of an item: `post`, `page`, `attachment`, or a type that a plugin added. */
export function typeOf(item: WxrElement): string {
  return childText(item, 'wp:post_type')
}
