import type { FieldType } from '../../fields/field-type.ts'
import type { ManifestPlugin } from '../manifest.ts'
import { describedParameter, describedSchema, type Pair } from './described-parts.ts'
import type {
  About,
  DescribedCollection,
  Node,
  Operation,
  PathPart,
  ReferenceParts,
  SchemaPart,
} from './reference-parts.ts'
import { withoutReferences, withoutUnused } from './without-references.ts'

/** The readers of a reference, described by what they may know about. */
export interface Readers {
  /** Collections that the readers may know about, reduced to what they may see. */
  readonly described: readonly DescribedCollection[]
  /** All collections of the program. */
  readonly all: readonly DescribedCollection[]
  readonly fieldTypes: { readonly [kind: string]: FieldType }
  readonly plugins: readonly Pick<ManifestPlugin, 'targets'>[]
}

/**
 * Assembles the OpenAPI document from the parts that its readers may know about. It leaves out collections that the
 * readers may not read, hidden fields wherever they are named, and components that nothing refers to anymore.
 */
export function assembleReference(parts: ReferenceParts, readers: Readers): Node {
  const { described, all, fieldTypes, plugins } = readers
  const provided = new Set(plugins.flatMap(({ targets }) => Object.keys(targets)))
  const wholes = new Map(all.map((collection) => [collection.name, collection]))
  const pairs: Pairs = new Map(
    described.map((shown) => [shown.name, { whole: wholes.get(shown.name) ?? shown, shown, fieldTypes, provided }]),
  )
  const isOpen = ({ about }: { readonly about: About }) => about === null || pairs.has(about)
  const closed = new Set(parts.schemas.filter((schema) => !isOpen(schema)).map(({ name }) => name))
  const paths = parts.paths.filter(isOpen).map((part) => [part.path, itemOf(part, pairs)] as const)
  const schemas = parts.schemas.filter(isOpen).map((part) => [part.name, schemaOf(part, pairs)] as const)
  const document = {
    ...parts.head,
    tags: parts.tags.filter(isOpen).map(({ tag }) => tag),
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas), ...parts.components },
  }
  const isWhole = closed.size === 0 && [...pairs.values()].every(({ whole, shown }) => whole === shown)
  if (isWhole) return document
  return withoutUnused(closed.size === 0 ? document : withoutReferences(document, closed))
}

type Pairs = ReadonlyMap<string, Pair>

function itemOf({ about, operations }: PathPart, pairs: Pairs): Node {
  const pair = pairs.get(about ?? '')
  if (!pair) return operations
  const described = (operation: Operation): Node => {
    const { parameters } = operation
    if (parameters === undefined) return operation
    return { ...operation, parameters: parameters.flatMap((parameter) => describedParameter(parameter, pair)) }
  }
  return Object.fromEntries(Object.entries(operations).map(([method, operation]) => [method, described(operation)]))
}

function schemaOf({ about, schema, isInput }: SchemaPart, pairs: Pairs): Node {
  const pair = pairs.get(about ?? '')
  return pair ? describedSchema(schema, isInput, pair) : schema
}
