import type { StepClass } from '../schema/step.ts'
import type { SettingChange } from './change.ts'
import { say } from './diff-options.ts'
import type { Lock } from './lock.ts'
import type { Sources } from './sources.ts'

/** Plugins, their settings in each environment, environments, secrets, cache rules, hooks and what holds for the service. */
export function diffSettings(base: Lock, head: Lock, sources: Sources): SettingChange[] {
  return [
    ...diffPlugins(base, head, sources),
    ...diffEnvironments(base, head),
    ...diffCache(base, head, sources),
    ...diffHooks(base, head),
    ...(isNew(base) ? [] : [...diffCors(base, head), ...diffWhole(base, head)]),
  ]
}

/** Of a service that there was not, what holds for the whole of it is no change. */
function isNew(base: Lock): boolean {
  return Object.keys(base.environments).length === 0
}

function diffPlugins(base: Lock, head: Lock, sources: Sources): SettingChange[] {
  return union(base.plugins, head.plugins).flatMap((name) => {
    const before = base.plugins[name]
    const after = head.plugins[name]
    const source = sources.ofUse(name)
    const change = (
      stepClass: StepClass,
      kind: string,
      message: string,
      then: unknown,
      now: unknown,
    ): SettingChange => ({
      ...all(stepClass, kind, name, message, then, now),
      source,
    })
    const secrets = diffSecrets(name, before?.secrets ?? {}, after?.secrets ?? {}, sources.of(name))
    if (!after)
      return [change('caution', 'plugin-removed', `the plugin ${name} is gone`, before?.version, null), ...secrets]
    if (!before)
      return [
        change('caution', 'plugin-added', `the plugin ${name} ${after.version} is new`, null, after.version),
        ...secrets,
      ]
    return [
      ...(before.version === after.version
        ? []
        : [
            change(
              'caution',
              'plugin-version',
              `${name} is ${after.version}; it was ${before.version}`,
              before.version,
              after.version,
            ),
          ]),
      ...(same(before.environments, after.environments)
        ? []
        : [
            change(
              'caution',
              'plugin-environments',
              `${name} runs in ${within(after.environments)}; it was ${within(before.environments)}`,
              before.environments,
              after.environments,
            ),
          ]),
      ...(before.essential === after.essential
        ? []
        : [
            change(
              'caution',
              'plugin-essential',
              `${name} ${after.essential ? 'can no longer' : 'can'} be turned off`,
              before.essential,
              after.essential,
            ),
          ]),
      ...(same(before.dependencies, after.dependencies)
        ? []
        : [
            change(
              'safe',
              'plugin-dependencies',
              `${name} needs ${say(after.dependencies.join(', ') || null)}; it was ${say(before.dependencies.join(', ') || null)}`,
              before.dependencies,
              after.dependencies,
            ),
          ]),
      ...secrets,
      ...diffPluginSettings(name, base, head, source),
    ]
  })
}

function within(environments: readonly string[] | null): string {
  return environments === null ? 'every environment' : environments.join(', ')
}

/** One change for all environments where the same value becomes the same other. */
function diffPluginSettings(plugin: string, base: Lock, head: Lock, source: string | null): SettingChange[] {
  const then = base.plugins[plugin]?.settings ?? {}
  const now = head.plugins[plugin]?.settings ?? {}
  return union(then, now).flatMap((setting) => {
    const differing = Object.keys(head.environments)
      .filter((name) => name in base.environments)
      .map((environment) => ({ environment, before: then[setting]?.[environment], after: now[setting]?.[environment] }))
      .filter(({ before, after }) => !same(before, after))
    const groups = Map.groupBy(differing, ({ before, after }) => JSON.stringify([before ?? null, after ?? null]))
    return [...groups.values()].map((group): SettingChange => {
      const { before, after } = group[0] ?? {}
      const environments = group.map(({ environment }) => environment)
      const where =
        environments.length === Object.keys(head.environments).length ? 'every environment' : environments.join(', ')
      return {
        class: 'caution',
        kind: 'setting',
        subject: `${plugin}.${setting}`,
        message: `${plugin}.${setting} is ${value(after)} in ${where}; it was ${value(before)}`,
        source,
        environments,
        before: before ?? null,
        after: after ?? null,
      }
    })
  })
}

/** Secrets by name: their values are in no lock. */
function value(setting: unknown): string {
  if (typeof setting === 'object' && setting !== null && '$secret' in setting)
    return `the secret ${String(setting.$secret)}`
  return setting === '' ? '""' : say(setting)
}

type Secrets = Lock['plugins'][string]['secrets']

function diffSecrets(plugin: string, before: Secrets, after: Secrets, source: string | null): SettingChange[] {
  return union(before, after).flatMap((name) => {
    const then = before[name]
    const now = after[name]
    if (same(then, now)) return []
    const message = !now
      ? `${plugin} reads the secret ${name} no longer`
      : now.required
        ? `${plugin} needs the secret ${name}: set it before the deploy`
        : `${plugin} can read the secret ${name}`
    const stepClass = now?.required && !then?.required ? 'caution' : 'safe'
    return [{ ...all(stepClass, 'secret', `${plugin}.${name}`, message, then, now), source }]
  })
}

