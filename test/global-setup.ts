import { compile, writeOutputs } from '../src/compile/index.ts'

/** Generates the repository's own program once, which the tests' imports and the type checker find in `.cms`. */
export default async function setup(): Promise<void> {
  const root = process.cwd()
  const compilation = await compile({ root })
  if (compilation.manifest === null) {
    const mistakes = compilation.diagnostics.map(({ file, line, message }) => `${file}:${line} ${message}`)
    throw new Error(`The repository's own config does not compile:\n${mistakes.join('\n')}`)
  }
  const generated = [...compilation.outputs].filter(([path]) => path.startsWith('.cms/'))
  writeOutputs(root, { ...compilation, outputs: new Map(generated) })
}
