/** A JSON Schema, as far as the document uses it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: { readonly [name: string]: Schema }
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly patternProperties?: { readonly [pattern: string]: Schema }
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly description?: string
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly style?: string
  readonly schema: Schema
  readonly description?: string
}

export interface Operation {
  readonly id: string
  readonly method: string
  /** With names in braces: `/api/posts/{id}`. */
  readonly template: string
  readonly parameters: readonly Parameter[]
  /** Schemas of bodies by media type. */
  readonly bodies: readonly (readonly [type: string, schema: Schema])[]
}

/** The service that an OpenAPI document describes. */
export interface Described {
  readonly operations: readonly Operation[]
  /** Follows a `$ref`, if there is one. */
  resolve(schema: Schema): Schema
}

export function readDocument(text: string): Described {
  const document = JSON.parse(text) as { paths: Record<string, Record<string, RawOperation>> }
  const follow = (node: unknown): unknown => {
    const { $ref } = node as Schema
    if ($ref === undefined) return node
    const steps = $ref.split('/').slice(1)
    return follow(steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document))
  }
  const operations = Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item).map(([method, { operationId, parameters = [], requestBody }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      template,
      parameters: parameters.map((parameter) => follow(parameter) as Parameter),
      bodies: Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => [type, schema] as const),
    })),
  )
  return { operations, resolve: (schema) => follow(schema) as Schema }
}

interface RawOperation {
  readonly operationId: string
  readonly parameters?: readonly unknown[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> }
}
