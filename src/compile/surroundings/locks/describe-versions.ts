import { counted } from '../../../ground/counted.ts'
import type { Finding } from '../finding.ts'
import type { LockPair } from './lock-pair.ts'
import type { LockedPackage, LockFile } from './locked-package.ts'

/** Maximum number of packages that a summary names. */
const MOST_NAMES = 10

/**
 * Summarizes which packages are new, gone or have another version, which programs are new, and which places get another
 * version, in one finding each.
 */
export function describeVersions({ before, after, isConverted }: LockPair, programs: readonly string[]): Finding[] {
  const [was, is] = [byName(before), byName(after)]
  const names = [...new Set([...was.keys(), ...is.keys()])].sort()
  const added = names.filter((name) => !was.has(name)).map((name) => `${name} ${[...(is.get(name) ?? [])].join(', ')}`)
  const removed = names.filter((name) => !is.has(name))
  const changed = names.flatMap((name) => describeChange(name, was.get(name), is.get(name)))
  const moved = isConverted ? [] : movesIn(before, after)
  return [
    summary('added', 'new package', added),
    summary('removed', 'package is removed', removed),
    summary('changed', 'package has another version', changed),
    summary('programs', 'new program of a package', programs),
    summary('moved', 'place in the dependency tree gets another version of a package', moved),
  ].filter((finding) => finding !== null)
}

function byName({ packages }: LockFile): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = Map.groupBy(packages, ({ name }) => name)
  return new Map([...groups].map(([name, found]) => [name, new Set(found.map(({ version }) => version))]))
}

type Versions = ReadonlySet<string> | undefined

function describeChange(name: string, was: Versions, is: Versions): string[] {
  if (was === undefined || is === undefined) return []
  const [gone, come] = [[...was].filter((one) => !is.has(one)), [...is].filter((one) => !was.has(one))]
  if (gone.length + come.length === 0) return []
  if (gone.length === 0) return [`${name} ${come.join(', ')} in addition to ${[...was].join(', ')}`]
  return come.length === 0
    ? [`${name} ${gone.join(', ')} is removed; ${[...is].join(', ')} stays`]
    : [`${name} ${gone.join(', ')} → ${come.join(', ')}`]
}

/** Finds places that get another version of a package, which another place already had. */
function movesIn(before: LockFile, after: LockFile): string[] {
  const titleOf = ({ name, version }: LockedPackage) => `${name} ${version}`
  const was = new Map(before.packages.map((entry) => [entry.place, entry]))
  const known = new Set(before.packages.map(titleOf))
  const names = new Set(before.packages.map(({ name }) => name))
  const gained = after.packages.filter((entry) => {
    const then = was.get(entry.place)
    if (!known.has(titleOf(entry))) return false
    return then === undefined ? names.has(entry.name) : titleOf(then) !== titleOf(entry)
  })
  return [...new Set(gained.map((entry) => `${entry.place}: ${titleOf(entry)}`))].sort()
}

function summary(key: string, noun: string, items: readonly string[]): Finding | null {
  if (items.length === 0) return null
  const rest = items.length - MOST_NAMES
  const notes = rest > 0 ? [...items.slice(0, MOST_NAMES), `and ${counted(rest, 'more package')}`] : items
  return { class: 'caution', kind: `packages-${key}`, key, message: words(items.length, noun), notes }
}

function words(count: number, noun: string): string {
  const plural = PLURALS[noun]
  return count === 1 || plural === undefined ? counted(count, noun) : `${count} ${plural}`
}

const PLURALS: Readonly<Record<string, string>> = {
  'new program of a package': 'new programs of packages',
  'package is removed': 'packages are removed',
  'package has another version': 'packages have another version',
  'place in the dependency tree gets another version of a package':
    'places in the dependency tree get another version of a package',
}
