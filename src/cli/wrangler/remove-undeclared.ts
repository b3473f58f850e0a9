import type { DeclaredBefore } from './declared-before.ts'
import { removeToml } from './remove-toml.ts'
import type { TomlPath } from './toml-index.ts'
import { parseWrangler, type WranglerBindings } from './wrangler-file.ts'

/** Current declaration of an environment, in the same form as `DeclaredBefore`. */
export type DeclaredNow = Partial<DeclaredBefore> & Pick<DeclaredBefore, 'vars'>

/**
 * Removes entries of `wrangler.toml` that were written from the config and are no longer declared. An entry that
 * somebody has changed or added stays.
 */
export function removeUndeclared(text: string, name: string, before: DeclaredBefore, now: DeclaredNow): string {
  const isTop = name === 'development'
  const scope: TomlPath = isTop ? [] : ['env', name]
  let left = text
  for (;;) {
    const file = parseWrangler(left)
    const bindings = isTop ? file : file.env[name]
    const [path] = bindings ? undeclared(bindings, before, now, isTop) : []
    if (path === undefined) return left
    const after = removeToml(left, [...scope, ...path])
    if (after === left) return left
    left = after
  }
}

function undeclared(bindings: WranglerBindings, before: DeclaredBefore, now: DeclaredNow, isTop: boolean): TomlPath[] {
  const { vars, images, analytics_engine_datasets: datasets, queues, routes } = bindings
  const gone = Object.entries(before.vars).filter(([key]) => key !== 'ENVIRONMENT' && now.vars[key] === undefined)
  const isGone = (value: string | null | undefined, current: string | null | undefined) =>
    value != null && value !== current
  const found: TomlPath[] = gone.flatMap(([key, value]) => (vars[key] === value ? [['vars', key]] : []))
  if (before.images && !now.images && images?.binding === 'IMAGES') found.push(['images', 'binding'])
  if (isGone(before.analytics, now.analytics)) {
    const written = { binding: 'ANALYTICS', dataset: before.analytics }
    found.push(...placesOf(datasets, written, ['analytics_engine_datasets']))
  }
  if (isGone(before.queue, now.queue)) {
    const { queue } = before
    found.push(...placesOf(queues?.producers ?? [], { binding: 'QUEUE', queue }, ['queues', 'producers']))
    found.push(...placesOf(queues?.consumers ?? [], { queue }, ['queues', 'consumers']))
  }
  if (!isTop && isGone(before.domain, now.domain)) {
    found.push(...placesOf(routes, { pattern: before.domain, custom_domain: true }, ['routes']))
  }
  return found
}

/** Finds the paths of a list's entries that equal `written`. */
function placesOf(entries: readonly unknown[], written: Readonly<Record<string, unknown>>, list: TomlPath): TomlPath[] {
  return entries.flatMap((entry, index) => (isSame(entry, written) ? [[...list, index]] : []))
}

function isSame(entry: unknown, written: Readonly<Record<string, unknown>>): boolean {
  const entries = Object.entries(Object(entry) as Record<string, unknown>) // the keys of a string are numbers
  return entries.length === Object.keys(written).length && entries.every(([key, value]) => written[key] === value)
}
