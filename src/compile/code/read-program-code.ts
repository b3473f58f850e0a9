import type { Manifest, ManifestCode } from '../../manifest/index.ts'
import type { ProgramExports } from '../load/find-exports.ts'
import { readBundlerFiles } from './bundler-files.ts'
import { codeOf } from './code-of.ts'
import { createModuleFiles, type ModuleFiles, type Overlay } from './module-files.ts'
import { hashOwnSource } from './own-source.ts'
import { bundlerFacts, redirectsOf } from './redirects.ts'
import type { ProgramCode } from './stamp-program.ts'
import { readWorkerFacts, tsconfigsOf, workerEntries } from './worker-facts.ts'

interface Project {
  /** Absolute path of the project. */
  readonly root: string
  /** Text that replaces the content of files. */
  readonly overlaid: Overlay
  /** Paths of the bundler's files. */
  readonly bundlerFiles: readonly string[]
}

/**
 * Reads the code of a program, and the relevant settings of `wrangler.toml` and the bundler's files. Evaluates nothing.
 * A later call for the same project only reads what has changed.
 */
export function readProgramCode(
  project: Project,
  manifest: Manifest,
  exports: ProgramExports,
): Omit<ProgramCode, 'migrations'> {
  const { root } = project
  const before = known.get(root)
  const modules = before?.modules ?? createModuleFiles(root)
  const worker = readWorkerFacts(root, manifest)
  const files = readBundlerFiles(root, project.bundlerFiles, tsconfigsOf(root, worker))
  const redirects = redirectsOf(root, files, worker)
  const hasChanged = modules.refresh((path) => project.overlaid(path), redirects)
  const entries = workerEntries(root, worker)
  const request = JSON.stringify([exports, entries, manifest.plugins.map(({ source, hooks }) => [source, hooks])])
  const isSame = before !== undefined && !hasChanged && before.question === request
  const code = isSame ? before.code : codeOf({ modules, manifest, exports, entries, redirects })
  known.set(root, { modules, question: request, code })
  return { code, worker: { ...bundlerFacts(files), ...worker }, source: hashOwnSource(root) }
}

const known = new Map<string, { modules: ModuleFiles; question: string; code: ManifestCode }>()
