import type { Opening } from '../../config/plugin-operations.ts'
import { isNew, type Lock } from '../lock/read-lock.ts'
import { secretsIn } from '../plain-object.ts'
import type { Sources } from '../sources/sources.ts'
import type { ChangeClass, SettingChange } from './change.ts'
import { isSame, namesIn, settingChange } from './compare-facts.ts'
import { say } from './diff-options.ts'
import { isOpened } from './opening.ts'
import { servedIn } from './served-in.ts'
import { settingParts } from './setting-parts.ts'
import { sharedSecrets } from './shared-secrets.ts'

/**
 * Compares the settings of a plugin, with one change for all environments in which the same values change. For a new
 * plugin, and in a new environment, only settings that give access are reported.
 */
export function diffPluginSettings(plugin: string, base: Lock, head: Lock, sources: Sources): SettingChange[] {
  const then = base.plugins[plugin]?.settings ?? {}
  const now = head.plugins[plugin]?.settings ?? {}
  const wasIn = (environment: string) => isOld(environment, base) && existsIn(base, plugin, environment)
  return namesIn(then, now).flatMap((setting) => {
    return differingValues(then[setting] ?? {}, now[setting] ?? {}, base, head).flatMap((difference) => {
      const { environments, isEverywhere } = difference
      const known = environments.some(wasIn)
      const openings = openingOf(plugin, setting, base, head)
      const where = isEverywhere ? 'every environment' : environments.join(', ')
      const source = sources.setting(plugin, setting, environments)
      return settingParts(difference.values).flatMap(({ path, values, judged }): SettingChange[] => {
        const shared = sharedSecrets(plugin, setting, values, { base, head })
        const isServed = environments.some((name) => name !== 'development')
        const notes = [...shared, ...(known && isTold(values) ? [TOLD] : [])]
        const grade = notes.length > 0 && isServed ? 'opens' : gradeOf(openings, { environments, values: judged }, base)
        if (!known && grade !== 'opens') return []
        const subject = `${plugin}.${[setting, ...path].join('.')}`
        const before = known ? `; previously ${inWords(values[0])}` : ''
        const message = `${subject} is ${inWords(values[1])} in ${where}${before}`
        const change = { ...settingChange(grade, 'setting', subject, message, values), environments, source }
        return [notes.length === 0 ? change : { ...change, notes }]
      })
    })
  })
}

/** Tells whether a plain value replaces a secret. */
function isTold([before, after]: readonly [unknown, unknown]): boolean {
  const isText = after !== undefined && after !== null && after !== ''
  return isText && secretsIn(before).length > 0 && secretsIn(after).length === 0
}

const TOLD = 'this value was a secret and is now in git: everybody who can read the repository can see it'

function existsIn({ plugins }: Lock, plugin: string, environment: string): boolean {
  const known = plugins[plugin]
  return known !== undefined && (known.environments?.includes(environment) ?? true)
}

interface Difference {
  readonly environments: readonly string[]
  readonly isEverywhere: boolean
  readonly values: readonly [before: unknown, after: unknown]
}

type Values = Readonly<Record<string, unknown>>

function differingValues(then: Values, now: Values, base: Lock, head: Lock): Difference[] {
  const all = Object.keys(head.environments)
  const [model] = servedIn(base)
  const differing = all
    .flatMap((name) => {
      const former = isOld(name, base) ? name : model
      return former === undefined ? [] : [{ name, values: [then[former], now[name]] as const }]
    })
    .filter(({ values: [before, after] }) => !isSame(before, after))
  const groups = Map.groupBy(differing, ({ values }) => JSON.stringify(values.map((value) => value ?? null)))
  return [...groups.values()].map((group) => ({
    environments: group.map(({ name }) => name),
    isEverywhere: group.length === all.length,
    values: group[0]?.values ?? [null, null],
  }))
}

/** Tells whether the base has an environment. Others are compared with production. */
function isOld(environment: string, base: Lock): boolean {
  return environment in base.environments || isNew(base)
}

/**
 * Returns the declarations in `opens` for the setting, both before and after the change, so that a change cannot hide
 * its own effect.
 */
function openingOf(plugin: string, setting: string, base: Lock, head: Lock): readonly Opening[] {
  const openings = [base.plugins[plugin]?.opens[setting], head.plugins[plugin]?.opens[setting]]
  return [...new Set(openings.filter((opening) => opening !== undefined))]
}

/** Returns the class of a change. Nothing opens on development machines or in a new service. */
function gradeOf(
  openings: readonly Opening[],
  { environments, values }: Pick<Difference, 'environments' | 'values'>,
  base: Lock,
): ChangeClass {
  const isServed = environments.some((name) => name !== 'development')
  const opens = openings.some((opening) => isOpened(opening, ...values))
  return opens && isServed && !isNew(base) ? 'opens' : 'caution'
}

/** Prints a value. Secrets are printed by name, because locks do not contain their values. */
function inWords(value: unknown): string {
  if (typeof value === 'object' && value !== null && '$secret' in value) return `the secret ${String(value.$secret)}`
  return value === '' ? '""' : say(value)
}
