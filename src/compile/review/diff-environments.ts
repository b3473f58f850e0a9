import type { Lock } from '../lock/read-lock.ts'
import type { Sources } from '../sources/sources.ts'
import type { ChangeClass, SettingChange } from './change.ts'
import { isSame, namesIn, settingChange } from './compare-facts.ts'
import { say } from './diff-options.ts'
import { listed } from './fold-access.ts'
import { servedIn } from './served-in.ts'

/** Compares environments. Settings of plugins in them are reported with the plugins. */
export function diffEnvironments(base: Lock, head: Lock, sources: Sources): SettingChange[] {
  return namesIn(base.environments, head.environments).flatMap((name) => {
    const before = base.environments[name]
    const after = head.environments[name]
    const changes =
      before && after
        ? [
            ...diffFacts(name, withNames(name, base, before), withNames(name, head, after), sources),
            ...diffAddress(name, before.domain, after.domain, sources),
          ]
        : presenceOf(name, base, head, sources)
    return changes.map((change) => ({ ...change, environments: [name] }))
  })
}

type Facts = Readonly<Record<string, unknown>>

/**
 * Reports an added or removed environment. If it shares storage with another one, its other options are compared, too.
 */
function presenceOf(name: string, base: Lock, head: Lock, sources: Sources): SettingChange[] {
  const [before, after] = [base.environments[name], head.environments[name]]
  const source = sources.config('environments', name)
  const presence = (grade: ChangeClass, kind: string, outcome: string) => ({
    ...settingChange(grade, kind, name, `the environment ${name} ${outcome}`, [before, after]),
    source,
  })
  if (!after) return [presence('caution', 'environment-removed', 'is removed')]
  const facts = withNames(name, head, after)
  const sharing = servedIn(base).flatMap((other) => {
    const others = withNames(other, base, base.environments[other] ?? {})
    const stores = SHARED.filter((store) => typeof facts[store] === 'string' && facts[store] === others[store])
    return stores.length === 0 ? [] : [{ other, others, words: `the ${listed(stores)} of ${other}` }]
  })
  if (sharing.length === 0 || name === 'development') return [presence('safe', 'environment-added', 'is new')]
  return [
    presence('opens', 'environment-added', `is new, with ${listed(sharing.map(({ words }) => words))}`),
    ...sharing
      .flatMap(({ other, others }) => diffFacts(name, others, facts, sources, `in ${other} it is`))
      .filter((change) => change.class === 'opens'),
  ]
}

/** Options that name storage which another environment can have as well. */
const SHARED = ['database', 'bucket', 'kv', 'queue'] as const

/** Adds the default host and default names of storage, and splits options into parts, such as `vars.NAME`. */
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

/** @param was word before the previous value in messages */
function diffFacts(name: string, before: Facts, after: Facts, sources: Sources, was = 'previously'): SettingChange[] {
  return namesIn(before, after)
    .filter((fact) => !isSame(before[fact], after[fact]))
    .map((fact) => {
      const message = `${fact} of ${name} is ${say(after[fact])}; ${was} ${say(before[fact])}`
      const values = [before[fact], after[fact]] as const
      const change = settingChange(classOf(name, fact, after[fact]), 'environment', `${name}.${fact}`, message, values)
      return {
        ...change,
        notes: notesOn(fact, after[fact]),
        source: sources.config('environments', name, ...fact.split('.')),
      }
    })
}

/** Options that determine where content is stored. A different store has other readers and writers. */
const STORES = new Set(['host', 'database', 'bucket', 'kv', 'queue', 'deploy.ssh', 'deploy.folder', 'deploy.data'])

/** Options that name a command, or a host that visitors trust. Setting one opens access; removing it does not. */
const TRUSTED = new Set(['domain', 'deploy.reload', 'vars.CDN_DOMAIN', 'vars.IMAGES_ACCOUNT_ID'])

/** Returns notes for the reviewer: what a change does not do by itself, or what a new address controls. */
function notesOn(fact: string, after: unknown): readonly string[] {
  return fact === 'domain' && typeof after === 'string' ? [LINKS] : (NOTES[fact] ?? [])
}

const LINKS = 'links in mails and sign-in use the new address: anybody who controls it can take over accounts'

/** Reports that clients can no longer use an address that browsers, emails and other services have stored. */
function diffAddress(name: string, before: unknown, after: unknown, sources: Sources): SettingChange[] {
  if (typeof before !== 'string' || before === after || name === 'development') return []
  const where = typeof after === 'string' ? `they must call https://${after}` : 'the config declares no other address'
  const message = `clients can no longer call ${name} at https://${before}: ${where}`
  const change = settingChange('breaking', 'address', `${name}.address`, message, [before, after])
  return [{ ...change, notes: STORED, source: sources.config('environments', name, 'domain') }]
}

const STORED = [
  'everybody is signed out, and passkeys of the former address no longer work',
  'links in mails that were sent, and redirect addresses at sign-in providers, lead to the former address',
  'DNS must point to the service before the deploy; a rollback does not bring the former address back',
]

const NOTES: Readonly<Record<string, readonly string[]>> = {
  bucket: ['files stay in the former bucket: `cms media pull` and `cms media push` copy them'],
  database: ['rows stay in the former database: `cms backup` and `cms restore` copy them'],
}

function classOf(environment: string, fact: string, after: unknown): ChangeClass {
  if (environment === 'development') return 'caution'
  const tellsEverybody = fact === 'serverTiming' && after === 'all'
  const isTrusted = TRUSTED.has(fact) && typeof after === 'string'
  return STORES.has(fact) || tellsEverybody || isTrusted ? 'opens' : 'caution'
}
