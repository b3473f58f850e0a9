import type { DocumentLinks, FieldData, Parts } from '../../../fields/field-type.ts'
import { namesInAddress } from '../../../ground/address-template.ts'
import { message } from '../../../messages/messages.ts'
import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import { unknownName } from '../../input/parameters.ts'
import { splitNames } from '../query/split-names.ts'
import { targetNamed } from '../query/targets.ts'
import type { Call } from '../request/call.ts'
import { narrow } from '../request/view.ts'
import { type LinkSite, type LinkTarget, NO_SITES, type Site, type Sites } from './sites.ts'

/** Maximum number of references in one path; `MAX_NAMES` is the maximum number of paths in one query. */
const MAX_LEVELS = 3
const MAX_NAMES = 20

/** Parts of a name in `populate`, or of its remainder. */
type Path = readonly string[]

/** Path by which a field is reached. */
interface Way {
  /** The part of the path that has been followed. */
  readonly name: string
  /** Number of references that have been followed. */
  readonly levels: number
}

/**
 * Parses `populate`: `author,category.parent,sections.image`. A path may go through groups, lists and blocks, and from
 * a reference into the document that it points to.
 * @throws HttpError `invalid_query`
 */
export function readPopulate(call: Call, text: string | undefined): Sites {
  if (text === undefined) return NO_SITES
  const paths = splitNames('populate', text).map((name) => name.split('.'))
  if (paths.length > MAX_NAMES)
    throw new HttpError('invalid_query', t('populate takes at most {max} names.', { max: MAX_NAMES }))
  return documentSites(call, paths, { name: '', levels: 0 })
}

/**
 * Returns the sites in a document.
 * @param call `null` if the target is not a document and has no references
 * @throws HttpError `invalid_query` for a path that is not a reference
 */
function documentSites(call: Call | null, paths: readonly Path[], way: Way): Sites {
  const fields = call ? visibleFields(call) : []
  for (const path of paths) {
    if (call && leadsIn(call, fields, path)) continue
    throw noReference(path.join('.'), call ? pathsIn(call, fields) : [])
  }
  return call ? membersOf(call, fields, paths, way) : NO_SITES
}

function noReference(name: string, names: readonly string[]): HttpError {
  const inside = names.filter((path) => path.startsWith(`${name}.`))
  if (inside.length === 0) return unknownName(message('There is no reference {name}.'), name, names)
  return new HttpError(
    'invalid_query',
    t('{name} is not a reference, but contains references: use {inside}.', { name, inside: inside.join(', ') }),
  )
}

function visibleFields({ plan, view }: Call): FieldData[] {
  return plan.fields.map(({ field }) => field).filter(({ name }) => view.names.has(name))
}

/** Tells whether a path reaches a reference. In blocks, it is enough if one kind of block has the path. */
function leadsIn(call: Call, fields: readonly FieldData[], [name, ...rest]: Path): boolean {
  return fields.some((field) => field.name === name && leads(call, field, rest))
}

function leads(call: Call, field: FieldData, rest: Path): boolean {
  if (field.options.target !== undefined) return true
  if (linksOf(call, field)) return rest.length === 0
  const parts = partsOf(call, field)
  if (parts === null) return false
  if (parts.kind === 'list') return leads(call, parts.of, rest)
  if (parts.kind === 'object') return leadsIn(call, parts.fields, rest)
  return Object.values(parts.of).some((fields) => leadsIn(call, fields, rest))
}

function linksOf({ runtime }: Call, { kind }: FieldData): DocumentLinks | undefined {
  return runtime.program.fieldTypes[kind]?.links
}

function partsOf({ runtime }: Call, { kind, options }: FieldData): Parts | null {
  return runtime.program.fieldTypes[kind]?.parts?.(options) ?? null
}

/**
 * Returns the sites in fields.
 * @param paths paths that each reach a reference in one of the fields
 */
