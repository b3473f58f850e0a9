import * as z from 'zod'
import type { FieldType, Parts } from '../../fields/field-type.ts'
import { COLUMN, type ConvertedSchema, type TypeStandIn, type TypeUse } from '../stand-in.ts'

/** Creates a field type that returns what the plugin's field type returned in the process that evaluated the config. */
export function asFieldType({ kind, operators, indexed, contains, isSearched, uses }: TypeStandIn): FieldType {
  const useOf = (options: unknown): TypeUse => {
    const use = uses.get(JSON.stringify(options))
    if (!use) throw new Error(`no field of the type ${kind} with the options ${JSON.stringify(options)} was recorded`)
    return use
  }
  const hasParts = [...uses.values()].some(({ parts }) => parts !== null)
  return {
    kind,
    operators,
    options: {},
    storage: (options) => useOf(options).storage,
    schema: (options) => acceptedBy(useOf(options)),
    output: (options) => describedBy(useOf(options).output),
    typescript: (options) => useOf(options).typescript,
    sample: (options, sampler) => {
      const { samples } = useOf(options)
      const { target } = options as { readonly target?: string }
      return target === undefined ? sampler.pick(samples.length > 0 ? samples : [null]) : sampler.reference(target)
    },
    ...(indexed === false && { indexed }),
    ...(contains && { contains }),
    ...(hasParts && { parts: (options) => useOf(options).parts ?? NOTHING }),
    ...(isSearched && {
      searchText: (column, options) => useOf(options).searchText?.replaceAll(COLUMN, column) ?? column,
    }),
  }
}

const NOTHING: Parts = { kind: 'object', fields: [] }

/**
 * Returns a validator that converts the constants of the config as the plugin's own validator did, and accepts all
 * other values unchanged.
 */
function acceptedBy({ input, constants }: TypeUse): z.ZodType {
  const accepted = (value: unknown) => {
    const key = JSON.stringify(value)
    return constants.has(key) ? constants.get(key) : value
  }
  return constants.size === 0 ? describedBy(input) : describedBy(input).transform(accepted)
}

/** Returns a validator that accepts any value. Its JSON Schema is that of the plugin's validator. */
function describedBy({ schema, definitions }: ConvertedSchema): z.ZodType {
  return z.unknown().meta({ ...schema, ...(Object.keys(definitions).length > 0 && { $defs: definitions }) })
}
