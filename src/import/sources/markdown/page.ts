import { basename, posix } from 'node:path'
import { isJsonObject, type Json, type JsonObject } from 'lintel/importing'
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

/** Markdown file that has been read. */
export interface Page {
  readonly kind: string
  readonly key: string
  readonly values: JsonObject
  /** Files that values of the front matter point to, by the name of the value. */
  readonly files: ReadonlyMap<string, readonly SourceAsset[]>
  /** Files that its text points to. */
  readonly inText: readonly SourceAsset[]
  readonly hasComponents: boolean
  /** Tells whether the site will remove the page at some time in the future. */
  readonly expires: boolean
}

/** Pattern of values in an MDX page that has no front matter. */
const VALUES_IN_CODE = /^export\s+const\s+(?:meta|metadata|frontmatter)\s*=/im

/** Pattern of the names of files that represent their folder. */
const INDEX = /^_?index$/i

/** Pattern of names with a date in front of the title: `2024-05-01-title`. */
const DATED = /^(\d{4}-\d\d?-\d\d?)[-_](.+)$/

/**
 * Reads a page.
 * @param now present time, in milliseconds since the epoch
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
      'The values of the page are written in JavaScript, which is not supported.',
      'Write them as front matter.',
    )
  }
  const key = place.replace(/\.\w+$/, '')
  // A file that represents its folder counts as being at the folder's own path.
  const page = INDEX.test(posix.basename(key)) ? posix.dirname(key) : key
  const [, day, title] = DATED.exec(posix.basename(page)) ?? []
  const { body: ownBody, status: _, slug, ...rest } = flatten(front)
  const { status, publishedAt, expires } = readPublicity(front, place, now)
  const inText = new Map<string, SourceAsset>()
  const text = rewriteAddresses(body, (address, isPicture) => {
    const asset = files.find(address, place)
    // Pictures from elsewhere, and links to files that are missing here, keep their address.
    if (asset === null || asset.url !== null || (asset.path === null && !isPicture)) return null
    inText.set(asset.key, asset)
    return sourceFileAddress(asset.key)
  })
  const values: JsonObject = {
    slug: ['string', 'number'].includes(typeof slug) && slug !== '' ? String(slug) : (title ?? nameOf(page)),
    ...(day !== undefined && { date: day }),
    ...rest,
    ...(ownBody !== undefined && { 'front.body': ownBody }),
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

/** Returns the kind of a page: its folder below the root. Drafts have the kind of the pages that they are drafts of. */
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

/** Flattens objects, nested up to five deep, into names with dots; lists and deeper objects stay unchanged. */
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
