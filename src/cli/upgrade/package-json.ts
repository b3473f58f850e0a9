import { testedVersion } from '../../compile/tools.ts'
import { packageVersion } from '../version.ts'
import { type ProjectFiles, readJson } from './project-files.ts'

interface PackageJson {
  engines?: Record<string, string>
  allowScripts?: Record<string, boolean>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const PATH = 'package.json'

/** Changes package.json with a function, and keeps its indentation. */
export function editPackageJson(files: ProjectFiles, edit: (manifest: PackageJson) => void): void {
  const text = files.read(PATH)
  const manifest = readJson(files, PATH) as PackageJson | null // npm's format; every part is optional
  if (text === null || manifest === null) return
  const before = JSON.stringify(manifest)
  edit(manifest)
  if (JSON.stringify(manifest) === before) return
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  '
  files.change(PATH, `${JSON.stringify(manifest, null, indent)}\n`)
}

/** Adds packages that the project lacks, in the versions with which this package was tested. */
export function addPackages(
  manifest: PackageJson,
  kind: 'dependencies' | 'devDependencies',
  names: readonly string[],
): void {
  const missing = names.filter((name) => !manifest.dependencies?.[name] && !manifest.devDependencies?.[name])
  if (missing.length === 0) return
  const added = Object.fromEntries(missing.map((name) => [name, testedVersion(name)]))
  manifest[kind] = sorted({ ...manifest[kind], ...added })
}

/** Packages that must have the same version as `cms`. */
const SAME_VERSION = ['lintel', '@lintel/import']

/**
 * Sets dependencies in `SAME_VERSION` to this package's version, unless they refer to something other than a version,
 * such as a file.
 */
export function requireThisVersion(manifest: PackageJson): void {
  for (const dependencies of [manifest.dependencies ?? {}, manifest.devDependencies ?? {}]) {
    for (const name of SAME_VERSION) {
      if (/^[~^]?\d/.test(dependencies[name] ?? '')) dependencies[name] = packageVersion()
    }
  }
}

function sorted(dependencies: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1)))
}
