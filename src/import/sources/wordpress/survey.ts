import { basename } from 'node:path'
import { textOfHtml } from '../html/rewrite-html.ts'
import { learnKinds } from '../learn-values.ts'
import type { SourceKind, SourceRecord } from '../source.ts'
import { assetOf, hostOf, uploadOf } from './asset.ts'
import { childrenOf, childText, type WxrElement } from './element.ts'
import { readMeta } from './meta.ts'
import { readWxr } from './read-wxr.ts'
import { authorRecord, taxonomyKind, taxonomyOf, termRecord, typeOf } from './terms.ts'

/** Results of the first reading of an export: types, taxonomies, custom fields, attachments and synced patterns. */
export interface Survey {
  /** Lists the types of entries that are content. */
  types(): readonly string[]
  /** Lists the kinds of authors and terms. */
  taxonomies(): readonly string[]
  taxonomiesOf(type: string): readonly string[]
  metaOf(type: string): SourceKind['values']
  /**
   * Returns the authors and terms that entries name but the export does not declare, as in an export of posts alone.
   */
  undeclared(): Iterable<{ readonly record: SourceRecord }>
  /** Returns the id of the attachment at a path below the folder of uploads; `null` if there is none. */
  attachmentAt(upload: string): string | null
  /** Tells whether the export has attachments at this host. */
  hasHost(host: string): boolean
  /** Returns the alternative text of an attachment; `null` if there is no such attachment. */
  altOf(id: string): string | null
  /** Returns the content of a synced pattern; `null` if it is not in the export. */
  patternOf(id: string): string | null
}

/** Tells whether a type of entries is internal to WordPress. */
export function isInternal(type: string): boolean {
  return INTERNAL.has(type)
}

const INTERNAL = new Set(
  (
    'attachment nav_menu_item revision custom_css customize_changeset oembed_cache user_request wp_block wp_template ' +
    'wp_template_part wp_global_styles wp_navigation wp_font_family wp_font_face'
  ).split(' '),
)

export async function survey(path: string): Promise<Survey> {
  const file = basename(path)
  const declared = new Set<string>()
  const named = new Map<string, SourceRecord>()
  const kinds = new Set<string>()
  const taxonomies = new Map<string, Set<string>>()
  const meta = learnKinds()
  const uploads = new Map<string, string>()
  const hosts = new Set<string>()
  const alts = new Map<string, string>()
  const patterns = new Map<string, string>()

  const noteTerm = (record: SourceRecord | null, into: (id: string, record: SourceRecord) => void) => {
    if (record === null) return
    kinds.add(record.kind)
    into(`${record.kind} ${record.key}`, record)
  }
  const declare = (id: string) => void declared.add(id)
  const name = (id: string, record: SourceRecord) => void (named.has(id) || named.set(id, record))

  const noteItem = (item: WxrElement) => {
    const type = typeOf(item)
    if (type === 'attachment') {
      const { key, alt } = assetOf(item)
      uploads.set(uploadOf(item), key)
      const host = hostOf(childText(item, 'wp:attachment_url'))
      if (host !== null) hosts.add(host)
      alts.set(key, alt ?? '')
    }
    if (type === 'wp_block') patterns.set(childText(item, 'wp:post_id'), childText(item, 'content:encoded'))
    if (type === '' || isInternal(type)) return
    meta.learn(type, readMeta(item).values)
    const used = taxonomies.get(type) ?? new Set<string>()
    taxonomies.set(type, used)
    noteTerm(namedAuthor(item, file), name)
    for (const term of childrenOf(item, 'category')) {
      const taxonomy = term.attributes.domain ?? ''
      if (taxonomyKind(taxonomy) === null) continue
      used.add(taxonomy)
      noteTerm(namedTerm(term, taxonomy, file), name)
    }
  }

  for await (const element of readWxr(path)) {
    if (element.name === 'item') noteItem(element)
    else if (element.name === 'wp:author') noteTerm(authorRecord(element, file), declare)
    else if (taxonomyKind(taxonomyOf(element)) !== null) noteTerm(termRecord(element, file), declare)
  }
  for (const id of declared) named.delete(id)
  return {
    types: () => meta.names(),
    taxonomies: () => [...kinds],
    taxonomiesOf: (type) => [...(taxonomies.get(type) ?? [])],
    metaOf: (type) => meta.valuesOf(type),
    undeclared: () => [...named.values()].map((record) => ({ record })),
    attachmentAt: (upload) => uploads.get(upload) ?? null,
    hasHost: (host) => hosts.has(host),
    altOf: (id) => alts.get(id) ?? null,
    patternOf: (id) => patterns.get(id) ?? null,
  }
}

function namedAuthor(item: WxrElement, file: string): SourceRecord | null {
  const login = childText(item, 'dc:creator')
  if (login === '') return null
  const values = { name: login, slug: login, email: '', firstName: '', lastName: '' }
  return { kind: 'author', key: login, values, place: { file, line: item.line } }
}

function namedTerm(term: WxrElement, taxonomy: string, file: string): SourceRecord | null {
  const kind = taxonomyKind(taxonomy)
  const slug = term.attributes.nicename ?? ''
  if (kind === null || slug === '') return null
  const values = { name: textOfHtml(term.text), slug, description: '', parent: null }
  return { kind, key: slug, values, place: { file, line: term.line } }
}
