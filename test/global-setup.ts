/** Generates the repository's own program once, which the tests' imports and the type checker find in `.cms`. */
export default async function setup(): Promise<void> {
  try {
    await generateProgram(process.cwd())
  } catch (error) {
    // What does not need the program can be tested all the same; what does will fail and say why.
    console.error(error)
  }
}

async function generateProgram(root: string): Promise<void> {
  const { compile, writeOutputs } = await import('../src/compile/index.ts')
  const compilation = await compile({ root })
  if (compilation.manifest === null) {
    const mistakes = compilation.diagnostics.map(({ file, line, message }) => `${file}:${line} ${message}`)
    throw new Error(`The repository's own config does not compile:\n${mistakes.join('\n')}`)
  }
  const generated = [...compilation.outputs].filter(([path]) => path.startsWith('.cms/'))
  writeOutputs(root, { ...compilation, outputs: new Map(generated) })
}
