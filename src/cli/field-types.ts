import type { Config } from '../config/config.ts'
import type { FieldType } from '../fields/field-type.ts'
import { fieldTypes } from '../fields/index.ts'

/** Returns the field types of a config by kind: the built-in ones and those of its plugins. */
export function fieldTypesOf({ plugins = [] }: Config): Readonly<Record<string, FieldType>> {
  const types = plugins.flatMap(({ plugin }) => plugin.data?.fieldTypes ?? [])
  return { ...fieldTypes, ...Object.fromEntries(types.map((type) => [type.kind, type])) }
}
