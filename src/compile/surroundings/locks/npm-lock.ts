import { isTable, type Table } from '../../table.ts'
import {
  BUNDLED,
  CONFIGURED,
  factsOf,
  type LockedPackage,
  type LockFile,
  type Programs,
  sourceOf,
} from './locked-package.ts'
import { programsIn } from './locked-programs.ts'

/** Reads `package-lock.json` and `npm-shrinkwrap.json`, of every version: version 2 lists packages twice, and
 * version 1 without programs. */
export function readNpmLock(content: Table): LockFile {
  const { packages, dependencies, lockfileVersion, name: _name, version: _version, ...others } = content
  const listed = Object.entries(isTable(packages) ? packages : {}).flatMap(([path, entry]) =>
    path === '' || !isTable(entry) ? [] : packageAt(path, entry),
  )
  const nested = isTable(dependencies) ? packagesBelow('', dependencies, isTable(packages) ? [] : 'unknown') : []
  return {
    packages: [...listed, ...nested],
    rest: new Map(Object.entries({ lockfileVersion, ...others }).filter(([name]) => name !== 'requires')),
  }
}

function packageAt(path: string, entry: Table): LockedPackage[] {
  const index = path.lastIndexOf('node_modules/')
  if (index === -1) return [] // the folder to which a link leads
  const name = path.slice(index + 'node_modules/'.length)
  const programs = programsIn(entry.bin, name)
  return [{ ...lockedPackage(path, name, entry, entry.inBundle === true), programs }]
}

function packagesBelow(prefix: string, dependencies: Table, programs: Programs): LockedPackage[] {
  return Object.entries(dependencies).flatMap(([name, entry]) => {
    if (!isTable(entry)) return []
    const place = `${prefix}${name}`
    const below = isTable(entry.dependencies) ? packagesBelow(`${place} > `, entry.dependencies, programs) : []
    const found = lockedPackage(place, name, { ...entry, dependencies: undefined }, entry.bundled === true)
    return [{ ...found, programs }, ...below]
  })
}

function lockedPackage(place: string, name: string, entry: Table, isBundled: boolean): Omit<LockedPackage, 'programs'> {
  const { resolved, integrity, hasInstallScript, link } = entry
  const declared = typeof entry.version === 'string' ? entry.version : ''
  // In version 1, a package that is from no registry has an address in place of its version.
  const [, alias, aliased] = /^npm:(.+)@([^@]+)$/.exec(declared) ?? []
  const version = aliased ?? declared
  const original = alias ?? (typeof entry.name === 'string' ? entry.name : name)
  const source = sourceIn({ resolved, isLink: link === true, isBundled }, name, original, version)
  return {
    place,
    name,
    version: link === true ? 'link' : version,
    source,
    integrity: typeof integrity === 'string' ? integrity : null,
    facts: factsOf(entry, ...COMPARED),
    runsScript: hasInstallScript === true,
  }
}

const COMPARED = ['bundled', 'hasInstallScript', 'inBundle', 'integrity', 'link', 'name', 'requires', 'resolved']

interface Origin {
  readonly resolved: unknown
  readonly isLink: boolean
  readonly isBundled: boolean
}

function sourceIn({ resolved, isLink, isBundled }: Origin, name: string, original: string, version: string) {
  if (isLink) return { kind: 'other', address: `the folder ${String(resolved)}` } as const
  if (isBundled && resolved === undefined) return BUNDLED
  if (typeof resolved !== 'string') {
    return /[:/]/.test(version) ? ({ kind: 'other', address: version } as const) : CONFIGURED
  }
  const source = sourceOf(resolved, original, version)
  return original === name || source.kind === 'other'
    ? source
    : ({ kind: 'other', address: `the package ${original} of ${source.address}` } as const)
}