function membersOf(call: Call, fields: readonly FieldData[], paths: readonly Path[], way: Way): Sites {
  const names = [...new Set(paths.map(([name = '']) => name))]
  const sites = names.flatMap((name): [string, Site][] => {
    const field = fields.find((one) => one.name === name)
    const rests = paths.filter(([first]) => first === name).map((path) => path.slice(1))
    const inner = { ...way, name: way.name === '' ? name : `${way.name}.${name}` }
    const site = field ? siteOf(call, field, rests, inner) : null
    return site ? [[name, site]] : []
  })
  return new Map(sites)
}

/**
 * Returns the site of a field; `null` if it contains nothing to follow, or if the caller may not follow the reference.
 * The reference then stays an id, so that the same query works for every caller.
 * @throws HttpError `invalid_query` for a field that is read in all locales, or too many references in a row
 */
function siteOf(call: Call, field: FieldData, rests: readonly Path[], way: Way): Site | null {
  if (call.locale?.isAll && field.options.localized === true)
    throw new HttpError(
      'invalid_query',
      t('{name} has a value in each locale: populate it in one locale, not with locale=*.', { name: way.name }),
    )
  if (field.options.target !== undefined) return referenceSite(call, field.options.target, rests, way)
  const links = linksOf(call, field)
  if (links) return linkSite(call, links, way)
  const parts = partsOf(call, field)
  if (parts === null) return null
  if (parts.kind === 'object') return { kind: 'object', members: membersOf(call, parts.fields, rests, way) }
  if (parts.kind === 'list') {
    const item = siteOf(call, parts.of, rests, way)
    return item && { kind: 'list', item }
  }
  const kinds = Object.entries(parts.of).map(([type, fields]) => {
    const known = rests.filter((path) => leadsIn(call, fields, path))
    return [type, membersOf(call, fields, known, way)] as const
  })
  return { kind: 'blocks', kinds: new Map(kinds) }
}

function referenceSite(call: Call, name: string, rests: readonly Path[], way: Way): Site | null {
  const levels = way.levels + 1
  if (levels > MAX_LEVELS)
    throw new HttpError('invalid_query', t('populate follows at most {max} references in a row.', { max: MAX_LEVELS }))
  const target = targetNamed(call, name)
  if (!target) return null
  const behind = rests.filter((path) => path.length > 0)
  const inner = documentSites(target.call, behind, { name: way.name, levels })
  return { kind: 'reference', reference: { path: way.name, target, inner } }
}

/**
 * Returns the site of links to documents of all collections that have addresses. Only the fields that the address
 * contains are read.
 */
function linkSite(call: Call, links: DocumentLinks, way: Way): LinkSite {
  const targets = new Map<string, LinkTarget>()
  for (const { name, url } of call.runtime.program.manifest.collections) {
    const target = url === null ? null : targetNamed(call, name)
    if (url === null || !target?.call) continue
    const view = narrow(target.call.view, new Set(namesInAddress(url)))
    const narrowed = { ...target, call: { ...target.call, view } }
    targets.set(name, { reference: { path: way.name, target: narrowed, inner: NO_SITES }, template: url })
  }
  return { kind: 'links', links, targets }
}

/** Returns the names that `populate` accepts, for "did you mean". */
function pathsIn(call: Call, fields: readonly FieldData[]): string[] {
  return fields.flatMap((field) => pathsFrom(call, field).map((path) => path.join('.')))
}

function pathsFrom(call: Call, field: FieldData): Path[] {
  if (field.options.target !== undefined) return targetNamed(call, field.options.target) ? [[field.name]] : []
  if (linksOf(call, field)) return [[field.name]]
  const parts = partsOf(call, field)
  if (parts === null) return []
  if (parts.kind === 'list') return pathsFrom(call, { ...parts.of, name: field.name })
  const inner = parts.kind === 'object' ? parts.fields : Object.values(parts.of).flat()
  return inner.flatMap((part) => pathsFrom(call, part)).map((path) => [field.name, ...path])
}