function diffEnvironments(base: Lock, head: Lock): SettingChange[] {
  return union(base.environments, head.environments).flatMap((name) => {
    const before = base.environments[name]
    const after = head.environments[name]
    const change = (
      stepClass: StepClass,
      kind: string,
      subject: string,
      message: string,
      then: unknown,
      now: unknown,
    ): SettingChange => ({
      ...all(stepClass, kind, subject, message, then, now),
      environments: [name],
    })
    if (!after) return [change('caution', 'environment-removed', name, `the environment ${name} is gone`, before, null)]
    if (!before) return [change('safe', 'environment-added', name, `the environment ${name} is new`, null, after)]
    return union(
      { ...before, vars: undefined, ...prefixed(before.vars) },
      { ...after, vars: undefined, ...prefixed(after.vars) },
    )
      .filter((key) => key !== 'vars')
      .flatMap((key) => {
        const then = key.startsWith('vars.') ? prefixed(before.vars)[key] : before[key]
        const now = key.startsWith('vars.') ? prefixed(after.vars)[key] : after[key]
        if (same(then, now)) return []
        const message = `${key} of ${name} is ${say(now)}; it was ${say(then)}`
        return [change('caution', 'environment', `${name}.${key}`, message, then, now)]
      })
  })
}

function prefixed(vars: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(vars ?? {}).map(([name, text]) => [`vars.${name}`, text]))
}

function diffCache(base: Lock, head: Lock, sources: Sources): SettingChange[] {
  return Object.entries(head.routes).flatMap(([key, route]) => {
    const before = base.routes[key]
    if (!before || same(before.cache, route.cache)) return []
    const [path = key] = key.split(' ')
    const collection = /^\/api\/(\w+)/.exec(path)?.[1] ?? ''
    const message = `GET ${path} is ${cached(route.cache)}; it was ${cached(before.cache)}`
    return [
      {
        ...all('caution', 'cache', `GET ${path}`, message, before.cache, route.cache),
        source: sources.of(route.plugin ?? collection),
      },
    ]
  })
}

function cached(rule: { readonly ttl: number } | null | undefined): string {
  return rule ? `cached for ${rule.ttl} s` : 'not cached'
}

function diffHooks(base: Lock, head: Lock): SettingChange[] {
  return union(base.hooks, head.hooks).flatMap((event) => {
    const before = base.hooks[event] ?? []
    const after = head.hooks[event] ?? []
    if (same(before, after)) return []
    const gone = before.filter((plugin) => !after.includes(plugin))
    const come = after.filter((plugin) => !before.includes(plugin))
    const parts = [
      ...(come.length > 0 ? [`${come.join(', ')} ${come.length === 1 ? 'listens' : 'listen'} to ${event}`] : []),
      ...(gone.length > 0
        ? [`${gone.join(', ')} ${gone.length === 1 ? 'listens' : 'listen'} to ${event} no longer`]
        : []),
    ]
    const message = parts.length > 0 ? parts.join('; ') : `${event} is told in the order ${after.join(', ')}`
    return [all('caution', 'hook', event, message, before, after)]
  })
}

function diffCors(base: Lock, head: Lock): SettingChange[] {
  const before = originsOf(base)
  const after = originsOf(head)
  const rest = union(base.cors, head.cors).filter((key) => key !== 'origins' && !same(base.cors[key], head.cors[key]))
  return [
    ...after
      .filter((origin) => !before.includes(origin))
      .map((origin) =>
        all('caution', 'cors-origin', 'cors.origins', `${pagesOf(origin)} may call the API`, null, origin),
      ),
    ...before
      .filter((origin) => !after.includes(origin))
      .map((origin) =>
        all('breaking', 'cors-origin', 'cors.origins', `${pagesOf(origin)} may no longer call the API`, origin, null),
      ),
    ...rest.map((key) => {
      const stepClass =
        key === 'credentials' && head.cors[key] !== true && base.cors[key] === true ? 'breaking' : 'caution'
      const message = `cors.${key} is ${say(head.cors[key])}; it was ${say(base.cors[key])}`
      return all(stepClass, 'cors', `cors.${key}`, message, base.cors[key], head.cors[key])
    }),
  ]
}

function originsOf({ cors: { origins } }: Lock): readonly unknown[] {
  return Array.isArray(origins) ? origins : [origins ?? []].flat()
}

function pagesOf(origin: unknown): string {
  return origin === '*' ? 'pages of any origin' : `pages of ${origin}`
}

function diffWhole(base: Lock, head: Lock): SettingChange[] {
  const name =
    base.name === head.name
      ? []
      : [
          all(
            'caution',
            'name',
            'name',
            `the service is named ${head.name}; it was ${say(base.name || null)}`,
            base.name,
            head.name,
          ),
        ]
  const slow = union(base.slowRequests, head.slowRequests)
    .filter((path) => base.slowRequests[path] !== head.slowRequests[path])
    .map((path) => {
      const ms = (lock: Lock) =>
        lock.slowRequests[path] === undefined ? 'not measured' : `slow from ${lock.slowRequests[path]} ms`
      return all(
        'safe',
        'slow-requests',
        `slowRequests.${path}`,
        `requests to ${path} are ${ms(head)}; before, ${ms(base)}`,
        base.slowRequests[path],
        head.slowRequests[path],
      )
    })
  return [...name, ...slow]
}

function all(
  stepClass: StepClass,
  kind: string,
  subject: string,
  message: string,
  before: unknown,
  after: unknown,
): SettingChange {
  return {
    class: stepClass,
    kind,
    subject,
    message,
    source: null,
    environments: null,
    before: before ?? null,
    after: after ?? null,
  }
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

function union(before: object, after: object): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
}
