import { createRequire } from 'node:module'
import { join, relative, resolve, sep } from 'node:path'
import type { Metafile } from 'esbuild'
import { packageRoot } from '../../compile/load/package-root.ts'
import { bundleOptions } from '../workerd/bundle-options.ts'

/** The packages that a bundle leaves outside, by the specifiers under which its modules import them, sorted. */
export function importedPackages(metafile: Metafile): readonly string[] {
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
  const names = imports.filter((entry) => entry.external && !/^(?:node|cloudflare):/.test(entry.path))
  return [...new Set(names.map((entry) => entry.path))].sort()
}

/**
 * Bundles packages so that each specifier is a module of its own and code that several need is there once. Returns the
 * modules by name, or `null` where a program made of them could differ from one bundle: a package that the project and
 * lintel find in two versions, or one in CommonJS, whose exports cannot be imported by name from outside.
 */
export async function bundleLibraries(
  root: string,
  specifiers: readonly string[],
): Promise<ReadonlyMap<string, string> | null> {
  if (specifiers.some((specifier) => isInTwoVersions(root, specifier))) return null
  const { build } = await import('esbuild')
  const outdir = join(root, '.cms', 'libraries')
  const result = await build({
    ...bundleOptions(root),
    entryPoints: specifiers.map((specifier) => ({ in: specifier, out: specifier })),
    outdir,
    splitting: true,
    metafile: true,
  })
  if (holdsCommonJs(result.metafile)) return null
  return new Map(result.outputFiles.map((file) => [moduleName(outdir, file.path, specifiers), file.text]))
}

/** A specifier for an entry, a file name for a chunk. */
function moduleName(outdir: string, path: string, specifiers: readonly string[]): string {
  const name = relative(outdir, path).split(sep).join('/')
  const specifier = name.replace(/\.js$/, '')
  return specifiers.includes(specifier) ? specifier : name
}

function isInTwoVersions(root: string, specifier: string): boolean {
  const [fromProject, fromPackage] = [root, packageRoot].map((folder) => resolveFrom(folder, specifier))
  return fromProject !== undefined && fromPackage !== undefined && fromProject !== fromPackage
}

function resolveFrom(folder: string, specifier: string): string | undefined {
  try {
    return createRequire(resolve(folder, 'package.json')).resolve(specifier)
  } catch {
    return undefined
  }
}

function holdsCommonJs({ inputs, outputs }: Metafile): boolean {
  const entries = Object.values(outputs).map((output) => output.entryPoint)
  return entries.some((entry) => entry !== undefined && inputs[entry]?.format === 'cjs')
}
