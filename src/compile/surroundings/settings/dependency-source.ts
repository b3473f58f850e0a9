import { redact } from '../redact.ts'

/** Groups of dependencies, including the catalogs of a workspace. */
const GROUP = /^(?:dependencies|devDependencies|optionalDependencies|peerDependencies|catalogs?)\./

/** Tells whether a setting of `package.json` is a dependency. */
export function isDependency(name: string): boolean {
  return GROUP.test(name)
}

/** Tells whether a setting is a dependency that does not come from a registry, or that stands for another package. */
export function isOtherSource(name: string, value: unknown): boolean {
  if (!GROUP.test(name) || typeof value !== 'string' || addressOf(value) === null) return false
  const [, original] = /^npm:((?:@[^/]+\/)?[^@]+)/.exec(value) ?? []
  return original === undefined || !name.endsWith(`.${original}`)
}

/** Says where a dependency comes from. */
export function describeSource(value: unknown): string {
  const address = addressOf(String(value)) ?? ''
  if (address.startsWith('npm:')) return 'the name is an alias for another package'
  return `it comes from ${redact(address)}, which is not a registry`
}

/** Returns the address in a dependency; `null` if it is a range of versions, a tag, or a package of the workspace. */
function addressOf(value: string): string | null {
  if (/^(?:workspace|catalog|jsr):/.test(value)) return null
  return /[:/]/.test(value) || ARCHIVE.test(value) ? value : null
}

const ARCHIVE = /\.(?:tgz|tar|tar\.gz)$/i

/**
 * Returns the path in the repository to which a setting leads, relative to the setting's file; `null` if it leads to
 * none.
 */
export function localPathOf(name: string, value: unknown): string | null {
  if (typeof value !== 'string') return null
  const path = /^(?:file|link|portal):(?:\/\/)?(.+)$/.exec(value)?.[1]
  if (path !== undefined) return path
  const isPath = /^\.{1,2}\//.test(value) || (ARCHIVE.test(value) && !value.includes(':'))
  return GROUP.test(name) && isPath ? value : null
}
