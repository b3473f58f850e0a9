import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { REFERENCE_FILE } from '../../compile/assets-folder.ts'
import { type Compilation, compile, readText, writeOutputs, writeTexts } from '../../compile/index.ts'
import { isCompiled } from '../compile-project.ts'
import { isLate } from './again.ts'
import { type Bundle, type Bundler, createBundler } from './bundle.ts'

/** A project, compiled and written. */
export interface Build {
  readonly compilation: Compilation
  /** The worker, being bundled meanwhile; `null` where the compiler found mistakes. */
  readonly bundle: Promise<Bundle> | null
}

export interface Builder {
  /** @param changed files that have changed since the last time, absolute */
  build(changed?: readonly string[]): Promise<Build>
  /** Writes the OpenAPI document and the static files, for which no request waits. */
  writeReference(): void
  /** Tells whether a file, by its path relative to the project, is as the last build wrote it. */
  wrote(path: string): boolean
  dispose(): Promise<void>
}

/** Compiles, writes and bundles a project, again and again; what has not changed is not done again. */
export async function createBuilder(root: string, main: string | null): Promise<Builder> {
  let outputs: ReadonlyMap<string, string> = new Map()
  let reference: Compilation['reference'] = () => new Map()
  const bundler: Bundler = await createBundler(root, main)
  return {
    async build(changed = []) {
      const compilation = await compileWritten(root)
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

/** Time that a file may be half written, in milliseconds: a program that writes one empties it first. */
const WRITING = 30

/** Compiles the project, and a broken one again: a file may have been read while it was being written. */
async function compileWritten(root: string): Promise<Compilation> {
  const first = await compile({ root })
  if (isCompiled(first) || isLate(first)) return first
  await sleep(WRITING)
  return compile({ root })
}
