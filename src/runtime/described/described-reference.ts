import type { RequestContext } from '../../config/request.ts'
import { followedIn } from '../../manifest/followed.ts'
import type { ManifestCollection, ManifestField, Program } from '../../manifest/index.ts'
import {
  fieldConditionWords,
  fieldsCompared,
  populateWords,
  referenceWords,
  searchWords,
  sortWords,
} from '../../manifest/words-about-fields.ts'
import { runtimeOf } from '../isolate/runtime.ts'
import { type Described, type DescribedCollection, describedTo } from './described-collections.ts'

/** JSON, as the compiler wrote it. */
type Node = { readonly [key: string]: unknown }

/** The parts of an OpenAPI document that name collections and fields. */
interface Document extends Node {
  readonly tags: readonly { readonly name: string; readonly 'x-kind': string }[]
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
  readonly components: { readonly schemas: { readonly [name: string]: Node }; readonly [kind: string]: Node }
}

interface Operation extends Node {
  readonly parameters?: readonly Parameter[]
}

interface Parameter extends Node {
  /** Absent of a parameter that is referred to: that names no field. */
  readonly name?: string
}

/** The reference as one caller may read it. */
export interface Reference {
  /** An OpenAPI 3.1 document, as JSON. */
  readonly text: string
}

const references = new WeakMap<Described, Promise<Reference>>()

/** The reference for the caller of a request: one object for all to whom the rules say the same. */
export function referenceFor(c: RequestContext): Promise<Reference> {
  const { program } = runtimeOf(c)
  const described = describedTo(c)
  const known = references.get(described)
  if (known) return known
  const made = program.openapi().then(({ default: text }) => ({ text: describedReference(text, described, program) }))
  references.set(described, made)
  made.catch(() => references.delete(described)) // the next one asks again
  return made
}

/**
 * The OpenAPI document with what somebody may know of and nothing else: without collections that they may not read,
 * without fields that they do not see, wherever these are named, and without what only those have used.
 * @param text the document for who may know of everything
 */
function describedReference(text: string, described: Described, program: Program): string {
  const all = program.manifest.collections
  const known = new Map(described.collections.map((collection) => [collection.name, collection]))
  const closed = new Set(all.flatMap(({ name }) => (known.has(name) ? [] : [name])))
  const less = all.flatMap((collection): [string, Less][] => {
    const shown = known.get(collection.name)
    return shown && shown !== collection ? [[collection.name, { collection, shown }]] : []
  })
  if (closed.size === 0 && less.length === 0) return text
  const document = JSON.parse(text) as Document // the compiler wrote it
  const open = closed.size === 0 ? document : withoutCollections(document, closed)
  return JSON.stringify(withoutUnused(withLess(open, new Map(less), program)))
}

function withoutCollections(document: Document, closed: ReadonlySet<string>): Document {
  const isGone = (schema: string) => closed.has(collectionOf(schema))
  const open: Document = {
    ...document,
    tags: document.tags.filter((tag) => tag['x-kind'] !== 'collection' || !closed.has(tag.name)),
    paths: pick(document.paths, (path) => !closed.has(collectionAt(path))),
    components: { ...document.components, schemas: pick(document.components.schemas, (name) => !isGone(name)) },
  }
  return withoutReferences(open, isGone) as Document
}

/** The collection whose endpoint stands at a path, if it is one of those. */
function collectionAt(path: string): string {
  const [, api, name = ''] = path.split('/')
  return api === 'api' ? name : ''
}

/** The collection that a schema is about, if it is about one: `posts`, `posts.listed`. */
function collectionOf(schema: string): string {
  return schema.split('.')[0] ?? ''
}

const SCHEMAS = '#/components/schemas/'

/** A value without alternatives that refer to some schema; what is then the only one stands for itself. */
function withoutReferences(value: unknown, isGone: (schema: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutReferences(item, isGone))
  if (typeof value !== 'object' || value === null) return value
  const { anyOf, ...rest } = value as Node
  const inner = Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, withoutReferences(part, isGone)]))
  if (!Array.isArray(anyOf)) return inner
  const left = anyOf.filter(({ $ref }) => typeof $ref !== 'string' || !isGone($ref.slice(SCHEMAS.length)))
  const alternatives = left.map((part) => withoutReferences(part, isGone))
  const isAlone = alternatives.length === 1 && left.length < anyOf.length
  return isAlone ? { ...(alternatives[0] as Node), ...inner } : { anyOf: alternatives, ...inner }
}

interface Less {
  /** As it is, and as the caller knows it. */
  readonly collection: ManifestCollection
  readonly shown: DescribedCollection
}

/** @param less collections of which the caller knows less than there is, by name */
function withLess(document: Document, less: ReadonlyMap<string, Less>, program: Program): Document {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => {
    const one = less.get(collectionOf(name))
    return [name, one ? schemaWithLess(schema, one, isTaken(name)) : schema]
  })
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const one = less.get(collectionAt(path))
    return [path, one ? mapValues(item, (operation) => operationWithLess(operation, one, program)) : item]
  })
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: { ...document.components, schemas: Object.fromEntries(schemas) },
  }
}

