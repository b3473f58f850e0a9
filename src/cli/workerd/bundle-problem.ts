import type { Message } from 'esbuild'
import { packageNameOf } from '../../compile/code/packages.ts'

/** A mistake of a bundle in words, with what to do about it; `null` where nothing is known. */
export interface BundleProblem {
  readonly message: string
  readonly hint: string | null
}

/** Says what the bundler found. A package that is not installed is the one thing that has one remedy. */
export function bundleProblem({ text, notes }: Pick<Message, 'text' | 'notes'>): BundleProblem {
  const [, specifier] = /^Could not resolve "([^".][^"]*)"$/.exec(text) ?? []
  const name = specifier === undefined ? null : packageNameOf(specifier)
  if (name === null) return { message: text, hint: notes[0]?.text ?? null }
  return { message: `The package '${name}' is not installed.`, hint: `Run \`npm install ${name}\`.` }
}
