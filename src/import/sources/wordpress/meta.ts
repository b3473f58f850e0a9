import type { Json } from 'lintel/importing'
import { metaOf, type WxrElement } from './element.ts'

/** Pattern of the custom fields in which WordPress and its editors store internal data. */
const INTERNAL = /^(?:_edit_|_wp_|_oembed|_pingme$|_encloseme$|_thumbnail_id$|_menu_item_|_customize_)/

/** Pattern of data that PHP has serialized. */
const SERIALIZED = /^(?:[aOCE]:\d+:[{"]|[sbid]:[\d.-]+[:;]|N;$)/

export interface Meta {
  readonly values: { readonly [name: string]: Json }
  /** Keys of the custom fields that contain data serialized by PHP. */
  readonly serialized: readonly string[]
}

/**
 * Returns the custom fields of an entry that are not internal, with `meta.` in front of their names; several fields
 * with the same name form a list.
 */
export function readMeta(item: WxrElement): Meta {
  const values: [string, Json][] = []
  const serialized: string[] = []
  for (const [key, texts] of metaOf(item, 'wp:postmeta')) {
    // Advanced Custom Fields stores the id of a field's definition in a second custom field with a similar name.
    if (key === '' || INTERNAL.test(key) || texts.every((text) => /^field_\w+$/.test(text))) continue
    const plain = texts.filter((text) => !SERIALIZED.test(text))
    if (plain.length < texts.length) serialized.push(key)
    if (plain.length > 0) values.push([`meta.${key}`, plain.length === 1 ? (plain[0] ?? '') : plain])
  }
  return { values: Object.fromEntries(values), serialized }
}