/** Tells whether a schema of a collection is of what is given rather than shown. */
function isTaken(schema: string): boolean {
  return schema.endsWith('.input') || schema.endsWith('.patch')
}

function schemaWithLess(schema: Node, { collection, shown }: Less, isInput: boolean): Node {
  const blindly = isInput ? (shown.givenBlindly ?? []) : []
  const kept = new Map([...shown.fields, ...blindly].map((field) => [field.name, field]))
  const gone = new Set(collection.fields.flatMap(({ name }) => (kept.has(name) ? [] : [name])))
  const original = new Map(collection.fields.map((field) => [field.name, field]))
  const { properties = {}, required = [] } = schema as { properties?: Node; required?: readonly string[] }
  const left = pick(properties, (name) => !gone.has(name))
  const told = Object.entries(left).map(([name, property]) => {
    const [before, now] = [original.get(name), kept.get(name)]
    return [name, before && now ? reworded(property, before, now, isInput ? 'input' : 'output') : property]
  })
  return { ...schema, properties: Object.fromEntries(told), required: required.filter((name) => !gone.has(name)) }
}

/** The schema of a field in the words of what the caller knows of it; where it is populated they stand deeper. */
function reworded(schema: unknown, before: ManifestField, now: ManifestField, side: 'input' | 'output'): unknown {
  const [old, fresh] = [referenceWords(before, side), referenceWords(now, side)]
  if (old === null || old === fresh) return schema
  return withWords(schema, old, fresh ?? '')
}

function withWords(value: unknown, old: string, fresh: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withWords(item, old, fresh))
  if (typeof value !== 'object' || value === null) return value
  const { description, ...rest } = value as Node
  const inner = mapValues(rest, (part) => withWords(part, old, fresh))
  if (typeof description !== 'string') return inner
  const words = description.replace(old, fresh).trim()
  return words === '' ? inner : { ...inner, description: words }
}

function operationWithLess(operation: Operation, less: Less, program: Program): Operation {
  const { parameters } = operation
  if (!parameters) return operation
  return { ...operation, parameters: parameters.flatMap((parameter) => parameterWithLess(parameter, less, program)) }
}

/** A parameter in the words of what the caller knows; none where it names what they do not. */
function parameterWithLess(parameter: Parameter, { collection, shown }: Less, program: Program): Parameter[] {
  const { name } = parameter
  const own = NAMING[name ?? '']
  if (own) return own(parameter, shown, program)
  if (!collection.fields.some((field) => field.name === name)) return [parameter]
  const field = fieldsCompared(shown).find((one) => one.name === name)
  return field ? [{ ...parameter, description: fieldConditionWords(field) }] : []
}

type Reword = (parameter: Parameter, shown: ManifestCollection, program: Program) => Parameter[]

/** Parameters whose words name fields. */
const NAMING: { readonly [name: string]: Reword | undefined } = {
  sort: (parameter, shown) => [{ ...parameter, description: sortWords(shown) }],
  q: (parameter, shown) => (shown.search.length === 0 ? [] : [{ ...parameter, description: searchWords(shown) }]),
  fields: (parameter, shown) => [
    {
      ...parameter,
      schema: withExample(
        parameter.schema,
        shown.fields.map(({ name }) => name),
      ),
    },
  ],
  populate: (parameter, shown, { fieldTypes }) => {
    const paths = [...new Set(followedIn(shown, fieldTypes).map(({ path }) => path))]
    if (paths.length === 0) return []
    return [{ ...parameter, schema: withExample(parameter.schema, paths), description: populateWords(paths) }]
  },
}

function withExample(schema: unknown, names: readonly string[]): Node {
  return { ...(schema as Node), examples: [names.slice(0, 2).join(',')] }
}

/** The document without components that nothing refers to any more. */
function withoutUnused(document: Document): Document {
  const { components } = document
  const used = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref' && typeof inner === 'string' && !used.has(inner)) {
        used.add(inner)
        const [, , kind = '', name = ''] = inner.split('/')
        visit(components[kind]?.[name])
      } else visit(inner)
    }
  }
  visit(document.paths)
  const left = Object.entries(components).map(([kind, entries]) => [
    kind,
    kind === 'securitySchemes' ? entries : pick(entries, (name) => used.has(`#/components/${kind}/${name}`)),
  ])
  return { ...document, components: Object.fromEntries(left) }
}

function pick<Value>(
  object: { readonly [key: string]: Value },
  isKept: (key: string, value: Value) => boolean,
): { readonly [key: string]: Value } {
  return Object.fromEntries(Object.entries(object).filter(([key, value]) => isKept(key, value)))
}

function mapValues<Value, Result>(
  object: { readonly [key: string]: Value },
  map: (value: Value) => Result,
): { [key: string]: Result } {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]))
}
