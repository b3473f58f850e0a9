import type { ManifestCollection, ManifestField } from '../collection.ts'

/** A JSON object that the compiler wrote. */
export type Node = { readonly [key: string]: unknown }

/**
 * The reference in parts, each with the collection that it is about. The OpenAPI document is assembled from them for
 * each kind of caller (`assemble-reference.ts`). A part about a collection contains no description in which names of
 * fields occur; in its place, `WORDS` says which description to write.
 */
export interface ReferenceParts {
  /** Members of the document that are the same for all readers. */
  readonly head: Node
  readonly tags: readonly { readonly about: About; readonly tag: Node }[]
  /** Paths in the order of the route table. */
  readonly paths: readonly PathPart[]
  /** Schemas sorted by name. */
  readonly schemas: readonly SchemaPart[]
  /** Components other than schemas, by kind. */
  readonly components: { readonly [kind: string]: Node }
}

/** Name of the collection that a part is about; `null` for none. */
export type About = string | null

export interface PathPart {
  readonly about: About
  readonly path: string
  readonly operations: { readonly [method: string]: Operation }
}

export interface Operation extends Node {
  /** Parameters. Those with `WORDS` get a description that names fields. */
  readonly parameters?: readonly Node[]
}

export interface SchemaPart {
  readonly about: About
  readonly name: string
  /** True for schemas of request bodies, false for those of responses. */
  readonly isInput: boolean
  /** The schema. For a collection it is an object whose properties are fields and system properties. */
  readonly schema: Node
}

/**
 * Member that replaces a description, or an example, in which names of fields occur. Assembled documents do not contain
 * it.
 */
export const WORDS = 'x-lintel-words'

/** Value of `WORDS` on a parameter: its purpose, or the field that it filters by. */
export type ParameterWords = 'sort' | 'search' | 'fields' | 'populate' | { readonly field: string }

/**
 * Value of `WORDS` on a property: the texts before and after the description of the field's target, and whether that
 * description is for input or output.
 */
export interface PropertyWords {
  readonly before: string | null
  readonly side: 'input' | 'output'
  readonly after: string | null
}

/**
 * A collection as its readers may know it: `fields` are those that they see, and everything that names another field,
 * or a collection that they may not read, is removed. It is the manifest's own object if nothing is hidden.
 */
export interface DescribedCollection extends ManifestCollection {
  /** Fields that the caller cannot read but may set in a body. */
  readonly givenBlindly?: readonly ManifestField[]
}

/**
 * Path of the reference's parts among the worker's static files. `run_worker_first` makes the file inaccessible from
 * outside.
 */
export const REFERENCE_ASSET = '/program/reference.json'

/** Path of the file with the guides as Markdown, by name. It is next to the parts of the reference. */
export const GUIDES_ASSET = '/program/guides.json'
