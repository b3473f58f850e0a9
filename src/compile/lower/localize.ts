import type { Collection } from '../../config/collection.ts'
import type { Config, Locales } from '../../config/config.ts'
import { type Field, type Fields, isField } from '../../fields/field-type.ts'
import { originOf, rememberOrigin } from '../../ground/origin.ts'
import { PUBLISHED_LOCALES, TRANSLATED_AT, variantName } from '../../ground/variants.ts'

/**
 * Returns the config with a field for each value: at every depth, a localized field gets a variant for each locale
 * other than the default, after the declared fields. Later passes, above all migrations, handle fields and need not
 * know locales.
 */
export function localize(config: Config): Config {
  if (config.locales === undefined) return config
  const collections = config.collections.map((collection) => localizeCollection(collection, config.locales))
  return copied(config, { collections })
}

/** Tells whether anything in a collection is localized. */
export function isLocalized({ fields }: Collection): boolean {
  return Object.values(fields).some(holdsLocalized)
}

interface KnownOptions {
  readonly localized?: boolean
  readonly required?: boolean
  readonly requiredIn?: 'default' | 'all'
  readonly renamedFrom?: string
  readonly from?: string
}

function optionsOf(field: Field): KnownOptions {
  return field.options as KnownOptions // the checks have verified their types
}

function holdsLocalized(field: Field): boolean {
  return (
    optionsOf(field).localized === true || recordsIn(field).some((fields) => Object.values(fields).some(holdsLocalized))
  )
}

/** Returns a collection in which each localized field has a variant for each locale other than the default. */
export function localizeCollection(collection: Collection, locales: Locales | undefined): Collection {
  if (locales === undefined || !isLocalized(collection)) return collection
  const fields = Object.entries(collection.fields)
  const declared = fields.map(([name, field]) => [name, inside(field, locales)] as const)
  const variants = fields.flatMap(([name, field]) => variantsOf(name, field, collection.fields, locales))
  return copied(collection, {
    fields: Object.fromEntries([...declared, ...variants, ...addedFields(collection, locales)]),
  })
}

/** Returns the fields that every localized collection has besides those that it declares. */
function addedFields(collection: Collection, locales: Locales): [string, Field][] {
  const names = [locales.default, ...locales.others]
  const shown: Field = {
    kind: 'list',
    options: {
      of: { kind: 'select', options: { options: names } },
      max: names.length,
      initial: locales.default,
    } as Field['options'],
  }
  const times = [TRANSLATED_AT, ...locales.others.map((locale) => variantName(TRANSLATED_AT, locale))].map(
    (name): [string, Field] => [
      name,
      sameOrigin({ kind: 'datetime', options: timeOptions(name, locales) }, collection),
    ],
  )
  return [[PUBLISHED_LOCALES, sameOrigin(shown, collection)], ...times]
}

function timeOptions(name: string, { renamedFrom = {} }: Locales): Field['options'] {
  const former = renamedFrom[name.slice(TRANSLATED_AT.length + 1)]
  const options = {
    hidden: true,
    readOnly: true,
    index: false,
    ...(former !== undefined && { renamedFrom: variantName(TRANSLATED_AT, former) }),
  }
  return options as Field['options']
}

/** Returns a field whose nested fields are followed by the variants of those that are localized. */
function inside(field: Field, locales: Locales): Field {
  if (!recordsIn(field).some((fields) => Object.values(fields).some(holdsLocalized))) return field
  const options = Object.entries(field.options).map(([name, option]) => [name, insideOption(option, locales)])
  return sameOrigin({ ...field, options: Object.fromEntries(options) as Field['options'] }, field)
}

function insideOption(option: unknown, locales: Locales): unknown {
  if (typeof option !== 'object' || option === null || Array.isArray(option)) return option
  if (isField(option)) return inside(option, locales)
  if (isFields(option)) return expanded(option, locales)
  return Object.fromEntries(Object.entries(option).map(([name, inner]) => [name, insideOption(inner, locales)]))
}

function expanded(fields: Fields, locales: Locales): Fields {
  const declared = Object.entries(fields).map(([name, field]) => [name, inside(field, locales)] as const)
  const variants = Object.entries(fields).flatMap(([name, field]) => variantsOf(name, field, fields, locales))
  return Object.fromEntries([...declared, ...variants])
}

/**
 * Returns the variants of a localized field, one for each locale other than the default; nothing for a field that is
 * not localized.
 */
function variantsOf(name: string, field: Field, beside: Fields, locales: Locales): [string, Field][] {
  if (!optionsOf(field).localized) return []
  return locales.others.map((locale) => {
    const options = variantOptions(name, field, locale, beside, locales) as Field['options']
    return [variantName(name, locale), sameOrigin({ kind: field.kind, options }, field)]
  })
}

function variantOptions(name: string, field: Field, locale: string, beside: Fields, locales: Locales): KnownOptions {
  const { localized: _localized, requiredIn, renamedFrom, from, ...options } = optionsOf(field)
  const { default: _default, backfill: _backfill, required, ...kept } = options as Record<string, unknown>
  const isRequired = required === true && requiredIn === 'all'
  const former = locales.renamedFrom?.[locale]
  const source = from === undefined ? undefined : beside[from]
  return {
    ...kept,
    required: isRequired,
    ...((renamedFrom !== undefined || former !== undefined) && {
      renamedFrom: variantName(renamedFrom ?? name, former ?? locale),
    }),
    ...(from !== undefined && {
      from: source && optionsOf(source).localized ? variantName(from, locale) : from,
    }),
  } as KnownOptions
}

/** Returns the sets of fields inside a field: of a group, of a list's items, of each kind of block. */
function recordsIn(field: Field): Fields[] {
  return Object.values(field.options).flatMap((option: unknown) => {
    if (typeof option !== 'object' || option === null || Array.isArray(option)) return []
    if (isField(option)) return recordsIn(option)
    return isFields(option) ? [option] : Object.values(option).filter(isFields)
  })
}

function isFields(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const members = Object.values(value)
  return members.length > 0 && members.every(isField)
}

/** Returns a copy with other properties, which has the position of the original. */
function copied<T extends object>(original: T, properties: Partial<T>): T {
  return sameOrigin({ ...original, ...properties }, original)
}

function sameOrigin<T extends object>(copy: T, original: object): T {
  const origin = originOf(original)
  if (origin) rememberOrigin(copy, origin)
  return copy
}
