import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Manifest, ManifestCode } from '../../manifest/index.ts'
import type { ModulesOf } from '../compilation.ts'
import type { Finding } from '../diagnostics/diagnostic.ts'
import type { ProgramExports } from '../load/find-exports.ts'
import { readText } from '../write-outputs.ts'
import { bundleFindings } from './bundle-problem.ts'
import { bundleVariants } from './bundle-variants.ts'
import { codeOf } from './code-of.ts'
import { graphOf } from './known-graphs.ts'
import { isOfLintel } from './module-name.ts'
import { modulesOf } from './modules-of.ts'
import type { Overlay } from './overlay-files.ts'
import { hashOwnSource } from './own-source.ts'
import type { ProgramGraph } from './program-graph.ts'
import type { ProgramCode } from './stamp-program.ts'
import { readWorkerFacts, workerMains } from './worker-facts.ts'

interface Project {
  /** Absolute path of the project. */
  readonly root: string
  readonly overlay: Overlay
  /** Paths of the bundler's files. */
  readonly bundlerFiles: readonly string[]
}

/** The code of a program without its migrations, or the reasons why the bundler rejects it. */
type ReadCode =
  | { readonly code: Omit<ProgramCode, 'migrations'>; readonly modules: ModulesOf; readonly findings: readonly [] }
  | { readonly code: null; readonly findings: readonly Finding[] }

/**
 * Reads the code of a program, and the relevant settings of `wrangler.toml`. Evaluates nothing.
 * A later call for the same project only reads what has changed.
 */
export async function readProgramCode(
  { root, overlay, bundlerFiles }: Project,
  manifest: Manifest,
  exports: ProgramExports,
): Promise<ReadCode> {
  const worker = readWorkerFacts(root, manifest)
  const mains = workerMains(root, worker).filter(isThere)
  const declared = [...exports.plugins, ...exports.functions.map(({ exported }) => exported)].map(({ file }) => file)
  const variants = bundleVariants(root, manifest, worker)
  const named = variants.flatMap(({ tsconfig }) => tsconfig ?? [])
  const settings = [...bundlerFiles, ...named].map((path) => [basename(path), readText(path) ?? ''] as const)
  const workerEntries = new Set([...mains, ...variants.flatMap(({ alias }) => Object.values(alias))])
  const entries = [...new Set([...declared, ...workerEntries])].filter((file) => !isOfLintel(root, file)).sort()
  try {
    const graph =
      entries.length === 0 ? noModules() : await graphOf({ root, entries, variants, overlay }, JSON.stringify(settings))
    const request = JSON.stringify([
      exports,
      [...workerEntries],
      manifest.plugins.map(({ source, hooks }) => [source, hooks]),
    ])
    const before = known.get(graph)
    const isSame = before?.request === request
    const code = isSame ? before.code : await codeOf({ root, graph, manifest, exports, workerEntries, overlay })
    known.set(graph, { request, code })
    const plugins = manifest.plugins.filter(({ system }) => !system).map(({ name }) => name)
    return {
      code: { code, worker, source: hashOwnSource(root), tsconfigs: tsconfigsIn(settings) },
      modules: modulesOf(graph, exports, plugins, workerEntries),
      findings: [],
    }
  } catch (error) {
    return { code: null, findings: bundleFindings(error) }
  }
}

function tsconfigsIn(settings: readonly (readonly [string, string])[]): readonly string[] {
  const texts = settings.filter(([name]) => name !== 'package.json').map(([, text]) => text.replaceAll('\r\n', '\n'))
  return [...new Set(texts)].sort()
}

/** Tells whether a module exists. The path may lack its extension. */
function isThere(path: string): boolean {
  if (existsSync(path)) return true
  const folder = dirname(path)
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(`${basename(path)}.`))
}

function noModules(): ProgramGraph {
  return { modules: new Map(), entries: [], bundles: [] }
}

/** Results of the last call, by graph. */
const known = new WeakMap<ProgramGraph, { readonly request: string; readonly code: ManifestCode }>()
