import { type Document, type Placed, resolve, type Schema } from './document.ts'
import { inReference } from './words.ts'

/** Returns a curl command that calls an operation, with a realistic body. */
export function curlOf(document: Document, origin: string, { method, path, operation }: Placed): string {
  const body = operation.requestBody?.content['application/json']?.schema
  const needsUser = operation.security.every((scheme) => Object.keys(scheme).length > 0)
  const address = origin + path.replace(/\{(\w+)\}/g, (_, name: string) => PATH_EXAMPLES[name] ?? `<${name}>`)
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(address)}`,
    ...(needsUser ? [`-H ${quote('Authorization: Bearer <token>')}`] : []),
    ...(body ? [`-H ${quote('Content-Type: application/json')}`, `-d ${quote(bodyText(document, body))}`] : []),
  ]
  return lines.join(' \\\n  ')
}

const PATH_EXAMPLES: { readonly [name: string]: string } = { id: '<id>', version: '1' }

function bodyText(document: Document, schema: Schema): string {
  return JSON.stringify(exampleOf(document, schema, ''), null, 2)
}

/** Returns an example for a schema. An object has its required properties or, if none is required, its first three. */
export function exampleOf(document: Document, schema: Schema, name: string): unknown {
  const { $ref } = schema
  if ($ref !== undefined) return exampleOf(document, resolve(document, { $ref }), name)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const first = (schema.anyOf ?? schema.oneOf ?? schema.allOf)?.[0]
  if (first) return exampleOf(document, first, name)
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0]
  return EXAMPLES[type ?? 'object']?.(document, schema, name) ?? null
}

const EXAMPLES: { readonly [type: string]: (document: Document, schema: Schema, name: string) => unknown } = {
  string: (_document, schema, name) => text(schema, name),
  integer: (_document, { minimum = 1 }) => Math.max(minimum, 1),
  number: (_document, { minimum = 1.5 }) => Math.max(minimum, 1.5),
  boolean: () => true,
  array: (document, { items = {} }, name) => [exampleOf(document, items, name)],
  object: (document, { properties = {}, required = [] }) => {
    const names = Object.keys(properties)
    const shown = required.length > 0 ? names.filter((name) => required.includes(name)) : names.slice(0, 3)
    return Object.fromEntries(shown.map((name) => [name, exampleOf(document, properties[name] ?? {}, name)]))
  },
}

const FORMATS: { readonly [format: string]: string } = {
  'date-time': '2026-03-01T09:00:00.000Z',
  date: '2026-03-01',
  uuid: '<id>',
}

function text(schema: Schema, name: string): string {
  if (schema.format !== undefined) return FORMATS[schema.format] ?? schema.format
  const { value } = inReference(schema)
  if (value !== undefined) return value
  if (name === 'email') return 'name@example.com'
  if (/password|token/i.test(name)) return `<${name}>`
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words === '' ? 'Text' : words[0]?.toUpperCase() + words.slice(1)
}

/** Quotes text for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
