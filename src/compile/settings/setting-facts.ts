import type { SettingFacts } from '../../manifest/manifest.ts'
import { isStandIn } from '../stand-in.ts'
import { type JsonSchema, settingsJsonSchema } from './json-schema.ts'

/** Returns the type and the description of each setting, by the setting's name. */
export function settingFacts(schema: unknown): Readonly<Record<string, SettingFacts>> {
  if (schema === undefined) return {}
  if (isStandIn(schema, 'settings')) return schema.facts
  const settings = Object.entries(settingsJsonSchema(schema).properties ?? {})
  return Object.fromEntries(
    settings.map(([name, setting]) => {
      const types = typesOf(setting)
      return [name, { type: types.length === 0 ? null : types.join(' or '), description: setting.description ?? null }]
    }),
  )
}

function typesOf({ type, anyOf }: JsonSchema): readonly string[] {
  if (anyOf) return [...new Set(anyOf.flatMap(typesOf))]
  if (type === undefined) return []
  return typeof type === 'string' ? [type] : type
}
