import { isTable, type Table } from '../../table.ts'
import {
  CONFIGURED,
  factsOf,
  type LockedPackage,
  type LockFile,
  type PackageSource,
  sourceOf,
} from './locked-package.ts'

/** Settings that pnpm copies into its lock file from files that are compared by themselves. */
const COPIED = new Set([
  'catalogs',
  'overrides',
  'patchedDependencies',
  'pnpmfileChecksum',
  'packageExtensionsChecksum',
])

/** Reads `pnpm-lock.yaml`: its packages, and which of them each project and each package uses. */
export function readPnpmLock(content: Table): LockFile {
  const { importers, packages, snapshots, dependencies, devDependencies, optionalDependencies, ...others } = content
  const projects = isTable(importers) ? importers : { '.': { dependencies, devDependencies, optionalDependencies } }
  return {
    packages: [
      ...Object.entries(isTable(packages) ? packages : {}).flatMap(([key, entry]) => packageOf(key, entry)),
      ...Object.entries(projects).flatMap(([path, project]) => dependenciesOf(path, project)),
      ...Object.entries(isTable(snapshots) ? snapshots : {}).flatMap(([key, entry]) => dependenciesOf(key, entry)),
    ],
    rest: new Map(Object.entries(others).filter(([name]) => !COPIED.has(name))),
  }
}

function packageOf(key: string, entry: unknown): LockedPackage[] {
  const [, name, version = ''] = /^\/?((?:@[^/]+\/)?[^@/(]+)[@/]([^(]*)/.exec(key) ?? []
  if (name === undefined || !isTable(entry)) return [{ ...NO_PACKAGE, place: key, name: key }]
  const { resolution, requiresBuild } = entry
  const integrity = isTable(resolution) && typeof resolution.integrity === 'string' ? resolution.integrity : null
  const runsScript = requiresBuild === 'true'
  const source = resolvedBy(resolution, name, version)
  const facts = factsOf(entry, 'resolution', 'requiresBuild')
  const programs = entry.hasBin === 'true' ? 'unknown' : []
  return [{ place: key, name, version, source, integrity, facts, runsScript, programs }]
}

const NO_PACKAGE: LockedPackage = {
  place: '',
  name: '',
  version: '',
  source: { kind: 'other', address: 'an entry that is not understood' },
  integrity: null,
  facts: '',
  runsScript: false,
  programs: [],
}

function resolvedBy(resolution: unknown, name: string, version: string): PackageSource {
  if (!isTable(resolution)) return { kind: 'other', address: 'no source' }
  if (typeof resolution.tarball === 'string') return sourceOf(resolution.tarball, name, version)
  const { integrity: _integrity, ...rest } = resolution
  return Object.keys(rest).length === 0 ? CONFIGURED : { kind: 'other', address: JSON.stringify(rest) }
}

/** Lists the dependencies of a project or a package. Their versions may be addresses: `link:../zod`. */
function dependenciesOf(owner: string, entry: unknown): LockedPackage[] {
  if (!isTable(entry)) return []
  return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((group) =>
    Object.entries(isTable(entry[group]) ? entry[group] : {}).map(([name, value]) => {
      const text = String(isTable(value) ? value.version : value).replace(/\(.*$/, '')
      const [, alias, version = text] = /^\/?((?:@[^/]+\/)?[^@/]+)@(.+)$/.exec(text) ?? []
      const isAlias = alias !== undefined && alias !== name
      const isAddress = /^[a-z+]+:|^(?:https?|git)|\//i.test(text) && !isAlias
      const address = isAlias ? `the package ${alias} of ${CONFIGURED.address}` : text
      return {
        ...NO_PACKAGE,
        place: `${owner} > ${name}`,
        name,
        version,
        source: isAlias || isAddress ? ({ kind: 'other', address } as const) : CONFIGURED,
        integrity: NOT_HERE,
      }
    }),
  )
}

/** Integrity of an entry that only refers to the entry with the integrity. */
export const NOT_HERE = 'elsewhere'
