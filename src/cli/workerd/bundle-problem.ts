import type { Message } from 'esbuild'
import { packageNameOf } from '../../compile/code/packages.ts'

/** Mistake in a bundle in words, with a hint; the hint is `null` if none is known. */
export interface BundleProblem {
  readonly message: string
  readonly hint: string | null
}

/** Describes a message of the bundler. Only a package that is not installed has a known remedy. */
export function bundleProblem({ text, notes }: Pick<Message, 'text' | 'notes'>): BundleProblem {
  const [, specifier] = /^Could not resolve "([^".][^"]*)"$/.exec(text) ?? []
  const name = specifier === undefined ? null : packageNameOf(specifier)
  if (name === null) return { message: text, hint: notes[0]?.text ?? null }
  return { message: `The package '${name}' is not installed.`, hint: `Run \`npm install ${name}\`.` }
}
