import type * as z from 'zod'
import type { Json } from '../../../fields/field-type.ts'
import { insideOf, manifestOf, type RequestContext, settingsSchemaOf, t } from '../../../runtime/kit.ts'
import type { Values } from '../schema-form/codecs.ts'
import { type Input, inputOf } from '../schema-form/input.ts'
import type { PluginDetail, PluginSetting } from './plugin-object.ts'

/** The settings of a plugin that a form may change. */
export interface EditableSettings {
  readonly inputs: readonly Input[]
  /** Values that the plugin's call or the environment sets, by name. */
  readonly values: Values
  /** Names of settings that can only be changed in the file: secrets, and settings that contain one. */
  readonly others: readonly string[]
}

/**
 * Returns the settings that a form may change: neither secrets nor settings that contain one.
 * @param environment the environment whose overrides are edited; `null` for the settings of the plugin's call
 */
export function editableSettings(
  c: RequestContext,
  plugin: PluginDetail,
  environment: string | null,
): EditableSettings {
  const schemas = schemasOf(c, plugin.id)
  const order = Object.keys(schemas)
  const settings = plugin.settings
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
    .map((setting) => {
      const schema = schemas[setting.name]
      const input = schema === undefined ? inputOfFacts(setting) : inputOf(setting.name, schema)
      const { given, otherwise } = valuesOf(c, plugin.id, setting.name, environment)
      const byDefault = otherwise === null ? schema?.safeParse(undefined) : { success: true, data: otherwise }
      const isRequired = byDefault?.success === false
      const empty = isRequired ? null : defaultText((byDefault?.data ?? null) as Json) // as the manifest contains it
      const help = input.help === null ? empty : [t(input.help), empty && `(${empty})`].filter(Boolean).join(' ')
      // In an environment, the setting may be absent, which a checkbox cannot express.
      const kind = input.kind === 'flag' ? 'switch' : input.kind
      return { given, isSecret: isSecret(setting, input), input: { ...input, kind, help, isRequired } }
    })
  const editable = settings.filter((setting) => !setting.isSecret)
  return {
    inputs: editable.map(({ input }) => input),
    values: Object.fromEntries(editable.map(({ input, given }) => [input.name, given])),
    others: settings.filter((setting) => setting.isSecret).map(({ input }) => input.name),
  }
}

function schemasOf(c: RequestContext, plugin: string): { readonly [setting: string]: z.ZodType } {
  const schema = settingsSchemaOf(c, plugin)
  return schema === null ? {} : ((insideOf(schema).schema as Partial<z.ZodObject>).shape ?? {})
}

/** Returns the input for a setting with a zod 3 schema, using the facts that the compiler has recorded. */
function inputOfFacts({ name, type, description }: PluginSetting): Input {
  const kind = KINDS[type ?? ''] ?? 'json'
  return {
    name,
    kind,
    label: null,
    help: description,
    isRequired: false,
    placeholder: null,
    now: null,
    choices: [],
    inputs: [],
    variants: {},
  }
}

const KINDS: { readonly [type: string]: Input['kind'] } = {
  boolean: 'switch',
  number: 'number',
  integer: 'number',
  string: 'text',
}

/** Matches names of settings that look like secrets. These are set in the file, by the name of the worker's secret. */
const SECRET_NAME = /(?:key|secret|password|token|credentials?)s?$/i

function isSecret({ value }: PluginSetting, input: Input): boolean {
  return JSON.stringify(value ?? null).includes('"$secret"') || asksForSecret(input)
}

function asksForSecret({ name, inputs, variants }: Input): boolean {
  return SECRET_NAME.test(name) || [...inputs, ...Object.values(variants).flat()].some(asksForSecret)
}

/**
 * Returns the value that the environment, or the plugin's call in the config, sets (`given`), and the value that
 * applies if it is not set there (`otherwise`). Either is `null` if there is none.
 */
function valuesOf(c: RequestContext, plugin: string, setting: string, environment: string | null) {
  const all = Object.values(manifestOf(c).environments).map(({ name, settings, settingSources }) => ({
    name,
    source: settingSources[plugin]?.[setting] ?? 'default',
    value: (settings[plugin]?.[setting] ?? null) as Json, // settings are plain data: of a secret, only the name
  }))
  const origin = environment === null ? 'config' : 'environment'
  const given = all.find(({ name, source }) => source === origin && (environment === null || name === environment))
  const otherwise = all.find(({ source }) => source === 'default' || (environment !== null && source === 'config'))
  return { given: given?.value ?? null, otherwise: otherwise?.value ?? null }
}

function defaultText(value: Json): string {
  const text = inWords(value)
  return text.length > 80 ? t('Has a default') : t('Default: {value}', { value: text === '' ? t('nothing') : text })
}

function inWords(value: Json): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (typeof value !== 'object') return String(value)
  const inner = Object.entries(value)
  if (inner.some(([, inner]) => typeof inner === 'object')) return JSON.stringify(value)
  return inner.map(([name, item]) => (Array.isArray(value) ? item : `${name} = ${item}`)).join(', ')
}
