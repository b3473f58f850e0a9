import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { BuildFailure, BuildOptions, Metafile } from 'esbuild'
import { bundleOptions } from '../../compile/code/bundle-options.ts'
import { bundleProblem, isBuildFailure } from '../../compile/code/bundle-problem.ts'
import { Failure } from '../failure.ts'
import { loadTool } from '../tools.ts'
import { buildStartModule } from './start-module.ts'

/** Folder of the worker's modules, relative to the project. */
export const WORKER_FOLDER = '.cms/worker'

/** Main module in `WORKER_FOLDER`. */
export const WORKER_MODULE = 'worker.js'

export interface WorkerSource {
  /** Main module of the project, as a path relative to it. */
  readonly main: string
  /** Modules that replace others, as declared in `wrangler.toml`. */
  readonly alias: Readonly<Record<string, string>>
  /** Expressions that replace names, as declared in `wrangler.toml`. */
  readonly define: Readonly<Record<string, string>>
}

/** Sizes of a worker's JavaScript in bytes, each module compressed by gzip. */
export interface WorkerSize {
  /** Size of the modules that an isolate loads at its start. */
  readonly atStart: number
  /** Size of the modules that an isolate loads when it needs them. */
  readonly onDemand: number
}

/**
 * Writes the worker as modules: one for what every request needs, and others for pages and rare work, which an isolate
 * loads when it needs them.
 * @throws Failure naming what cannot be bundled
 */
export async function bundleWorker(root: string, { main, alias, define }: WorkerSource): Promise<WorkerSize> {
  const { build } = await loadTool('esbuild')
  const outdir = join(root, WORKER_FOLDER)
  rmSync(outdir, { recursive: true, force: true })
  const usual = moduleOptions(root)
  const options: BuildOptions = {
    ...usual,
    entryPoints: [{ in: join(root, main), out: WORKER_MODULE.replace(/\.js$/, '') }],
    outdir,
    alias: { ...usual.alias, ...alias },
    define: { ...usual.define, ...define },
    sourcemap: true,
    metafile: true,
  }
  const { metafile } = await buildStartModule(build, options, join(root, main)).catch((error: unknown) => {
    throw bundleFailure('worker', error)
  })
  return sizeOf(root, metafile?.outputs ?? {})
}

/** Returns options that turn a worker into minified modules that workerd loads when they are imported. */
export function moduleOptions(root: string) {
  const usual = bundleOptions(root)
  return {
    ...usual,
    splitting: true,
    chunkNames: '[hash]',
    assetNames: '[name]-[hash]',
    loader: { ...usual.loader, '.wasm': 'copy' },
    define: { ...usual.define, 'process.env.NODE_ENV': '"production"' },
    minify: true,
  } satisfies BuildOptions
}

type Outputs = Metafile['outputs']

function sizeOf(root: string, outputs: Outputs): WorkerSize {
  const start = modulesAtStart(outputs)
  const sizes = Object.keys(outputs)
    .filter((path) => path.endsWith('.js'))
    .map((path) => [path, gzipSync(readFileSync(join(root, path))).length] as const)
  const total = (some: typeof sizes) => some.reduce((sum, [, size]) => sum + size, 0)
  return {
    atStart: total(sizes.filter(([path]) => start.has(path))),
    onDemand: total(sizes.filter(([path]) => !start.has(path))),
  }
}

/** Returns the main module and every module that it imports statically, directly or indirectly. */
function modulesAtStart(outputs: Outputs): ReadonlySet<string> {
  const found = new Set([`${WORKER_FOLDER}/${WORKER_MODULE}`])
  // Paths that are added to the set during this loop are visited, too.
  for (const path of found) {
    for (const { path: imported, kind } of outputs[path]?.imports ?? []) {
      if (kind === 'import-statement' && outputs[imported]) found.add(imported)
    }
  }
  return found
}

/** Turns an error of the bundler into a failure that says why modules cannot be bundled. */
export function bundleFailure(what: 'worker' | 'server', error: unknown): unknown {
  if (!isBuildFailure(error)) return error
  const [hint] = error.errors.flatMap((message) => bundleProblem(message).hint ?? [])
  return new Failure(`The ${what} cannot be bundled: ${error.errors.map(textOf).join(' ')}`, {
    ...(hint !== undefined && { hint }),
  })
}

function textOf(error: BuildFailure['errors'][number]): string {
  const { location } = error
  const sentence = bundleProblem(error).message.replace(/[.]?$/, '.')
  return location === null ? sentence : `${location.file}:${location.line}:${location.column + 1}: ${sentence}`
}
