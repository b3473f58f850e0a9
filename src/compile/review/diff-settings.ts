import { counted } from '../../ground/counted.ts'
import { isCodeOfLintel } from '../lock/code-hash.ts'
import { isNew, type Lock } from '../lock/read-lock.ts'
import type { Renames } from '../lock/renames.ts'
import type { Sources } from '../sources/sources.ts'
import type { ChangeClass, SettingChange } from './change.ts'
import { isSame, namesIn, settingChange } from './compare-facts.ts'
import { diffCode } from './diff-code.ts'
import { diffEnvironments } from './diff-environments.ts'
import { diffFallbacks } from './diff-fallbacks.ts'
import { say } from './diff-options.ts'
import { diffPlugins } from './diff-plugins.ts'
import { isServedOutsideDevelopment } from './diff-routes.ts'
import { listed } from './fold-access.ts'
import { guardedBy, isGuarded } from './guards.ts'

/** Compares code, plugins with their settings, environments, cache rules, hooks, and settings of the whole service. */
export function diffSettings(base: Lock, head: Lock, renames: Renames, sources: Sources): SettingChange[] {
  return [
    ...diffCode(base, head, sources),
    ...diffPlugins(base, head, sources),
    ...diffEnvironments(base, head, sources),
    ...diffCache(base, head, sources),
    ...diffHooks(base, head, sources),
    ...(isNew(base) ? [] : [...diffCors(base, head, sources), ...diffWhole(base, head, renames, sources)]),
  ]
}

function diffCache(base: Lock, head: Lock, sources: Sources): SettingChange[] {
  return Object.entries(head.routes).flatMap(([key, { cache, plugin }]) => {
    const before = base.routes[key]
    if (!before || isSame(before.cache, cache)) return []
    const [path = key] = key.split(' ')
    const collection = /^\/api\/(\w+)/.exec(path)?.[1] ?? ''
    const message = `GET ${path} is ${cached(cache)}; previously ${cached(before.cache)}`
    const change = settingChange('caution', 'cache', `GET ${path}`, message, [before.cache, cache])
    const source = plugin === undefined ? sources.collection(collection, 'cache') : sources.route(plugin, key)
    return [{ ...change, source }]
  })
}

function cached(rule: Lock['routes'][string]['cache']): string {
  if (!rule) return 'not cached'
  return `cached for ${rule.ttl} s${rule.staleWhileRevalidate ? `, and ${rule.staleWhileRevalidate} s more while it is revalidated` : ''}`
}

function diffHooks(base: Lock, head: Lock, sources: Sources): SettingChange[] {
  return namesIn(base.hooks, head.hooks).flatMap((event) => {
    const before = base.hooks[event] ?? []
    const after = head.hooks[event] ?? []
    if (isSame(before, after)) return []
    const come = after.filter((plugin) => !before.includes(plugin))
    const gone = before.filter((plugin) => !after.includes(plugin))
    const parts = [
      ...(come.length > 0 ? [`${listen(come)} to ${event}`] : []),
      ...(gone.length > 0 ? [`${listen(gone, ' no longer')} to ${event}`] : []),
    ]
    const message =
      parts.length > 0 ? parts.join('; ') : `${event} calls its listeners in the order ${after.join(', ')}`
    const [listener = ''] = [...come, ...gone, ...after]
    const source = sources.plugin(listener, 'hooks', event)
    const isNewest = come.some((plugin) => isNewCode(plugin, base, head))
    const left = gone.filter((plugin) => guardedBy(plugin, base).includes(event))
    const isReordered = parts.length === 0 && isGuarded(event) && !isNew(base)
    const notes = [
      ...(isNewest ? ['a hook runs with all rights of the service, no matter who causes the event'] : []),
      ...left.map((plugin) => `${plugin} can no longer refuse or change what happens at ${event}`),
      ...(isReordered ? ['each listener sees only what those before it have changed'] : []),
    ]
    const grade = notes.length > 0 ? 'opens' : 'caution'
    return [{ ...settingChange(grade, 'hook', event, message, [before, after]), notes, source }]
  })
}

/** Tells whether a plugin of the project, or of another package, runs outside development in a service that exists. */
function isNewCode(plugin: string, base: Lock, head: Lock): boolean {
  const code = head.code?.plugins[plugin]
  return code !== undefined && !isCodeOfLintel(code) && !isNew(base) && isServedOutsideDevelopment(head, plugin)
}

function listen(plugins: readonly string[], adverb = ''): string {
  return `${plugins.join(', ')}${adverb} ${plugins.length === 1 ? 'listens' : 'listen'}`
}

