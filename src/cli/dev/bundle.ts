import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { BuildContext, BuildFailure, BuildOptions, Message } from 'esbuild'
import type { Diagnostic } from '../../compile/index.ts'
import { Failure } from '../failure.ts'
import { builtinAliases, bundleOptions } from '../workerd/bundle-options.ts'
import { bundleLibraries, importedNames, type Libraries } from './libraries.ts'

/** The worker as modules, or why it cannot be made. */
export type Bundle = BundledWorker | { readonly diagnostics: readonly Diagnostic[] }

export interface BundledWorker {
  /** The project's own code: what a save may change. */
  readonly code: string
  /** What it imports by name; `null` where `code` holds all of that. The same object until it changes. */
  readonly libraries: Libraries | null
}

export interface Bundler {
  /**
   * Bundles again; only what has changed since the last time is read and parsed.
   * @param changed files that have changed, absolute
   */
  bundle(changed: readonly string[]): Promise<Bundle>
  dispose(): Promise<void>
}

/**
 * Prepares bundling the worker's main module as wrangler would, but in two parts: libraries are bundled once and stay
 * in workerd, since linking them again takes ten times as long as the project itself. Where they cannot be told apart
 * without changing what the program means, all is one bundle.
 * @param main relative to the project; `null` for the usual one, which serves the program and nothing else
 */
export async function createBundler(root: string, main: string | null): Promise<Bundler> {
  const esbuild = await import('esbuild')
  const whole: BuildOptions & { write: false } = { ...bundleOptions(root), ...entryOf(root, main) }
  const split = { ...whole, alias: builtinAliases, packages: 'external', metafile: true } as const
  let build: BuildContext<{ write: false }> = await esbuild.context(split)
  let libraries: Libraries | null = null

  const bundle = async (changed: readonly string[]): Promise<BundledWorker> => {
    const { metafile, outputFiles } = await build.rebuild()
    const code = outputFiles[0]?.text ?? ''
    if (!metafile) return { code, libraries: null }
    const names = [...new Set([...(libraries?.specifiers ?? []), ...importedNames(metafile)])].sort()
    if (libraries === null || names.length > libraries.specifiers.length || changed.some(isIn(libraries.sources))) {
      libraries = await bundleLibraries(root, names, metafile).catch(async (error: unknown) => {
        // Only the whole bundle knows which import is at fault; where it finds none, it serves.
        await esbuild.build(whole)
        if (isBuildFailure(error)) return null
        throw error
      })
      if (libraries === null) return bundleWhole()
    }
    return { code, libraries }
  }
  const bundleWhole = async (): Promise<BundledWorker> => {
    await build.dispose()
    build = await esbuild.context({ ...whole, metafile: false })
    return bundle([])
  }
  return {
    async bundle(changed) {
      try {
        return await bundle(changed)
      } catch (error) {
        if (!isBuildFailure(error)) throw error
        return { diagnostics: error.errors.map(asDiagnostic) }
      }
    },
    dispose: () => build.dispose(),
  }
}

function isIn(files: ReadonlySet<string>): (path: string) => boolean {
  return (path) => files.has(path)
}

/** @throws Failure where the main module does not exist */
function entryOf(root: string, main: string | null): Pick<BuildOptions, 'entryPoints' | 'stdin'> {
  if (main === null) return { stdin: { contents: USUAL_MAIN, resolveDir: root, sourcefile: 'worker.ts', loader: 'ts' } }
  if (existsSync(resolve(root, main))) return { entryPoints: [resolve(root, main)] }
  throw new Failure(`${main}, which wrangler.toml names as the main module, does not exist.`)
}

const USUAL_MAIN = `import { createWorker } from 'lintel/runtime'
import { program } from './.cms/program.ts'
export default createWorker(program)
`

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error
}

function asDiagnostic({ text, location, notes }: Message): Diagnostic {
  return {
    code: 'bundle',
    severity: 'error',
    message: text,
    hint: notes[0]?.text ?? null,
    file: location?.file ?? null,
    line: location?.line ?? null,
    column: location ? location.column + 1 : null,
    frame: location && frameOf(location),
  }
}

function frameOf({ line, column, length, lineText }: NonNullable<Message['location']>): string {
  const gutter = `> ${line} | `
  const marks = '^'.repeat(Math.max(1, length))
  return `${gutter}${lineText}\n${' '.repeat(gutter.length - 2)}| ${' '.repeat(column)}${marks}`
}
