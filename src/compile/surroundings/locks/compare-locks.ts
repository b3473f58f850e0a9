import { listed } from '../../review/fold-access.ts'
import type { Finding } from '../finding.ts'
import { redact } from '../redact.ts'
import { findNewPrograms } from './describe-programs.ts'
import { describeVersions } from './describe-versions.ts'
import type { LockPair } from './lock-pair.ts'
import { BUNDLED, type LockedPackage, type LockFile, PUBLIC_HOSTS } from './locked-package.ts'
import { NOT_HERE } from './pnpm-lock.ts'

/**
 * Compares lock files. Names all packages that come from another source, have other contents, are not verified, or
 * start to run a script; summarizes changed versions.
 */
export function compareLocks(pair: LockPair): Finding[] {
  const programs = findNewPrograms(pair)
  const groups = Map.groupBy(suspicionsIn(pair), ({ reason }) => reason)
  return [
    ...[...groups].map(([reason, found]): Finding => {
      const names = [...new Set(found.map(({ name }) => name))].sort()
      return { class: 'opens', kind: 'package-source', key: reason, message: `${reason}: ${listed(names)}` }
    }),
    ...programs.findings,
    ...describeVersions(pair, programs.others),
    ...describeRest(pair),
  ]
}

interface Suspicion {
  readonly name: string
  readonly reason: string
}

/** A version of a package with everything that the file says about it, in all places. */
interface Locked {
  readonly title: string
  readonly name: string
  readonly sources: ReadonlySet<string>
  readonly others: ReadonlySet<string>
  readonly hashes: ReadonlySet<string>
  readonly isVerified: boolean
  readonly facts: ReadonlySet<string>
  readonly runsScript: boolean
}

function lockedIn({ packages }: LockFile): ReadonlyMap<string, Locked> {
  const groups = Map.groupBy(packages, ({ name, version }) => `${name}@${version}`)
  return new Map([...groups].map(([key, found]) => [key, together(found)]))
}

function together(found: readonly LockedPackage[]): Locked {
  const [first] = found
  const hashes = found.flatMap(({ integrity }) => (integrity === null || integrity === NOT_HERE ? [] : [integrity]))
  const needing = found.filter(({ source }) => source.kind === 'registry' && source.address !== BUNDLED.address)
  return {
    title: first ? `${first.name} ${first.version}`.trim() : '',
    name: first?.name ?? '',
    sources: new Set(found.map(({ source }) => source.address)),
    others: new Set(found.flatMap(({ source }) => (source.kind === 'other' ? [source.address] : []))),
    hashes: new Set(hashes.flatMap((text) => text.split(/\s+/))),
    isVerified: needing.every(({ integrity }) => integrity !== null),
    facts: new Set(found.map(({ facts }) => facts)),
    runsScript: found.some(({ runsScript }) => runsScript),
  }
}

function suspicionsIn(pair: LockPair): Suspicion[] {
  const { before, after } = pair
  const [was, is] = [lockedIn(before), lockedIn(after)]
  const known = {
    hosts: new Set([...PUBLIC_HOSTS, ...before.packages.map(({ source }) => source.address)]),
    scripts: new Set(before.packages.flatMap(({ name, runsScript }) => (runsScript ? [name] : []))),
  }
  const comparability = { isConverted: pair.isConverted, isSameFormat: changedSettings(pair).length === 0 }
  return [...is].flatMap(([key, now]) => {
    const then = was.get(key)
    const reasons = then === undefined ? suspectNew(now, known.hosts) : suspectSame(then, now, comparability)
    const runs = now.runsScript && !(then?.runsScript ?? known.scripts.has(now.name))
    return [
      ...reasons,
      ...(runs ? ['these packages run a script when they are installed, and did not before'] : []),
    ].map((reason) => ({ name: redact(now.title), reason }))
  })
}

function suspectNew(now: Locked, known: ReadonlySet<string>): string[] {
  const foreign = [...now.sources].filter((address) => !known.has(address))
  return [
    ...foreign.map((address) =>
      now.others.has(address)
        ? `these packages come from ${redact(address)}, which is not a registry`
        : `these packages come from the registry ${address}, which no package came from before`,
    ),
    ...(now.isVerified ? [] : [UNVERIFIED]),
  ]
}

const DESCRIBED =
  'the programs, dependencies or conditions of these packages differ, although their version is the same'
const UNVERIFIED = 'these packages have no hash, so nothing verifies their contents'

/** Parts of two lock files that can be compared. */
interface Comparability {
  readonly isConverted: boolean
  /** True if the entry of an unchanged package is the same in both files. */
  readonly isSameFormat: boolean
}

function suspectSame(then: Locked, now: Locked, { isConverted, isSameFormat }: Comparability): string[] {
  const isPublic = (addresses: ReadonlySet<string>) => [...addresses].every((address) => PUBLIC_HOSTS.has(address))
  const isSamePublic = isConverted && isPublic(then.sources) && isPublic(now.sources)
  const moved = isSamePublic ? [] : [...now.sources].filter((address) => !then.sources.has(address))
  const from = listed([...then.sources].sort().map(redact))
  return [
    ...moved.map((address) => `these packages come from ${redact(address)}; previously from ${from}`),
    ...(hasOtherHash(then, now, isConverted)
      ? ['the contents of these packages differ, although their version is the same']
      : []),
    ...(then.isVerified && !now.isVerified ? [UNVERIFIED] : []),
    ...(isSameFormat && [...now.facts].some((facts) => !then.facts.has(facts)) ? [DESCRIBED] : []),
  ]
}

/** Tells whether hashes differ. Those of another package manager may be of another algorithm, and are not compared. */
function hasOtherHash(then: Locked, now: Locked, isConverted: boolean): boolean {
  const known = new Set([...then.hashes].map(algorithmOf))
  const isComparable = (hash: string) => (isConverted ? known.has(algorithmOf(hash)) : known.size > 0)
  return [...now.hashes].some((hash) => !then.hashes.has(hash) && isComparable(hash))
}

function algorithmOf(hash: string): string {
  return /^[^-/]+[-/]/.exec(hash)?.[0] ?? ''
}

/**
 * Reports a change to the format or the settings of a lock file, since another format describes the same packages
 * differently.
 */
function describeRest(pair: LockPair): Finding[] {
  const changed = pair.isConverted ? [] : changedSettings(pair)
  if (changed.length === 0) return []
  const message = `the format or the settings of the file have changed: ${listed(changed)}`
  return [{ class: 'opens', kind: 'lock-format', key: 'format', message }]
}

function changedSettings({ before, after }: LockPair): readonly string[] {
  const names = [...new Set([...before.rest.keys(), ...after.rest.keys()])]
  return names.filter((name) => JSON.stringify(before.rest.get(name)) !== JSON.stringify(after.rest.get(name)))
}
