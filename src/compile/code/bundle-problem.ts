import type { BuildFailure, Message } from 'esbuild'
import type { Finding } from '../diagnostics/diagnostic.ts'
import { MissingTool } from '../tools.ts'
import { ENTRY } from './bundle-imports.ts'
import { packageNameOf } from './module-name.ts'

/** A mistake in a bundle, in words, with a hint; the hint is `null` if none is known. */
export interface BundleProblem {
  readonly message: string
  readonly hint: string | null
}

/** Describes a message of the bundler. The hint is the bundler's first note, unless a package is not installed. */
export function bundleProblem({ text, notes }: Pick<Message, 'text' | 'notes'>): BundleProblem {
  const [, specifier] = /^Could not resolve "([^".][^"]*)"$/.exec(text) ?? []
  const name = specifier === undefined ? null : packageNameOf(specifier)
  if (name === null) return { message: text, hint: notes[0]?.text ?? null }
  return { message: `The package '${name}' is not installed.`, hint: `Run \`npm install ${name}\`.` }
}

export function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error
}

/** Returns findings for an error of the bundler, or for a bundler that is not installed. @throws any other error */
export function bundleFindings(error: unknown): readonly Finding[] {
  if (error instanceof MissingTool) return [{ code: 'bundle', message: error.message, hint: error.hint, at: null }]
  if (!isBuildFailure(error)) throw error
  return error.errors.map(asFinding)
}

function asFinding(error: Message): Finding {
  const { message, hint } = bundleProblem(error)
  const { location } = error
  const isInFile = location !== null && location.file !== ENTRY
  const at = isInFile
    ? { file: location.file, line: location.line, column: location.column + 1, length: location.length }
    : null
  return { code: 'bundle', message, ...(hint !== null && { hint }), at }
}