function diffCors(base: Lock, head: Lock, sources: Sources): SettingChange[] {
  const before = originsOf(base)
  const after = originsOf(head)
  const come = after.filter((origin) => !before.includes(origin))
  const gone = before.filter((origin) => !after.includes(origin))
  const rest = namesIn(base.cors, head.cors).filter(
    (name) => name !== 'origins' && !isSame(base.cors[name], head.cors[name]),
  )
  const source = (name: string) => sources.config('cors', name)
  return [
    ...come.map((origin) => {
      const message = `${websitesOf(origin)} may call the API from the browsers of visitors`
      const change = settingChange('opens', 'cors-origin', 'cors.origins', message, [null, origin])
      const notes = head.cors.credentials === true ? [AS_VISITORS] : []
      return { ...change, notes, source: source('origins') }
    }),
    ...gone.map((origin) => {
      const message = `${websitesOf(origin)} may no longer call the API`
      const change = settingChange('breaking', 'cors-origin', 'cors.origins', message, [origin, null])
      return { ...change, source: source('origins') }
    }),
    ...rest.map((name) => {
      const [then, now] = [base.cors[name], head.cors[name]]
      const message = `cors.${name} is ${say(now)}; previously ${say(then)}`
      const change = settingChange(corsClass(name, now), 'cors', `cors.${name}`, message, [then, now])
      const sites = name === 'credentials' && now === true ? after.map(websitesOf) : []
      const notes = sites.length > 0 ? [`this affects ${listed(sites)}: ${AS_VISITORS}`] : []
      return { ...change, notes, source: source(name) }
    }),
  ]
}

/** Returns the class of a CORS change. Scripts that may send cookies act as the visitor. */
function corsClass(name: string, now: unknown): ChangeClass {
  if (name !== 'credentials') return 'caution'
  return now === true ? 'opens' : 'breaking'
}

function originsOf({ cors: { origins } }: Lock): readonly unknown[] {
  return [origins ?? []].flat()
}

function websitesOf(origin: unknown): string {
  return origin === '*' ? 'every website' : `the website ${origin}`
}

const AS_VISITORS =
  'with cors.credentials, scripts of the website send the cookies of the service, and act as the signed-in visitor'

function diffWhole(base: Lock, head: Lock, renames: Renames, sources: Sources): SettingChange[] {
  const renamed = `the service is named ${head.name}; previously ${base.name}`
  const slow = namesIn(base.slowRequests, head.slowRequests).filter(
    (path) => base.slowRequests[path] !== head.slowRequests[path],
  )
  const retention = diffRetention(base.auditRetention, head.auditRetention)
  return [
    ...diffLocales(base, head).map((change) => ({ ...change, source: sources.config('locales') })),
    ...diffFallbacks(base, head, renames).map((change) => ({
      ...change,
      source: sources.config('locales', 'fallback'),
    })),
    ...retention.map((change) => ({ ...change, source: sources.config('auditRetention') })),
    ...(base.name === head.name
      ? []
      : [
          {
            ...settingChange('caution', 'name', 'name', renamed, [base.name, head.name]),
            source: sources.config('name'),
          },
        ]),
    ...slow.map((path) => {
      const [then, now] = [base.slowRequests[path], head.slowRequests[path]]
      const message = `requests to ${path} are ${slowFrom(now)}; before, ${slowFrom(then)}`
      const change = settingChange('safe', 'slow-requests', `slowRequests.${path}`, message, [then, now])
      return { ...change, source: sources.config('slowRequests', path) }
    }),
  ]
}

/** Compares the languages of the content. The effect on values is reported with the migration. */
function diffLocales({ locales: then }: Lock, { locales: now }: Lock): SettingChange[] {
  const lines = (locales: Lock['locales']) =>
    locales === undefined
      ? null
      : [
          locales.default,
          ...Object.entries(locales.fallback).map(([locale, chain]) => `${locale} (falls back to ${chain.join(', ')})`),
        ].join(', ')
  const [before, after] = [lines(then), lines(now)]
  if (before === after) return []
  const message = `the languages of the content are ${after ?? 'no longer declared'}${before === null ? '' : `; previously ${before}`}`
  const isGone = Object.keys(then?.fallback ?? {}).some((locale) => now?.fallback[locale] === undefined)
  const isBreaking = isGone || then?.default !== now?.default
  const grade = then === undefined ? 'safe' : isBreaking ? 'breaking' : 'caution'
  return [settingChange(grade, 'locales', 'locales', message, [then ?? null, now ?? null])]
}

/** Compares the retention of the audit log. Older locks do not contain it. */
function diffRetention(then: number | undefined, now: number | undefined): SettingChange[] {
  if (then === undefined || now === undefined || then === now) return []
  const isLess = now < then
  const message = `the audit log is kept for ${counted(now, 'day')}; previously ${then}`
  const notes = isLess ? ['older entries are deleted after the deploy, and no rollback brings them back'] : []
  const change = settingChange(isLess ? 'destructive' : 'safe', 'audit-retention', 'auditRetention', message, [
    then,
    now,
  ])
  return [{ ...change, notes }]
}

function slowFrom(milliseconds: number | undefined): string {
  return milliseconds === undefined ? 'not measured' : `counted as slow from ${milliseconds} ms`
}
