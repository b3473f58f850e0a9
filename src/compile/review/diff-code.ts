import { hasEarlierHashes, isCodeOfLintel, isSameCode, labelOf } from '../lock/code-hash.ts'
import type { Lock } from '../lock/read-lock.ts'
import type { Sources } from '../sources/sources.ts'
import { HOW_IT_RUNS } from '../wrangler-settings.ts'
import type { ChangeClass, SettingChange } from './change.ts'
import { isSame, namesIn, settingChange } from './compare-facts.ts'
import { say } from './diff-options.ts'
import { isServedOutsideDevelopment, routesOf } from './diff-routes.ts'
import { listed, listedInPart } from './fold-access.ts'

/**
 * Compares the code of this package, of plugins and of the worker, and the settings of wrangler. Rules that are
 * functions are reported with access. Older locks without hashes of code are not compared.
 */
export function diffCode(base: Lock, head: Lock, sources: Sources): SettingChange[] {
  if (!base.code || !head.code) return []
  return [
    ...diffLintel(base, head),
    ...takenOver(base),
    ...diffPlugins(base, head, sources),
    ...diffWorker(base.code.worker, head.code.worker, head),
    ...diffWorkerFacts(base.worker ?? {}, head.worker ?? {}),
  ]
}

/** Reports a new version of Lintel, whose runtime decides all access. */
function diffLintel(base: Lock, head: Lock): SettingChange[] {
  const [then, now] = [base.code?.lintel, head.code?.lintel]
  if (then === undefined || now === undefined || then === now) return []
  const message = `lintel is ${now}; previously ${then}: the code that serves requests has changed`
  return [settingChange('opens', 'code-lintel', 'lintel', message, [then, now])]
}

/** Reports that code cannot be compared, because the base's lock has hashes from an earlier version of Lintel. */
function takenOver({ code, collections }: Lock): SettingChange[] {
  if (!hasEarlierHashes([code, Object.values(collections).map(({ access }) => access)])) return []
  const message =
    'this version of lintel hashes code differently, so this review cannot tell which code has changed: read all changes to code'
  return [settingChange('opens', 'code-taken-over', 'lintel', message, [undefined, undefined])]
}

/**
 * Reports each plugin whose code has changed, with the affected hooks. The code opens access in whatever way it is
 * reached, since all code of a plugin runs with the bindings of the service. Plugins of this package are covered by its
 * version.
 */
function diffPlugins(base: Lock, head: Lock, sources: Sources): SettingChange[] {
  const [then, now] = [base.code?.plugins ?? {}, head.code?.plugins ?? {}]
  return Object.keys(now).flatMap((name) => {
    const [before, after] = [then[name], now[name]]
    if (before === undefined || after === undefined || isSameCode(before, after)) return []
    if (isCodeOfLintel(before) && isCodeOfLintel(after)) return []
    const hooks = changedHooks(name, base, head)
    const roles = rolesOf(name, head, hooks)
    const isServed = isServedOutsideDevelopment(head, name)
    const [from, to] = [labelOf(before), labelOf(after)]
    const what = from === to ? changedWithin(to) : `comes from ${origin(to)}; previously from ${origin(from)}`
    const where = isServed ? '' : ', in development only'
    const message = `the code of the plugin ${name} ${what}, and it ${listed([...roles, ALL_RIGHTS])}${where}`
    const grade: ChangeClass = isServed ? 'opens' : 'caution'
    const notes = hooks.map((event) => {
      const line = sources.plugin(name, 'hooks', event)
      return `the code of its hook ${event} has changed${line === null ? '' : ` (${line})`}`
    })
    return [
      { ...settingChange(grade, 'code-plugin', name, message, [before, after]), notes, source: sources.plugin(name) },
    ]
  })
}

function changedWithin(label: string | null): string {
  return label === null ? 'has changed' : `has changed, although its version is still ${label}`
}

function origin(label: string | null): string {
  return label === null ? 'files of the project' : label
}

function changedHooks(plugin: string, base: Lock, head: Lock): string[] {
  const [then, now] = [base.code?.hooks ?? {}, head.code?.hooks ?? {}]
  const prefix = `${plugin}.`
  return Object.keys(now)
    .filter((key) => key.startsWith(prefix) && !isSameCode(then[key] ?? now[key] ?? '', now[key] ?? ''))
    .map((key) => key.slice(prefix.length))
}

