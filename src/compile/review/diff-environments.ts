import type { Lock } from '../lock/read-lock.ts'
import type { ChangeClass, SettingChange } from './change.ts'
import { isSame, namesIn, settingChange } from './compare-facts.ts'
import { say } from './diff-options.ts'
import type { Sources } from './sources.ts'

/** Compares environments. Settings of plugins in them are reported with the plugins. */
export function diffEnvironments(base: Lock, head: Lock, sources: Sources): SettingChange[] {
  return namesIn(base.environments, head.environments).flatMap((name) => {
    const before = base.environments[name]
    const after = head.environments[name]
    const changes =
      before && after
        ? diffFacts(name, withNames(name, base, before), withNames(name, head, after), sources)
        : [presenceOf(name, before, after, sources)]
    return changes.map((change) => ({ ...change, environments: [name] }))
  })
}

type Facts = Readonly<Record<string, unknown>>

function presenceOf(
  name: string,
  before: Facts | undefined,
  after: Facts | undefined,
  sources: Sources,
): SettingChange {
  const change = after
    ? settingChange('safe', 'environment-added', name, `the environment ${name} is new`, [before, after])
    : settingChange('caution', 'environment-removed', name, `the environment ${name} is removed`, [before, after])
  return { ...change, source: sources.config('environments', name) }
}

/** Adds default names of storage, and splits options into parts, such as `vars.NAME`. */
function withNames(environment: string, { name }: Lock, { vars, deploy, ...facts }: Facts): Facts {
  const named = `${name}-${environment}`
  const stores = { database: facts.database ?? named, bucket: facts.bucket ?? `${named}-media` }
  const parts = (option: string, values: unknown) =>
    Object.fromEntries(Object.entries(values ?? {}).map(([part, value]) => [`${option}.${part}`, value]))
  return {
    ...facts,
    ...stores,
    host: facts.host ?? 'cloudflare',
    ...parts('deploy', deploy),
    ...parts('vars', vars),
  }
}

function diffFacts(name: string, before: Facts, after: Facts, sources: Sources): SettingChange[] {
  return namesIn(before, after)
    .filter((fact) => !isSame(before[fact], after[fact]))
    .map((fact) => {
      const message = `${fact} of ${name} is ${say(after[fact])}; previously ${say(before[fact])}`
      const values = [before[fact], after[fact]] as const
      const change = settingChange(classOf(name, fact, after[fact]), 'environment', `${name}.${fact}`, message, values)
      return {
        ...change,
        notes: notesOn(fact, before[fact], after[fact]),
        source: sources.config('environments', name, ...fact.split('.')),
      }
    })
}

/** Options that determine where content is stored. Another storage has other readers and writers. */
const STORES = new Set(['host', 'database', 'bucket', 'kv', 'queue', 'deploy.ssh', 'deploy.folder', 'deploy.data'])

/** Says what a change does not do by itself, and whom it affects. */
function notesOn(fact: string, before: unknown, after: unknown): readonly string[] {
  if (fact !== 'domain') return NOTES[fact] ?? []
  return [...(after === undefined ? [] : [LINKS]), ...(before === undefined ? [] : [MOVED])]
}

const LINKS = 'links in mail and sign-in lead there: whoever controls the address can take over accounts'
const MOVED =
  'clients must call another address, passkeys of the former one no longer work, and DNS must lead to the service'

const NOTES: Readonly<Record<string, readonly string[]>> = {
  bucket: ['files stay in the former bucket: `cms media pull` and `cms media push` copy them'],
  database: ['rows stay in the former database: `cms backup` and `cms restore` copy them'],
}

function classOf(environment: string, fact: string, after: unknown): ChangeClass {
  if (environment === 'development') return 'caution'
  const tellsEverybody = fact === 'serverTiming' && after === 'all'
  const isAddress = fact === 'domain' && after !== undefined
  return STORES.has(fact) || tellsEverybody || isAddress ? 'opens' : 'caution'
}
