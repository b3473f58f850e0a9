import { join } from 'node:path'
import { REFERENCE_FILE } from '../../compile/assets-folder.ts'
import { type Compilation, compile, readText, writeOutputs, writeTexts } from '../../compile/index.ts'
import { isCompiled } from '../compile-project.ts'
import { type Bundle, type Bundler, createBundler } from './bundle.ts'

/** Project that was compiled and written. */
export interface Build {
  readonly compilation: Compilation
  /** Promise of the worker's bundle; `null` if the compiler found mistakes. */
  readonly bundle: Promise<Bundle> | null
}

export interface Builder {
  /**
   * Builds the project.
   * @param changed absolute paths of the files that have changed since the last build
   */
  build(changed?: readonly string[]): Promise<Build>
  /** Writes the OpenAPI document and the static files, which no request waits for. */
  writeReference(): void
  /** Tells whether a file still has the content that the last build wrote. The path is relative to the project. */
  wrote(path: string): boolean
  dispose(): Promise<void>
}

/**
 * Creates a builder that compiles, writes and bundles a project repeatedly; parts that have not changed are not built
 * again.
 */
export async function createBuilder(root: string, main: string | null): Promise<Builder> {
  let outputs: ReadonlyMap<string, string> = new Map()
  let reference: Compilation['reference'] = () => new Map()
  const bundler: Bundler = await createBundler(root, main)
  return {
    async build(changed = []) {
      const compilation = await compile({ root })
      if (!isCompiled(compilation)) return { compilation, bundle: null }
      outputs = compilation.outputs
      writeOutputs(root, { ...compilation, reference: () => new Map() })
      reference = compilation.reference
      return { compilation, bundle: bundler.bundle(changed, () => compilation.reference().get(REFERENCE_FILE) ?? '') }
    },
    wrote: (path) => outputs.has(path) && outputs.get(path) === readText(join(root, path)),
    writeReference: () => {
      writeTexts(root, reference())
    },
    dispose: bundler.dispose,
  }
}
