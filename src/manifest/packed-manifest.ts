import { columnName, inWords, joinTableName } from '../ground/column-names.ts'
import type { ManifestCollection, ManifestField } from './collection.ts'
import type { Manifest } from './manifest.ts'
import { referrersTo, type StatementSource, withStatements } from './statements.ts'

/**
 * The manifest as `.cms/manifest.json` and the worker contain it, without everything that can be derived. A service of
 * 500 collections has 5,000 endpoints and 30,000 statements, of which an isolate needs few.
 */
export interface PackedManifest extends Omit<Manifest, 'collections' | 'accountReferrers'> {
  readonly collections: readonly PackedCollection[]
  /** Properties that all fields of a kind share, by kind. */
  readonly kinds: Kinds
}

interface PackedCollection extends Omit<StatementSource, 'fields'> {
  readonly fields: readonly PackedField[]
}

/**
 * A field without the properties that `usual` restores. `source` is only a line number if the field is declared in the
 * collection's own file.
 */
type PackedField = Pick<ManifestField, 'name' | 'kind' | 'options'> & {
  readonly source: string | number
} & Partial<Omit<ManifestField, 'source'>>

type Kinds = { readonly [kind: string]: Pick<ManifestField, 'storage' | 'operators'> }

/** Removes what `unpackManifest` can derive. */
export function packManifest(manifest: Manifest): PackedManifest {
  const { collections, accountReferrers: _, ...rest } = manifest
  const kinds = kindsOf(collections)
  return { ...rest, kinds, collections: collections.map((collection) => packCollection(collection, kinds)) }
}

/** Restores a packed manifest. Statements are built when they are first needed. */
export function unpackManifest({ kinds, collections: packed, ...rest }: PackedManifest): Manifest {
  const collections = withStatements(packed.map((collection) => unpackCollection(collection, kinds)))
  return {
    ...rest,
    collections,
    get accountReferrers() {
      return referrersTo('users', collections)
    },
  }
}

/** Returns the properties of one field of each kind, preferably one that lists can be filtered by. */
function kindsOf(collections: readonly ManifestCollection[]): Kinds {
  const kinds: Record<string, Kinds[string]> = {}
  for (const { kind, storage, operators } of collections.flatMap(({ fields }) => fields)) {
    if ((kinds[kind]?.operators ?? []).length === 0) kinds[kind] = { storage, operators }
  }
  return Object.fromEntries(Object.entries(kinds).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function packCollection({ statements: _, ...collection }: ManifestCollection, kinds: Kinds): PackedCollection {
  return { ...collection, fields: collection.fields.map((field) => packField(field, collection, kinds)) }
}

function packField({ source, ...field }: ManifestField, collection: Owner, kinds: Kinds): PackedField {
  const initial = usual(field, collection.name, kinds)
  const differing = Object.entries(field).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(initial[name as keyof Usual]),
  )
  const [file, line] = splitSource(source)
  const place = file === splitSource(collection.source)[0] ? Number(line) : source
  return { ...(Object.fromEntries(differing) as Omit<PackedField, 'source'>), source: place } // name, kind and options have no default, so they are kept
}

function unpackCollection({ fields, ...collection }: PackedCollection, kinds: Kinds): StatementSource {
  return { ...collection, fields: fields.map((field) => unpackField(field, collection, kinds)) }
}

function unpackField({ source, ...field }: PackedField, collection: Owner, kinds: Kinds): ManifestField {
  const [file] = splitSource(collection.source)
  return {
    ...usual(field, collection.name, kinds),
    ...field,
    source: typeof source === 'number' ? `${file}:${source}` : source,
  }
}

type Owner = Pick<ManifestCollection, 'name' | 'source'>

type Usual = Omit<ManifestField, 'name' | 'kind' | 'options' | 'source'>

/** Returns the default properties of a field, from its name, kind and options. */
function usual(
  { name, kind, options }: Pick<PackedField, 'name' | 'kind' | 'options'>,
  owner: string,
  kinds: Kinds,
): Usual {
  const { required, unique, hidden, readOnly, label, help, target } = options as Partial<ManifestField> // as declared
  const { storage = 'text', operators = [] } = kinds[kind] ?? {}
  const isJoined = storage === 'join'
  return {
    storage,
    column: isJoined ? null : columnName(name),
    join: isJoined ? joinTableName(owner, name) : null,
    operators,
    required: required ?? false,
    unique: unique ?? false,
    hidden: hidden ?? false,
    readOnly: readOnly ?? false,
    label: label ?? inWords(name),
    help: help ?? null,
    target: target ?? null,
    onDelete: null,
    access: UNRESTRICTED,
  }
}

const UNRESTRICTED = { read: null, write: null }

/** Splits a position into file and line: `collections/posts.ts:14`. */
function splitSource(source: string): readonly [file: string, line: string] {
  const colon = source.lastIndexOf(':')
  return [source.slice(0, colon), source.slice(colon + 1)]
}
