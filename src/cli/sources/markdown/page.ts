import { basename, posix } from 'node:path'
import { isJsonObject, type JsonObject } from '../../../fields/field-data.ts'
import type { Json } from '../../../fields/field-type.ts'
import { sourceFileAddress } from '../file-address.ts'
import { isList } from '../json/parse-record.ts'
import type { SourceAsset } from '../source.ts'
import { LONGEST_RECORD, readText } from '../text/read-text.ts'
import { sourceFailure } from '../text/source-failure.ts'
import { readFrontMatter } from './front-matter.ts'
import type { LocalFiles } from './local-file.ts'
import { readPublicity } from './publicity.ts'
import { rewriteAddresses } from './rewrite-addresses.ts'
import type { MarkdownFile } from './walk.ts'

/** A file of Markdown that has been read. */
export interface Page {
  readonly kind: string
  readonly key: string
  readonly values: JsonObject
  /** Files that values of the front matter mean: one, or a list, by name. */
  readonly files: ReadonlyMap<string, readonly SourceAsset[]>
  /** Files that its text means. */
  readonly inText: readonly SourceAsset[]
  readonly hasComponents: boolean
  /** True for a page that its site takes away at a time to come. */
  readonly expires: boolean
}

/** Values of a page of MDX without front matter. */
const VALUES_IN_CODE = /^export\s+const\s+(?:meta|metadata|frontmatter)\s*=/im

/** Names that files have which stand for their folder. */
const INDEX = /^_?index$/i

/** `2024-05-01-title`: how sites write a day before a title. */
const DATED = /^(\d{4}-\d\d?-\d\d?)[-_](.+)$/

/**
 * Reads a page.
 * @param now in milliseconds since the epoch
 */
export async function readPage(
  { path, place }: MarkdownFile,
  { root, files, now }: { readonly root: string; readonly files: LocalFiles; readonly now: number },
): Promise<Page> {
  const { values: front, body } = readFrontMatter(await wholeText(path, place), place)
  if (path.endsWith('.mdx') && Object.keys(front).length === 0 && VALUES_IN_CODE.test(body)) {
    throw sourceFailure(
      place,
      null,
      'The values of the page are written in JavaScript, which is not read.',
      'Write them as front matter.',
    )
  }
  const key = place.replace(/\.\w+$/, '')
  // A file that stands for its folder lies where that folder lies.
  const page = INDEX.test(posix.basename(key)) ? posix.dirname(key) : key
  const [, day, title] = DATED.exec(posix.basename(page)) ?? []
  const { body: own, status: _, slug, ...rest } = flatten(front)
  const { status, publishedAt, expires } = readPublicity(front, place, now)
  const inText = new Map<string, SourceAsset>()
  const text = rewriteAddresses(body, (address, isPicture) => {
    const asset = files.find(address, place)
    // Pictures of elsewhere, and links to what is not here, keep the address that they have.
    if (asset === null || asset.url !== null || (asset.path === null && !isPicture)) return null
    inText.set(asset.key, asset)
    return sourceFileAddress(asset.key)
  })
  const values: JsonObject = {
    slug: ['string', 'number'].includes(typeof slug) && slug !== '' ? String(slug) : (title ?? nameOf(page)),
    ...(day !== undefined && { date: day }),
    ...rest,
    ...(own !== undefined && { 'front.body': own }),
    ...(publishedAt !== null && { publishedAt }),
    status,
    body: text,
  }
  return {
    kind: kindOf(page, root),
    key,
    values,
    files: filesOf(rest, place, files),
    inText: [...inText.values()],
    expires,
    hasComponents: path.endsWith('.mdx') && /^(?:import|export)\s|<[A-Z]/m.test(body),
  }
}

function nameOf(page: string): string {
  return page === '.' ? 'index' : posix.basename(page)
}

/** The folder below the root; drafts are of the kind that they are drafts of. */
function kindOf(page: string, root: string): string {
  const [folder = ''] = page.split('/')
  if (!page.includes('/')) return basename(root)
  return folder.toLowerCase() === '_drafts' ? '_posts' : folder
}

async function wholeText(path: string, name: string): Promise<string> {
  let whole = ''
  for await (const text of readText(path, { name })) {
    whole += text
    if (whole.length > LONGEST_RECORD) throw sourceFailure(name, null, 'The file is longer than 16 MB.')
  }
  return whole
}

/** Objects as names with dots; lists stay as they are. */
function flatten(values: JsonObject, before = '', levels = 5): JsonObject {
  const entries = Object.entries(values).flatMap(([name, value]): [string, Json][] =>
    isJsonObject(value) && levels > 0
      ? Object.entries(flatten(value, `${before}${name}.`, levels - 1))
      : [[`${before}${name}`, value]],
  )
  return Object.fromEntries(entries)
}

function filesOf(values: JsonObject, place: string, files: LocalFiles): Page['files'] {
  const found = new Map<string, readonly SourceAsset[]>()
  for (const [name, value] of Object.entries(values)) {
    const texts = isList(value) ? value : [value]
    const assets = texts.flatMap((text) => (typeof text === 'string' ? (files.find(text, place) ?? []) : []))
    if (assets.length > 0 && assets.length === texts.length) found.set(name, assets)
  }
  return found
}
