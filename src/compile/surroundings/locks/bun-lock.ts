import { isTable, type Table } from '../../table.ts'
import {
  CONFIGURED,
  factsOf,
  type LockedPackage,
  type LockFile,
  type PackageSource,
  sourceOf,
} from './locked-package.ts'
import { programsIn } from './locked-programs.ts'

/** Settings that bun copies into its lock file from `package.json`. */
const COPIED = new Set([
  'catalog',
  'catalogs',
  'overrides',
  'packages',
  'patchedDependencies',
  'trustedDependencies',
  'workspaces',
])

/** Reads `bun.lock`; `null` if its list of packages has an unknown form. */
export function readBunLock(content: Table): LockFile | null {
  const entries = Object.entries(isTable(content.packages) ? content.packages : {})
  const packages = entries.map(([place, entry]) => packageOf(place, entry))
  if (packages.includes(null)) return null
  return {
    packages: packages.filter((entry) => entry !== null),
    rest: new Map(Object.entries(content).filter(([name]) => !COPIED.has(name))),
  }
}

/** Reads `["zod@4.6.7", "", { … }, "sha512-…"]`, of which the second item is the registry. */
function packageOf(place: string, entry: unknown): LockedPackage | null {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return null
  const [, original, version] = /^((?:@[^/]+\/)?[^@]+)@(.+)$/.exec(entry[0]) ?? []
  if (original === undefined || version === undefined) return null
  const name = /(?:@[^/]+\/)?[^/]+$/.exec(place)?.[0] ?? place
  const last: unknown = entry.at(-1)
  const integrity = entry.length > 1 && typeof last === 'string' && last !== entry[1] ? last : null
  const described = entry.find(isTable) ?? {}
  const programs = 'binDir' in described ? 'unknown' : programsIn(described.bin, name)
  const facts = factsOf(described)
  const source = sourceOfEntry(entry, version, original, name)
  return { place, name, version, source, integrity, facts, runsScript: false, programs }
}

function sourceOfEntry(entry: readonly unknown[], version: string, original: string, name: string): PackageSource {
  if (/[:/]/.test(version)) return { kind: 'other', address: version }
  const registry = typeof entry[1] === 'string' && entry[1] !== '' ? entry[1] : null
  const source = registry === null ? CONFIGURED : registrySource(registry, original, version)
  if (original === name || source.kind === 'other') return source
  return { kind: 'other', address: `the package ${original} of ${source.address}` }
}

function registrySource(address: string, name: string, version: string): PackageSource {
  if (address.endsWith('.tgz') || !URL.canParse(address)) return sourceOf(address, name, version)
  return { kind: 'registry', address: new URL(address).host }
}
