import type { Json } from '../../../config/fields/field-type.ts'
import { manifestOf, type RequestContext } from '../../../runtime/kit.ts'
import { type TypedForm, textOf } from '../collections/typed.ts'
import type { PluginDetail } from './plugin-object.ts'

/** A setting as its form shows it. */
export interface EditableSetting {
  readonly name: string
  readonly description: string | null
  /** How it is typed: anything that is not a text, a number or a switch is JSON. */
  readonly kind: 'text' | 'number' | 'switch' | 'json'
  /** What is given here; `null` where nothing is. */
  readonly given: Json
  /** What holds where nothing is given. */
  readonly otherwise: Json
}

/** What looks like a secret is given in the file, by the name under which the worker has it. */
const SECRET_NAME = /(?:key|secret|password|token|credentials?)s?$/i

/**
 * The settings that a form may change: never a secret, nor a value with one in it.
 * @param environment whose own settings are meant; `null` for those of the plugin's call
 */
export function editableSettings(
  c: RequestContext,
  plugin: PluginDetail,
  environment: string | null,
): readonly EditableSetting[] {
  return plugin.settings
    .filter(({ name, value }) => !SECRET_NAME.test(name) && !JSON.stringify(value ?? null).includes('"$secret"'))
    .map(({ name, type, description }) => ({
      name,
      description,
      kind: kindOf(type),
      ...givenTo(c, plugin.id, name, environment),
    }))
}

function kindOf(type: string | null): EditableSetting['kind'] {
  const types = (type ?? '').split(' or ')
  if (types.every((name) => name === 'boolean')) return 'switch'
  if (types.every((name) => name === 'number' || name === 'integer')) return 'number'
  return types.every((name) => name === 'string') ? 'text' : 'json'
}

function givenTo(c: RequestContext, plugin: string, setting: string, environment: string | null) {
  const wanted = environment === null ? 'config' : 'environment'
  const all = Object.values(manifestOf(c).environments)
  const read = all.map(({ name, settings, settingSources }) => ({
    name,
    source: settingSources[plugin]?.[setting],
    value: (settings[plugin]?.[setting] ?? null) as Json, // settings are plain data, secrets by name only
  }))
  const given = read.find(({ name, source }) => source === wanted && (environment === null || name === environment))
  const otherwise = read.find(({ source }) => source !== 'environment')
  return { given: given?.value ?? null, otherwise: otherwise?.value ?? null }
}

/** A value as its input shows it. */
export function showSetting({ kind }: EditableSetting, value: Json): string {
  if (value === null) return ''
  return kind === 'text' && typeof value === 'string' ? value : JSON.stringify(value, null, kind === 'json' ? 2 : 0)
}

/** What was typed and differs from what is given; `null` for what was emptied. */
export function readSettings(form: TypedForm, settings: readonly EditableSetting[]): { [setting: string]: Json } {
  const changed = settings.flatMap((setting): [string, Json][] => {
    const typed = textOf(form, `setting.${setting.name}`)
    if (typed === showSetting(setting, setting.given).trim()) return []
    return [[setting.name, typed === '' ? null : parse(setting, typed)]]
  })
  return Object.fromEntries(changed)
}

/** What is not of its kind stays text, so that the settings' own schema says what is wrong with it. */
function parse({ kind }: EditableSetting, text: string): Json {
  if (kind === 'text') return text
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
