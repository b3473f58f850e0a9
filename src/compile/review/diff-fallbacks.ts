import { isVariant, localeOfVariant } from '../../ground/variants.ts'
import type { Lock } from '../lock/read-lock.ts'
import type { Renames } from '../lock/renames.ts'
import type { SettingChange } from './change.ts'
import { isSame, settingChange } from './compare-facts.ts'
import { languageOf } from './say-locales.ts'

/**
 * Reports each language of the content whose missing values other languages stand in for than before. A language that
 * newly stands in, or does so sooner, opens access; one that no longer does is for a person to look at. New languages
 * are left out.
 */
export function diffFallbacks({ locales: then }: Lock, { locales: now }: Lock, renames: Renames): SettingChange[] {
  if (then === undefined || now === undefined) return []
  const renamed = renamedLocales(renames).set(then.default, now.default)
  const rename = (locale: string) => renamed.get(locale) ?? locale
  return Object.entries(then.fallback).flatMap(([locale, former]) => {
    const name = rename(locale)
    const [before, after] = [former.map(rename), now.fallback[name]]
    if (after === undefined || isSame(before, after)) return []
    const opens = !isSame(
      before.filter((other) => after.includes(other)),
      after,
    )
    const message = `where a value in ${languageOf(name)} is missing, visitors now see the one in ${inTurn(after)}; previously the one in ${inTurn(before)}`
    const change = settingChange(opens ? 'opens' : 'caution', 'fallback', `locales.${name}`, message, [before, after])
    return [{ ...change, notes: opens ? [HIDDEN_TOO] : [] }]
  })
}

const HIDDEN_TOO = 'a fallback also shows translations that publishedLocales hides in their own language'

/** Returns the renamed languages: old name → new name. Each localized field has a variant that was renamed. */
function renamedLocales({ fields }: Renames): Map<string, string> {
  const variants = [...fields.values()].flatMap((names) => [...names]).filter((names) => names.every(isVariant))
  return new Map(variants.map(([from, to]) => [localeOfVariant(from), localeOfVariant(to)]))
}

function inTurn(locales: readonly string[]): string {
  return locales.map(languageOf).join(', or else in ')
}
