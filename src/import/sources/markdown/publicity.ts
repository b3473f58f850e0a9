import type { Json, JsonObject } from 'lintel/importing'
import { readFlag } from '../read-flag.ts'
import { readTime } from '../read-time.ts'

/**
 * Names of values that, if they are yes, keep static site generators from publishing a page. The case of the names does
 * not matter.
 */
const HELD_BACK = ['draft', 'isdraft', 'is_draft', '_draft', 'private', 'isprivate', 'headless', 'unpublished']
/** Names of values that, if they are no, keep a page from being published. */
const SHOWN = ['published', 'publish', 'ispublished', 'public', 'ispublic', 'dg-publish']
const EXPIRY = ['expirydate', 'expires', 'expiry', 'unpublishdate']

export interface Publicity {
  /** Word for the status; `published` if no value, folder or name prevents publication. */
  readonly status: string
  /** Time of publication, if a flag contains it: `published: 2024-05-01`. */
  readonly publishedAt: Json
  /** Tells whether the site will remove the page at some time in the future. */
  readonly expires: boolean
}

/**
 * Reads whether a page is public on its site. A page that is not a draft, but has a flag that is neither yes nor no, is
 * not public: its status is the name and value of that flag.
 * @param place path below the root, with slashes
 * @param now present time, in milliseconds since the epoch
 */
export function readPublicity(front: JsonObject, place: string, now: number): Publicity {
  const values = new Map(Object.entries(front).map(([name, value]) => [name.toLowerCase(), { name, value }]))
  const valuesOf = (names: readonly string[]) =>
    names.flatMap((name) => values.get(name) ?? []).filter(({ value }) => value !== null && value !== '')
  const shown = valuesOf(SHOWN)
  const publishedAt = shown.find(({ value }) => isTime(value))?.value ?? null
  const flags = [
    ...valuesOf(HELD_BACK).map((flag) => ({ ...flag, holdsBack: readFlag(flag.value) })),
    ...shown.filter(({ value }) => !isTime(value)).map((flag) => ({ ...flag, holdsBack: not(readFlag(flag.value)) })),
  ]
  const unclear = flags.find(({ holdsBack }) => holdsBack === undefined)
  const expiry = valuesOf(EXPIRY).map(({ value }) => readTime(value))
  const ends = expiry.find((time) => typeof time === 'number')
  const status = values.get('status')?.value
  const word = (): string => {
    if (flags.some(({ holdsBack }) => holdsBack) || isKeptBack(values, place)) return 'draft'
    if (unclear !== undefined) return `${unclear.name}: ${textOf(unclear.value)}`
    if (expiry.some((time) => typeof time === 'object' || (time !== null && time <= now))) return 'expired'
    if (valuesOf(['password']).length > 0) return 'private'
    return typeof status === 'string' && status.trim() !== '' ? status : 'published'
  }
  return { status: word(), publishedAt, expires: ends !== undefined && ends !== null && Number(ends) > now }
}

/** Tells whether a page is kept from being published by its folder, its name, or its `permalink` or `build` values. */
function isKeptBack(values: ReadonlyMap<string, { readonly value: Json }>, place: string): boolean {
  const parts = place.split('/')
  const name = parts.pop() ?? ''
  // Jekyll and Hexo do not publish such a file. Astro and Docusaurus ignore it, too, but Hugo's `_index` is a page.
  if (parts.some((part) => part.toLowerCase() === '_drafts') || /^_(?!index\.)/i.test(name)) return true
  // Eleventy writes no file for such a page.
  if (values.get('permalink')?.value === false) return true
  const build = values.get('build')?.value ?? values.get('_build')?.value
  return (
    typeof build === 'object' && build !== null && 'render' in build && ['never', false].includes(build.render as never)
  )
}

function isTime(value: Json): boolean {
  return readFlag(value) === undefined && readTime(value) !== null && typeof readTime(value) === 'number'
}

function not(flag: boolean | undefined): boolean | undefined {
  return flag === undefined ? undefined : !flag
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
