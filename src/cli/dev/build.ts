import { join } from 'node:path'
import { compile, type Diagnostic, writeOutputs } from '../../compile/index.ts'
import { readText } from '../../compile/write-outputs.ts'
import type { Manifest } from '../../manifest/index.ts'
import { type BundledWorker, type Bundler, createBundler } from './bundle.ts'

/** A program that can be served, or what is wrong with the project. */
export type Build =
  | {
      readonly kind: 'good'
      readonly worker: BundledWorker
      readonly manifest: Manifest
      readonly warnings: readonly Diagnostic[]
    }
  | { readonly kind: 'broken'; readonly diagnostics: readonly Diagnostic[] }

export interface Builder {
  /** @param changed files that have changed since the last time, absolute */
  build(changed?: readonly string[]): Promise<Build>
  /** Whether a file, by its path relative to the project, is as the last build wrote it. */
  wrote(path: string): boolean
  dispose(): Promise<void>
}

/** Compiles, writes and bundles a project, again and again; what has not changed is not done again. */
export async function createBuilder(root: string, main: string | null): Promise<Builder> {
  let outputs: ReadonlyMap<string, string> = new Map()
  const bundler: Bundler = await createBundler(root, main)
  return {
    async build(changed = []) {
      const compilation = await compile({ root })
      const { manifest, diagnostics } = compilation
      if (manifest === null) return { kind: 'broken', diagnostics }
      outputs = compilation.outputs
      writeOutputs(root, compilation)
      const bundle = await bundler.bundle(changed)
      if ('diagnostics' in bundle) return { kind: 'broken', diagnostics: bundle.diagnostics }
      return { kind: 'good', worker: bundle, manifest, warnings: diagnostics }
    },
    wrote: (path) => outputs.has(path) && outputs.get(path) === readText(join(root, path)),
    dispose: bundler.dispose,
  }
}
