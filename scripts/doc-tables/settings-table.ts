import type { PluginSpec } from '../../src/config/plugin.ts'

/** The parts of JSON Schema that settings of plugins use. */
interface Schema {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: { readonly [name: string]: Schema }
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
}

const HEAD = '| setting | type | default | meaning |\n|---|---|---|---|'
/** Maximum number of choices that a cell lists. */
const MAX_CHOICES = 10

/** Returns the settings of a plugin as a Markdown table, with a row for each nested property. */
export function settingsTable(
  { settings, environmentDefaults = {} }: PluginSpec,
  toSchema: (schema: unknown) => object,
) {
  const lines = linesOf(toSchema(settings) as Schema, '', (name) =>
    Object.entries(environmentDefaults).flatMap(([environment, defaults]) => {
      const value = (defaults as { readonly [name: string]: unknown })[name]
      return value === undefined ? [] : [`, in ${environment} ${code(value)}`]
    }),
  )
  return [HEAD, ...lines].join('\n')
}

function linesOf(object: Schema, path: string, differing: (name: string) => readonly string[]): readonly string[] {
  return Object.entries(object.properties ?? {}).flatMap(([name, schema]) => {
    const fallback = object.required?.includes(name) && schema.default === undefined ? 'required' : defaultOf(schema)
    const cells = [`\`${path}${name}\``, typeOf(schema), fallback + differing(name).join(''), schema.description ?? '']
    const { items, additionalProperties: values } = schema
    return [
      `| ${cells.join(' | ')} |`,
      ...linesOf(schema, `${path}${name}.`, none),
      ...(items ? linesOf(items, `${path}${name}[].`, none) : []),
      ...(typeof values === 'object' ? linesOf(values, `${path}${name}.*.`, none) : []),
    ]
  })
}

const none = () => []

function typeOf(schema: Schema): string {
  const { type, format, items, additionalProperties: values } = schema
  const choices = schema.enum ?? (schema.const === undefined ? null : [schema.const])
  if (choices && choices.length <= MAX_CHOICES) return choices.map(code).join(', ')
  if (type === 'array' && items) return items.type === 'object' ? 'list' : `list: ${typeOf(items)}`
  if (type === 'object') return typeof values === 'object' ? 'by name' : 'object'
  if (type === 'string') return format === 'uri' ? 'address' : 'text'
  if (type === 'number' || type === 'integer') return [type, rangeOf(schema)].filter(Boolean).join(' ')
  return type ?? 'text'
}

/** Maximum of an integer without a declared maximum, in schemas that zod generates. */
const UNBOUNDED = Number.MAX_SAFE_INTEGER

function rangeOf({ minimum, maximum }: Schema): string {
  const [from, to] = [minimum, maximum === UNBOUNDED ? undefined : maximum]
  if (from === undefined || from === -UNBOUNDED) return to === undefined ? '' : `up to ${to}`
  return to === undefined ? `from ${from}` : `${from} to ${to}`
}

function defaultOf({ default: value }: Schema): string {
  if (value === undefined) return ''
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
  if (isEmpty) return 'none'
  return Array.isArray(value) ? value.map(code).join(', ') : code(value)
}

function code(value: unknown): string {
  return typeof value === 'number' ? String(value) : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
}
