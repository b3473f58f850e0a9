import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packageRoot } from '../../compile/load/package-root.ts'
import { testedVersion } from '../../compile/tools.ts'
import { packageVersion } from '../version.ts'
import type { DoctorFinding } from './finding.ts'

/** Versions by the name of the tool; `null` for a tool that is not installed. */
export type Versions = Readonly<Record<string, string | null>>

/** Reads the versions of everything that the service is built and deployed with; `null` for what is not installed. */
export function readVersions(root: string): Versions {
  return {
    lintel: packageVersion(),
    node: process.versions.node,
    wrangler: versionOf('wrangler', root),
    workerd: versionOf('workerd', packageRoot),
    typescript: versionOf('typescript', root),
  }
}

/** Oldest version of Node that runs TypeScript without a flag and lets code hook into the loading of modules. */
export const OLDEST_NODE = [22, 18]

export function isOldNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor)
}

/**
 * Finds tools that are missing, too old, or not in the required version.
 * @param isUploaded true if an environment is on Cloudflare
 */
export function checkVersions(root: string, versions: Versions, isUploaded: boolean): readonly DoctorFinding[] {
  const found: DoctorFinding[] = []
  if (isOldNode(process.versions.node)) {
    found.push({
      topic: 'versions',
      severity: 'error',
      message: `Node ${process.versions.node} is older than ${OLDEST_NODE.join('.')}.`,
      remedy: 'npm install',
    })
  }
  if (isUploaded && versions.wrangler === null) {
    found.push({
      topic: 'versions',
      severity: 'warning',
      message: 'wrangler is not installed: `cms deploy` uploads with it.',
      remedy: `npm install --save-dev wrangler@${testedVersion('wrangler')}`,
    })
  }
  const required = wantedVersion(root)
  if (required !== null && /^\d+\.\d+\.\d+/.test(required) && required !== versions.lintel) {
    found.push({
      topic: 'versions',
      severity: 'warning',
      message: `package.json requires lintel ${required}, but ${versions.lintel} is installed.`,
      remedy: 'npm install',
    })
  }
  return found
}

/**
 * Returns the version range of the package in the project's package.json; `null` if the project does not depend on it.
 */
function wantedVersion(root: string): string | null {
  const { dependencies = {}, devDependencies = {} } = readPackage(join(root, 'package.json'))
  return dependencies.lintel ?? devDependencies.lintel ?? null
}

function versionOf(name: string, start: string): string | null {
  for (let folder = start; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name, 'package.json')
    if (existsSync(path)) return readPackage(path).version ?? null
    if (folder === dirname(folder)) return null
  }
}

interface Package {
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

function readPackage(path: string): Package {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Package // npm's format; every part is optional
  } catch {
    return {} // missing or broken: npm itself reports that
  }
}
