import type { FieldData } from '../../../fields/field-type.ts'
import { PUBLISHED_LOCALES } from '../../../ground/variants.ts'
import type { ManifestCollection } from '../../../manifest/index.ts'
import type { Types } from './facts.ts'

/** Choices of fields, by `posts.kind`, `posts.seo.kind`, `posts.tags[]`. */
export type KnownChoices = ReadonlyMap<string, readonly string[]>

/**
 * Returns the choices of fields at every depth, without the lists of locales, which migrations rename by themselves.
 */
export function choicesIn(collections: readonly ManifestCollection[], types: Types): KnownChoices {
  return new Map(
    collections.flatMap(({ name, fields }) =>
      fields
        .filter((field) => field.name !== PUBLISHED_LOCALES)
        .flatMap((field) => choicesBelow(`${name}.${field.name}`, field, types)),
    ),
  )
}

function choicesBelow(path: string, { kind, options }: FieldData, types: Types): [string, string[]][] {
  const { choices, contains } = types[kind] ?? {}
  // The types of these options have been checked, and lowering writes one of three forms.
  const option = (name: string) => (options as Readonly<Record<string, unknown>>)[name]
  if (choices !== undefined) return [[path, valuesIn(option(choices))]]
  if (!contains) return []
  // Fields of a list's items are named by the path of the list.
  const around = path.replace(/\[\]$/, '')
  const content = option(contains.option)
  const below = (name: string, fields: readonly FieldData[]) =>
    fields.flatMap((field) => choicesBelow(`${name}.${field.name}`, field, types))
  if (contains.form === 'list') return choicesBelow(`${around}[]`, content as FieldData, types)
  if (contains.form === 'object') return below(around, content as FieldData[])
  const kinds = Object.entries(content as Readonly<Record<string, readonly FieldData[]>>)
  return kinds.flatMap(([name, fields]) => below(`${around}.${name}`, fields))
}

/** Returns the values in an option with choices, without their labels. */
export function valuesIn(option: unknown): string[] {
  const choices: unknown[] = Array.isArray(option) ? option : []
  return choices.map((choice) => (typeof choice === 'string' ? choice : String((choice as { value: unknown }).value)))
}
