import type { StepClass } from '../schema/step.ts'
import type { SettingChange } from './change.ts'
import { isSame, namesIn, settingChange } from './compare-facts.ts'
import { say } from './diff-options.ts'
import type { Lock } from './lock.ts'
import type { Sources } from './sources.ts'

/** Plugins that come, go and change, with their secrets and their settings in each environment. */
export function diffPlugins(base: Lock, head: Lock, sources: Sources): SettingChange[] {
  return namesIn(base.plugins, head.plugins).flatMap((name) => {
    const before = base.plugins[name]
    const after = head.plugins[name]
    const own = before && after ? diffFacts(name, before, after) : [presenceOf(name, before, after)]
    const settings = before && after ? diffPluginSettings(name, base, head) : []
    const secrets = diffSecrets(name, before?.secrets ?? {}, after?.secrets ?? {})
    return [
      ...[...own, ...settings].map((change) => ({ ...change, source: sources.ofUse(name) })),
      ...secrets.map((change) => ({ ...change, source: sources.of(name) })),
    ]
  })
}

type Plugin = Lock['plugins'][string]

function presenceOf(name: string, before: Plugin | undefined, after: Plugin | undefined): SettingChange {
  const versions = [before?.version, after?.version] as const
  return after
    ? settingChange('caution', 'plugin-added', name, `the plugin ${name} ${after.version} is new`, versions)
    : settingChange('caution', 'plugin-removed', name, `the plugin ${name} is gone`, versions)
}

type Fact = 'version' | 'environments' | 'essential' | 'dependencies' | 'services' | 'cron' | 'queues'

/** What a change of each fact is called, and how it is said. */
const FACTS: Readonly<Record<Fact, readonly [StepClass, (name: string, before: Plugin, after: Plugin) => string]>> = {
  version: ['caution', (name, before, after) => `${name} is ${after.version}; it was ${before.version}`],
  environments: [
    'caution',
    (name, before, after) => `${name} runs in ${within(after.environments)}; it was ${within(before.environments)}`,
  ],
  essential: ['caution', (name, _, after) => `${name} ${after.essential ? 'can no longer' : 'can'} be turned off`],
  dependencies: [
    'safe',
    (name, before, after) => `${name} needs ${listOf(after.dependencies)}; it needed ${listOf(before.dependencies)}`,
  ],
  services: [
    'caution',
    (name, before, after) => `${name} provides ${listOf(after.services)}; it provided ${listOf(before.services)}`,
  ],
  cron: ['caution', (name, before, after) => `${name} runs ${jobsIn(after)}; it ran ${jobsIn(before)}`],
  queues: [
    'caution',
    (name, before, after) =>
      `${name} takes work from ${listOf(after.queues)}; it took it from ${listOf(before.queues)}`,
  ],
}

function diffFacts(name: string, before: Plugin, after: Plugin): SettingChange[] {
  const facts = Object.keys(FACTS) as Fact[] // the record's own names
  return facts
    .filter((fact) => !isSame(before[fact], after[fact]))
    .map((fact) => {
      const [stepClass, say] = FACTS[fact]
      return settingChange(stepClass, `plugin-${fact}`, name, say(name, before, after), [before[fact], after[fact]])
    })
}

function within(environments: readonly string[] | null): string {
  return environments === null ? 'every environment' : environments.join(', ')
}

function jobsIn({ cron }: Plugin): string {
  return listOf(Object.entries(cron).map(([job, minutes]) => `${job} every ${minutes} min`))
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.join(', ')
}

/** One change for all environments where the same value becomes the same other. */
function diffPluginSettings(plugin: string, base: Lock, head: Lock): SettingChange[] {
  const then = base.plugins[plugin]?.settings ?? {}
  const now = head.plugins[plugin]?.settings ?? {}
  const all = Object.keys(head.environments)
  return namesIn(then, now).flatMap((setting) => {
    const differing = all
      .filter((name) => name in base.environments)
      .map((name) => ({ name, values: [then[setting]?.[name], now[setting]?.[name]] as const }))
      .filter(({ values: [before, after] }) => !isSame(before, after))
    const groups = Map.groupBy(differing, ({ values }) => JSON.stringify(values.map((value) => value ?? null)))
    return [...groups.values()].map((group) => {
      const environments = group.map(({ name }) => name)
      const values = group[0]?.values ?? [null, null]
      const where = environments.length === all.length ? 'every environment' : environments.join(', ')
      const subject = `${plugin}.${setting}`
      const message = `${subject} is ${inWords(values[1])} in ${where}; it was ${inWords(values[0])}`
      return { ...settingChange('caution', 'setting', subject, message, values), environments }
    })
  })
}

/** Secrets by name: their values are in no lock. */
function inWords(value: unknown): string {
  if (typeof value === 'object' && value !== null && '$secret' in value) return `the secret ${String(value.$secret)}`
  return value === '' ? '""' : say(value)
}

function diffSecrets(plugin: string, before: Plugin['secrets'], after: Plugin['secrets']): SettingChange[] {
  return namesIn(before, after)
    .filter((name) => !isSame(before[name], after[name]))
    .map((name) => {
      const isNeeded = after[name]?.required === true
      const stepClass = isNeeded && before[name]?.required !== true ? 'caution' : 'safe'
      const message = after[name]
        ? `${plugin} ${isNeeded ? `needs the secret ${name}: set it before the deploy` : `can read the secret ${name}`}`
        : `${plugin} reads the secret ${name} no longer`
      return settingChange(stepClass, 'secret', `${plugin}.${name}`, message, [before[name], after[name]])
    })
}
