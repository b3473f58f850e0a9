/** A package as a lock file records it. */
export interface LockedPackage {
  /** Place of installation, or the dependency that it satisfies: `node_modules/a/node_modules/zod`, `zod@^4`. */
  readonly place: string
  /** Name under which code imports the package. */
  readonly name: string
  readonly version: string
  readonly source: PackageSource
  /** Hashes of its contents; `null` if the file has none. */
  readonly integrity: string | null
  /** Everything else that the file says about the package, as JSON; empty if it says nothing else. */
  readonly facts: string
  /** True if installing the package runs a script, according to the file. */
  readonly runsScript: boolean
  readonly programs: Programs
}

/** Names of a package's programs; `unknown` if the file does not tell. */
export type Programs = readonly string[] | 'unknown'

/** Origin of a package. */
export interface PackageSource {
  readonly kind: 'registry' | 'other'
  /** Host of the registry, `the configured registry`, or the whole address. */
  readonly address: string
}

/** A lock file as data. */
export interface LockFile {
  readonly packages: readonly LockedPackage[]
  /** Everything else in the file that affects the installation, by name. */
  readonly rest: ReadonlyMap<string, unknown>
}

/** Returns what a lock file says about a package, without the parts that are compared separately or have no effect. */
export function factsOf(entry: Readonly<Record<string, unknown>>, ...others: readonly string[]): string {
  const left = Object.entries(entry).filter(
    ([name, value]) => value !== undefined && !others.includes(name) && !DESCRIPTIONS.has(name),
  )
  return left.length === 0 ? '' : JSON.stringify(left.sort(([a], [b]) => (a < b ? -1 : 1)))
}

const DESCRIPTIONS: ReadonlySet<string> = new Set([
  'deprecated',
  'dev',
  'devOptional',
  'extraneous',
  'funding',
  'license',
  'optional',
  'peer',
  'version',
])

/** Source of a package for which a lock file names no address. */
export const CONFIGURED: PackageSource = { kind: 'registry', address: 'the configured registry' }

/** Source of a package inside another one, which determines its version. */
export const BUNDLED: PackageSource = { kind: 'registry', address: 'a package that contains it' }

/** Hosts of npm's own registry, which are the same for all package managers. */
export const PUBLIC_HOSTS: ReadonlySet<string> = new Set([
  CONFIGURED.address,
  BUNDLED.address,
  'registry.npmjs.org',
  'registry.yarnpkg.com',
])

/**
 * Reads an address. It counts as that of a registry only if it names the package and version under which it is locked:
 * a registry has many packages, so the address of any other package is another source.
 */
export function sourceOf(address: string, name: string, version: string): PackageSource {
  const bare = address.replace(/#.*$/, '')
  const url = URL.canParse(bare) ? new URL(bare) : null
  if (
    url === null ||
    (url.protocol !== 'https:' && url.protocol !== 'http:') ||
    url.username !== '' ||
    url.search !== ''
  )
    return { kind: 'other', address }
  const host = url.protocol === 'https:' ? url.host : `http://${url.host}`
  return isOfRegistry(url, name, version) ? { kind: 'registry', address: host } : { kind: 'other', address }
}

/** Tells whether an address is that of a package's version in a registry with addresses like npm's, or in GitHub's. */
function isOfRegistry({ pathname }: URL, name: string, version: string): boolean {
  const path = pathname.replaceAll(/%2f/gi, '/').replaceAll(/%40/g, '@')
  const [scope = '', bare = name] = name.startsWith('@')
    ? [name.slice(0, name.indexOf('/') + 1), name.replace(/^[^/]+\//, '')]
    : []
  const file = `${bare}-${version.replace(/\+.*$/, '')}.tgz`
  const ends = [`/${name}/-/${file}`, `/${name}/-/${scope}${file}`]
  return ends.some((end) => path.endsWith(end)) || path.startsWith(`/download/${name}/${version}/`)
}
