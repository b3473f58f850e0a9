import type { Collection, Config } from '../../../config/index.ts'
import { isVariant, PUBLISHED_LOCALES, partsOfVariant, TRANSLATED_AT } from '../../../ground/variants.ts'
import { atValue, type Finding } from '../../diagnostics/diagnostic.ts'
import type { Facts } from '../steps/facts.ts'
import { acknowledgement } from './acknowledge.ts'

/** A value in one locale, or a document's data about its locales, that a migration would drop. */
export interface LostValue {
  readonly spec: Collection
  /** Path of the value: `seo.title@de`. */
  readonly path: string
}

/**
 * Tells whether a value exists only because of locales: the value of a field in one locale, or the value of a field
 * that locales add.
 */
export function isKeptForLocales(path: string, { fields }: Collection): boolean {
  return isVariant(path) || ([PUBLISHED_LOCALES, TRANSLATED_AT].includes(path) && !Object.hasOwn(fields, path))
}

/**
 * Creates one finding for each removed locale, and one for each collection with fields that are no longer localized.
 * @param base what the migrations have created
 */
export function localizedLosses(lost: readonly LostValue[], config: Config, base: Facts): Finding[] {
  const isGone = ({ path }: LostValue) =>
    config.locales !== undefined && isVariant(path) && !config.locales.others.includes(partsOfVariant(path).locale)
  const gone = Map.groupBy(lost.filter(isGone), ({ path }) => partsOfVariant(path).locale)
  const turnedOff = Map.groupBy(
    lost.filter((value) => !isGone(value)),
    ({ spec }) => spec,
  )
  return [
    ...[...gone].map(([locale, values]) => localeLost(locale, values, config, base)),
    ...[...turnedOff].map(([spec, values]) =>
      translationsLost(
        spec,
        values.map(({ path }) => path),
      ),
    ),
  ]
}

function localeLost(locale: string, values: readonly LostValue[], config: Config, base: Facts): Finding {
  const { locales } = config
  if (locales?.default === locale) return becomesDefault(locale, config)
  const successor = Object.entries(locales?.renamedFrom ?? {}).find(([, former]) => former === locale)?.[0]
  if (successor !== undefined) return nameTaken(locale, successor, config)
  const known = [...base.values()].flatMap((fields) => [...fields.keys()])
  const fresh = locales?.others.find((other) => !known.some((name) => name.endsWith(`@${other}`)))
  const rename = fresh ? `if it was renamed, add to locales: renamedFrom: { '${fresh}': '${locale}' }; ` : ''
  const fields = values.map(({ spec, path }) => `${spec.name}.${partsOfVariant(path).field}`)
  return {
    code: 'drop-unacknowledged',
    message: `the locale ${locale} is no longer declared: its values of ${listed(fields.filter(isOfPeople))} would be lost`,
    hint: `${rename}to drop it, ${acknowledgement('locales', locales ?? {}, [locale])}`,
    at: atValue(config, 'locales'),
  }
}

/** Returns the finding for a locale that is renamed to an existing one, whose values are in the way. */
function nameTaken(locale: string, successor: string, config: Config): Finding {
  return {
    code: 'drop-unacknowledged',
    message: `the locale ${locale} cannot be renamed to ${successor}, which has values of its own: those of ${locale} would be lost`,
    hint: `to keep the values of ${locale}, first drop ${successor} in a separate migration; to drop them, remove renamedFrom and ${acknowledgement('locales', config.locales ?? {}, [locale])}`,
    at: atValue(config, 'locales'),
  }
}

/**
 * Returns the finding for a locale that becomes the default: its values are in other columns, and a missing value would
 * have no fallback.
 */
function becomesDefault(locale: string, config: Config): Finding {
  return {
    code: 'invalid-option',
    message: `${locale} cannot become the default locale: its values are stored separately, and documents without a value in ${locale} would have no value in the default locale`,
    hint: 'restore the default locale; renaming it keeps its values',
    at: atValue(config, 'locales', 'default'),
  }
}

function translationsLost(spec: Collection, paths: readonly string[]): Finding {
  const variants = paths.filter(isVariant).filter(isOfPeople)
  const byField = Map.groupBy(variants.map(partsOfVariant), ({ field }) => field)
  const fields = [...byField].map(
    ([field, parts]) => `${spec.name}.${field} in ${listed(parts.map(({ locale }) => locale))}`,
  )
  return {
    code: 'drop-unacknowledged',
    message:
      fields.length === 0
        ? `${spec.name} is no longer localized: ${listed(paths)} would be lost`
        : `no longer localized: the values of ${listed(fields)} would be lost`,
    hint: `to drop them, ${acknowledgement('the collection', spec, paths)}`,
    at: atValue(spec),
  }
}

/** Tells whether people write a value, in contrast to times of translation. */
function isOfPeople(path: string): boolean {
  return !path.split('.').at(-1)?.startsWith(TRANSLATED_AT)
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