/** Services with which a plugin decides who a caller is and whether a credential is valid. */
const DECIDING = new Set(['accounts', 'auth', 'previews', 'signInOption', 'tokens'])

/** Predicate that follows "it", for any code of a plugin. */
export const ALL_RIGHTS = 'runs with all rights of the service'

/**
 * Describes what gives a plugin's changed code particular weight: the plugin decides who may do what, anybody may call
 * it, or one of its changed hooks can refuse an event. Empty if none of this applies.
 */
function rolesOf(name: string, head: Lock, changed: readonly string[]): string[] {
  const plugin = head.plugins[name]
  const listens = (event: string) => head.hooks[event]?.includes(name) ?? false
  const identifies = listens('request:start') || plugin?.services.some((service) => DECIDING.has(service))
  const publicRoutes = routesOf(head, name).filter(({ isPublic }) => isPublic)
  const refusing = changed.filter((event) => event.startsWith('before:'))
  return [
    ...(identifies ? ['identifies callers'] : []),
    ...(plugin?.middleware ? ['checks who may call its routes'] : []),
    ...(publicRoutes.length > 0 ? [`serves everybody at ${listedInPart(publicRoutes.map(({ name }) => name))}`] : []),
    ...(refusing.length > 0 ? [`can refuse or change what happens at ${listed(refusing)}`] : []),
  ]
}

function diffWorker(then: string | undefined, now: string | undefined, head: Lock): SettingChange[] {
  if (then === undefined || now === undefined || isSameCode(then, now)) return []
  const main = head.worker?.main
  const message = `the code of the worker, which receives every request first, has changed`
  const change = settingChange('opens', 'code-worker', 'worker', message, [then, now])
  return [{ ...change, source: typeof main === 'string' ? main : null }]
}

/**
 * Settings of the account, the databases and the storage. A different value leads to other documents; a value where
 * there was none gives access to nothing.
 */
const ELSEWHERE = /^(?:account_id|(?:d1_databases|kv_namespaces|r2_buckets)\..*)$/

/** Settings of wrangler for the addresses that Cloudflare provides besides the domain, unless they are turned off. */
const ADDRESSES = new Set(['preview_urls', 'workers_dev'])

function classOf(name: string, then: unknown, now: unknown): ChangeClass {
  if (name === 'workers_dev' && then === true) return 'breaking'
  if (ADDRESSES.has(name)) return now === true || then === false ? 'opens' : 'caution'
  if (name === 'routes') return now === undefined ? 'breaking' : 'opens'
  if (name === 'name') return 'opens' // the lock only contains a name that the config does not declare
  const isNewHere = name.startsWith('vars.') || (ELSEWHERE.test(name) && then === undefined)
  return isNewHere || HOW_IT_RUNS.test(name) ? 'caution' : 'opens'
}

/** Matches settings of other files, such as `tsconfig.json: paths`, which earlier versions of Lintel recorded. */
const OF_OTHER_FILES = /^.+\.json: /

function diffWorkerFacts(then: Facts, now: Facts): SettingChange[] {
  return namesIn(then, now)
    .filter((path) => !isSame(then[path], now[path]) && !OF_OTHER_FILES.test(path))
    .map((path) => {
      const [, environment, name = path] = /^env\.([^.]+)\.(.+)$/.exec(path) ?? []
      const where = environment === undefined ? '' : ` for ${environment}`
      const message = name.startsWith('vars.')
        ? variableInWords(name.slice('vars.'.length), environment, then[path], now[path])
        : `wrangler.toml says ${name} = ${inWords(now[path])}${where}; previously ${inWords(then[path])}`
      const grade = classOf(name, then[path], now[path])
      const change = settingChange(grade, 'worker', `wrangler.${path}`, message, [then[path], now[path]])
      return { ...change, source: 'wrangler.toml', environments: environment === undefined ? null : [environment] }
    })
}

/** Describes a change to a variable, whose value is only known as a hash. */
function variableInWords(name: string, environment: string | undefined, then: unknown, now: unknown): string {
  if (now === undefined) return `the variable ${name} of ${environment} is removed from wrangler.toml`
  const what = then === undefined ? 'is new, and the config does not declare it' : 'has another value'
  return `the variable ${name} of ${environment} in wrangler.toml ${what}`
}

type Facts = Readonly<Record<string, unknown>>

function inWords(value: unknown): string {
  return value === undefined ? 'nothing' : say(value)
}
