import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build } from 'esbuild'
import { bundleWorker } from '../../src/cli/bundle/bundle-worker.ts'
import { workerdOptions } from '../../src/cli/workerd/workerd-options.ts'
import { REFERENCE_FILE } from '../../src/compile/assets-folder.ts'
import { compile, writeOutputs } from '../../src/compile/index.ts'
import { makeProject } from './build.ts'
import { printTable } from './print.ts'

/**
 * Prints the size of the worker as it is deployed, and of the output for projects of 5 and 500 collections with 20
 * fields each.
 */
export async function benchSize(): Promise<void> {
  const { atStart, onDemand } = await bundleWorker(resolve('.'), { main: 'src/worker.ts', alias: {}, define: {} })
  printTable(
    'Worker with all plugins, minified, gzip',
    ['', ''],
    [
      ['one module', zipped(await asOne(resolve('.'), { entryPoints: ['src/worker.ts'] }))],
      ['modules loaded at start', kilobytes(atStart)],
      ['modules loaded on demand', kilobytes(onDemand)],
    ],
  )
  const rows: string[][] = []
  for (const collections of [5, 500]) {
    const { manifest, migrations, reference, worker } = await measureProject(collections)
    const sizes = [manifest, migrations, worker].map((part) => kilobytes(part.length))
    rows.push([`${collections} × 20 fields`, ...sizes, zipped(worker), kilobytes(reference.length)])
  }
  printTable('What a project makes', ['collections', 'manifest', 'migrations', 'worker', 'gzip', 'reference'], rows)
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(0)} KB`
}

function zipped(text: string): string {
  return kilobytes(gzipSync(text, { level: 9 }).length)
}

/** Compiled output of a project with a given number of collections, as text, and its worker as one module. */
export interface Measured {
  readonly manifest: string
  readonly migrations: string
  /** Parts of the API reference, which are a static file. */
  readonly reference: string
  /** Minified code of the worker. */
  readonly worker: string
}

/** Bundles a worker to one minified module, like wrangler. */
async function asOne(root: string, entry: BuildOptions): Promise<string> {
  const options: BuildOptions = {
    ...workerdOptions(resolve(root)),
    ...entry,
    define: { 'process.env.NODE_ENV': '"production"' },
    minify: true,
    write: false,
  }
  const { outputFiles } = await build(options)
  return outputFiles?.[0]?.text ?? ''
}

export async function measureProject(collections: number): Promise<Measured> {
  const root = await makeProject(collections)
  try {
    const compilation = await compile({ root })
    if (compilation.manifest === null) throw new Error(compilation.diagnostics.map(({ message }) => message).join('\n'))
    writeOutputs(root, compilation)
    const worker = await asOne(root, { stdin: { contents: MAIN, resolveDir: root, loader: 'js' } })
    const text = (path: string) => compilation.outputs.get(path) ?? compilation.reference().get(path) ?? ''
    return {
      manifest: text('.cms/manifest.json'),
      migrations: text('.cms/migrations.json'),
      reference: text(REFERENCE_FILE),
      worker,
    }
  } finally {
    await rm(root, { recursive: true })
  }
}

const MAIN = `import { createWorker } from 'lintel/runtime'
import { program } from './.cms/program.ts'
export default createWorker(program)
`
