import type { Config, Locales } from '../../config/config.ts'
import { PUBLISHED_LOCALES, TRANSLATED_AT, TRANSLATIONS } from '../../ground/variants.ts'
import { reservedBy } from '../../manifest/list-parameters.ts'
import { atKey, atValue, type Finding } from '../diagnostics/diagnostic.ts'
import { didYouMean } from '../diagnostics/did-you-mean.ts'
import { isLocalized } from '../lower/localize.ts'
import type { Check } from './context.ts'
import type { FieldSite } from './field-sites.ts'

/**
 * Checks that each locale is declared once, that fallbacks and roles name declared locales, that fallbacks are not
 * circular, and that replaced and dropped locales are no longer declared.
 */
export const checkLocales: Check = ({ config }) => [...contradictions(config), ...checkRoles(config)]

/** Checks that roles name only locales that the config declares. */
function checkRoles(config: Config): Finding[] {
  const names = config.locales ? [config.locales.default, ...config.locales.others] : []
  return Object.entries(config.roles ?? {}).flatMap(([role, { locales = [] }]) =>
    locales.flatMap((locale, index): Finding[] => {
      if (names.includes(locale)) return []
      const message = `The role '${role}' writes the locale '${locale}', which the config does not declare.`
      const at = atValue(config, 'roles', role, 'locales', index)
      return [{ code: 'invalid-option', message, ...didYouMean(locale, names), at }]
    }),
  )
}

function contradictions(config: Config): Finding[] {
  if (config.locales === undefined) return []
  return [...twice(config, config.locales), ...unknown(config, config.locales)]
}

function twice(config: Config, { default: initial, others }: Locales): Finding[] {
  return others.flatMap((locale, index) => {
    const known = [initial, ...others.slice(0, index)].find((name) => name.toLowerCase() === locale.toLowerCase())
    if (known === undefined) return []
    return [invalid(`The locale '${locale}' is declared twice.`, config, 'others', index)]
  })
}

function unknown(config: Config, { default: initial, others, fallback, renamedFrom, dropped }: Locales): Finding[] {
  const names = [initial, ...others]
  const isDeclared = (locale: string) => names.includes(locale)
  const strange = Object.entries(fallback ?? {}).flatMap(([locale, next]) => {
    if (!others.includes(locale))
      return [invalid(`'${locale}' is not among 'others', so it cannot have a fallback.`, config, 'fallback', locale)]
    if (!isDeclared(next))
      return [invalid(`The fallback of '${locale}' is '${next}', which is not a locale.`, config, 'fallback', locale)]
    return leadsTo(next, locale, fallback ?? {})
      ? [invalid(`The fallback of '${locale}' leads back to '${locale}'.`, config, 'fallback', locale)]
      : []
  })
  const renamed = Object.entries(renamedFrom ?? {}).flatMap(([locale, former]) => {
    if (!others.includes(locale))
      return [
        invalid(
          locale === initial
            ? `The default locale '${locale}' can be renamed without 'renamedFrom': its values have no locale in their names.`
            : `'${locale}' is not among 'others'.`,
          config,
          'renamedFrom',
          locale,
        ),
      ]
    return isDeclared(former)
      ? [
          invalid(
            `'${former}' is still a locale, so '${locale}' cannot take its values.`,
            config,
            'renamedFrom',
            locale,
          ),
        ]
      : []
  })
  const alive = Object.keys(dropped ?? {}).filter(isDeclared)
  return [
    ...strange,
    ...renamed,
    ...alive.map((locale) =>
      invalid(`'${locale}' is still a locale, so it is not dropped.`, config, 'dropped', locale),
    ),
  ]
}

function leadsTo(from: string, to: string, fallback: Readonly<Record<string, string>>): boolean {
  const seen = new Set<string>()
  for (let locale: string | undefined = from; locale !== undefined && !seen.has(locale); locale = fallback[locale]) {
    if (locale === to) return true
    seen.add(locale)
  }
  return false
}

function invalid(message: string, config: Config, ...path: (string | number)[]): Finding {
  return { code: 'invalid-option', message, at: atValue(config, 'locales', ...path) }
}

/**
 * Checks the locale options of fields: each must have an effect, and agree with the options of the surrounding fields.
 */
export const checkLocalizedFields: Check = (context) => [
  ...context.fields.flatMap((site) => checkSite(site, context)),
  ...(context.config.locales ? context.collections.flatMap(checkReserved) : []),
]

interface KnownOptions {
  readonly localized?: boolean
  readonly required?: boolean
  readonly requiredIn?: string
}

const optionsOf = ({ field }: FieldSite) => field.options as KnownOptions // their types are checked before

function checkSite(site: FieldSite, { config, fields }: Parameters<Check>[0]): Finding[] {
  const { localized, required, requiredIn } = optionsOf(site)
  if (requiredIn !== undefined && !(localized && required))
    return [noEffect(site, 'requiredIn', 'is not both required and localized', 'Add the other option, or remove it.')]
  if (!localized) return []
  if (config.locales === undefined)
    return [
      noEffect(
        site,
        'localized',
        'belongs to a config without locales',
        "Add locales: { default: 'en', others: ['de'] }.",
      ),
    ]
  if (site.isItem)
    return [noEffect(site, 'localized', 'is the item of a list', 'Localize the list, or a field of a group in it.')]
  if (site.isInNode) return [noEffect(site, 'localized', 'is inside rich text', 'Localize the rich text.')]
  const around = fields.find((other) => isAround(other, site) && optionsOf(other).localized === true)
  if (around === undefined) return []
  return [
    noEffect(site, 'localized', `is inside ${around.label}, which is localized as a whole`, 'Remove one of the two.'),
  ]
}

function isAround(outer: FieldSite, { collection, path, field }: FieldSite): boolean {
  return outer.collection === collection && outer.field !== field && path.startsWith(`${outer.path}.`)
}

function noEffect({ field, label }: FieldSite, option: string, reason: string, hint: string): Finding {
  return {
    code: 'no-effect',
    message: `'${option}' has no effect on ${label}, which ${reason}.`,
    hint,
    at: atKey(field, option),
  }
}

/** Checks that no field is named like a property or parameter that only exists with locales. */
function checkReserved(collection: Parameters<Check>[0]['collections'][number]): Finding[] {
  const taken = [
    ...reservedBy('locales'),
    ...(isLocalized(collection)
      ? [PUBLISHED_LOCALES, TRANSLATED_AT, TRANSLATIONS, ...reservedBy('localized fields')]
      : []),
  ]
  return taken
    .filter((name) => Object.hasOwn(collection.fields, name))
    .map((name) => ({
      code: 'reserved-field' as const,
      message: `With locales, '${name}' is a property of every document or a parameter of lists: the field '${name}' of '${collection.name}' needs another name.`,
      at: atKey(collection, 'fields', name),
    }))
}
