import type { ManifestCollection, ManifestField } from '../collection.ts'

/** JSON, as the compiler wrote it. */
export type Node = { readonly [key: string]: unknown }

/**
 * The reference in parts, each with the collection that it is about: the OpenAPI document is assembled from them for each
 * kind of caller (`assemble-reference.ts`). A part about a collection names no field in words; it says in `WORDS` which
 * words belong there.
 */
export interface ReferenceParts {
  /** Members of the document that are the same for everybody. */
  readonly head: Node
  readonly tags: readonly { readonly about: About; readonly tag: Node }[]
  /** In the order of the route table. */
  readonly paths: readonly PathPart[]
  /** Sorted by name. */
  readonly schemas: readonly SchemaPart[]
  /** Components other than schemas, by kind. */
  readonly components: { readonly [kind: string]: Node }
}

/** A collection's name; `null`: about none. */
export type About = string | null

export interface PathPart {
  readonly about: About
  readonly path: string
  readonly operations: { readonly [method: string]: Operation }
}

export interface Operation extends Node {
  /** Those with `WORDS` name fields. */
  readonly parameters?: readonly Node[]
}

export interface SchemaPart {
  readonly about: About
  readonly name: string
  /** True for schemas of request bodies, false for responses. */
  readonly isInput: boolean
  /** Of a collection an object, whose properties are fields or what every document has. */
  readonly schema: Node
}

/** The member in place of a description, or of an example, that names fields; it is in no document. */
export const WORDS = 'x-lintel-words'

/** Value of `WORDS` on a parameter: its purpose, or the field that it compares. */
export type ParameterWords = 'sort' | 'search' | 'fields' | 'populate' | { readonly field: string }

/** Value of `WORDS` on a property: the description of the field, around that of what it points to. */
export interface PropertyWords {
  readonly before: string | null
  readonly side: 'input' | 'output'
  readonly after: string | null
}

/**
 * A collection as far as somebody may know of it: `fields` are those that they see, and what names another field or a
 * collection that they may not read is gone. Where there is nothing to hide it is the manifest's own object.
 */
export interface DescribedCollection extends ManifestCollection {
  /** Fields that the caller does not see and may give in a body all the same. */
  readonly givenBlindly?: readonly ManifestField[]
}

/** Path of the parts among the worker's static files. `run_worker_first` keeps them from everybody but the worker. */
export const REFERENCE_ASSET = '/program/reference.json'

/** Path of the guides as Markdown, by name, in the same place. */
export const GUIDES_ASSET = '/program/guides.json'
