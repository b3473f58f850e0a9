import { type Reference, type RequestContext, referenceFor } from '../../runtime/kit.ts'

/** The parts of an OpenAPI 3.1 document that the reference shows. */
export interface Document {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly tags: readonly Tag[]
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
  readonly components: {
    readonly schemas: { readonly [name: string]: Schema }
    readonly responses?: { readonly [name: string]: ResponseObject }
    readonly parameters?: { readonly [name: string]: Parameter }
  }
}

export interface Tag {
  readonly name: string
  readonly description?: string
  readonly 'x-label': string
  readonly 'x-kind': 'collection' | 'plugin'
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly security: readonly object[]
  readonly parameters?: readonly (Parameter | Ref)[]
  readonly requestBody?: { readonly content: { readonly [type: string]: { readonly schema: Schema } } }
  readonly responses: { readonly [status: string]: ResponseObject | Ref }
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
  readonly description?: string
}

export interface ResponseObject {
  readonly description: string
}

export interface Ref {
  readonly $ref: string
}

/** The parts of JSON Schema that the reference describes. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly description?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly properties?: { readonly [name: string]: Schema }
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly 'x-field-type'?: string
}

/** An operation with its path and method. */
export interface Placed {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

const documents = new WeakMap<Reference, Document>()

/** Returns the service's OpenAPI document as the caller may read it, parsed once. */
export async function documentOf(c: RequestContext): Promise<Document> {
  const reference = await referenceFor(c)
  const known = documents.get(reference)
  if (known) return known
  const document = JSON.parse(reference.text) as Document // the compiler wrote it
  documents.set(reference, document)
  return document
}

/** Resolves a reference; returns anything else unchanged. */
export function resolve<Part extends object>(document: Document, part: Part | Ref): Part {
  if (!('$ref' in part) || typeof part.$ref !== 'string') return part as Part
  const steps = part.$ref.slice('#/'.length).split('/')
  const found = steps.reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], document)
  if (found === undefined) throw new Error(`the OpenAPI document refers to ${part.$ref}, which it does not contain`)
  return found as Part
}

/** Returns the operations of a tag in the order of the document's paths. For each path, reads precede writes. */
export function operationsOf(document: Document, tag: string): readonly Placed[] {
  const methods = ['get', 'post', 'put', 'patch', 'delete']
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation?.tags.includes(tag) ? [{ method: method.toUpperCase(), path, operation }] : []
    }),
  )
}
