import type { RequestContext, RequestUser } from '../../config/request.ts'
import { describedAccess } from '../../manifest/described-access.ts'
import type { ManifestCollection, ManifestField, Program } from '../../manifest/index.ts'
import { asDeclared } from '../../manifest/localized.ts'
import type { DescribedCollection } from '../../manifest/reference/reference-parts.ts'
import { decide } from '../access/access.ts'
import { keptFor } from '../common/kept-for.ts'
import { runtimeOf } from '../isolate/runtime.ts'
import { showsField, takesField } from './shown-field.ts'

/** Description of the collections, limited to what a caller may know. Callers for whom the rules have the same result share this object. */
export interface Described {
  readonly collections: readonly DescribedCollection[]
}

/**
 * Maximum number of descriptions that an isolate keeps, of at most half a megabyte each. Roles for which the rules have
 * the same result share one.
 */
const KEPT = 8
const keptOf = keptFor((_: Program) => new Map<string, Described>())

/**
 * Returns the collections that the caller may know about. Everything that describes collections, fields or endpoints to
 * callers is derived from them.
 */
export function describedTo(c: RequestContext): Described {
  const { program } = runtimeOf(c)
  const user = c.get('user')
  const known = keptOf(program)
  const key = asDeclared(program.manifest)
    .collections.map((collection) => rulesText(collection, user, program))
    .join('|')
  const found = known.get(key)
  if (found) return found
  if (known.size >= KEPT) known.clear()
  const described = { collections: describe(program, user) }
  known.set(key, described)
  return described
}

const UNKNOWN = '-'

/** Returns the results of a collection's rules for a caller as text, for comparison. */
function rulesText(collection: ManifestCollection, user: RequestUser | null, program: Program): string {
  const { access, fields } = collection
  if (decide(access.read, user, program.functions) === false) return UNKNOWN
  let results = mayWrite(collection, user, program) ? 'w' : 'r'
  for (const field of fields) {
    if (!field.hidden && field.access.read === null) continue
    const isShown = showsField(field, user, program.functions)
    results += isShown ? 's' : takesField(field, user, program.functions) ? 't' : 'h'
  }
  return results
}

function mayWrite({ access }: ManifestCollection, user: RequestUser | null, { functions }: Program): boolean {
  return [access.create, access.update].some((rule) => decide(rule, user, functions) !== false)
}

function describe(program: Program, user: RequestUser | null): DescribedCollection[] {
  const { collections } = asDeclared(program.manifest)
  const readable = collections.filter((collection) => rulesText(collection, user, program) !== UNKNOWN)
  const names = new Set(readable.map(({ name }) => name))
  const closed = new Set(collections.flatMap(({ name }) => (names.has(name) ? [] : [name])))
  return readable.map((collection) => describeCollection(collection, closed, user, program))
}

function describeCollection(
  collection: ManifestCollection,
  closed: ReadonlySet<string>,
  user: RequestUser | null,
  program: Program,
): DescribedCollection {
  const isShown = (field: ManifestField) => showsField(field, user, program.functions)
  const unseen = collection.fields.filter((field) => !isShown(field))
  if (unseen.length === 0 && !collection.fields.some(({ options }) => pointsInto(options, closed))) return collection
  const hidden = new Set(unseen.map(({ name }) => name))
  const shown = (name: string | null) => (name !== null && hidden.has(name) ? null : name)
  const { titleField, slugField, search, indexes, access } = collection
  const rule = (declared: typeof access.read) => describedAccess(declared, (name) => !hidden.has(name))
  const isTaken = (field: ManifestField) => takesField(field, user, program.functions)
  return {
    ...collection,
    fields: collection.fields.filter(isShown).map((field) => describeField(field, closed)),
    givenBlindly: mayWrite(collection, user, program) ? unseen.filter(isTaken) : [],
    titleField: shown(titleField),
    slugField: shown(slugField),
    search: search.filter((name) => !hidden.has(name)),
    indexes: indexes.filter((keys) => !keys.some((key) => hidden.has(key.replace('-', '')))),
    access: {
      read: rule(access.read),
      create: rule(access.create),
      update: rule(access.update),
      delete: rule(access.delete),
    },
  }
}

/** Tells whether options, or options of nested fields, refer to one of these collections. */
function pointsInto(value: unknown, collections: ReadonlySet<string>): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([name, inner]) => isTargetIn(name, inner, collections) || (name !== VALUE && pointsInto(inner, collections)),
  )
}

/** Name of the option whose content belongs to the user: names inside the content are never names of options. */
const VALUE = 'default'

function isTargetIn(option: string, value: unknown, collections: ReadonlySet<string>): boolean {
  return option === 'target' && typeof value === 'string' && collections.has(value)
}

function describeField(field: ManifestField, closed: ReadonlySet<string>): ManifestField {
  return {
    ...field,
    options: withoutTargets(field.options, closed),
    target: field.target !== null && closed.has(field.target) ? null : field.target,
  }
}

/** Returns options without the parts that refer to one of these collections, in nested fields as well. */
function withoutTargets(value: unknown, closed: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutTargets(item, closed))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name, inner]) => !isTargetIn(name, inner, closed))
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, name === VALUE ? inner : withoutTargets(inner, closed)]),
  )
}
