import { join, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { wasmFilesOf, wasmModules } from '../../src/cli/workerd/wasm-modules.ts'
import { workerdOptions } from '../../src/cli/workerd/workerd-options.ts'
import { REFERENCE_FILE } from '../../src/compile/assets-folder.ts'
import type { PasswordCost } from '../../src/runtime/accounts/password-cost.ts'
import { hashOfFile, inputsOf } from './inputs.ts'
import { type Made, madeOnce } from './made-once.ts'

/** Cost of a password's hash in services of tests, but for those that ask for production's. */
const TEST_PASSWORD_COST: PasswordCost = { ln: 4, r: 8, p: 1 }

export interface Bundle {
  readonly source: string
  /** Absolute paths of WebAssembly that it imports. */
  readonly wasm: readonly string[]
  /** The parts of its reference, a static file that the worker alone may read. */
  readonly reference: string
}

export interface BundleOptions {
  /** The main module's text. */
  readonly entry: string
  /** Changes the program before it is bundled: its files by path below the root. */
  readonly edit?: ((files: Map<string, string>) => void) | undefined
  /** Hashes passwords at the cost of production. Default: next to nothing. */
  readonly dearPasswords?: boolean | undefined
}

/** Hashes of what says how a bundle is made, and of which packages. */
const MEANS = [
  import.meta.filename,
  'src/cli/workerd/bundle-options.ts',
  'src/cli/workerd/wasm-modules.ts',
  'package-lock.json',
].map((path) => hashOfFile(resolve(path)))

/**
 * A project and an entry as one module. What many test files start, this repository's own projects, is made by the
 * first of them in a run.
 */
export async function bundleProject(root: string, options: BundleOptions): Promise<Bundle> {
  const { entry, edit, dearPasswords = false } = options
  const files = new Map(await programOf(root))
  edit?.(files)
  const make = () => makeBundle(root, entry, files, dearPasswords)
  const key = [root, ...MEANS.map(String), entry, String(dearPasswords), ...[...files].flat()]
  return isCommitted(root) ? madeOnce('bundle', key, make) : (await make()).value
}

/** Compiles a project to its files, by path: what is generated, the lock and the migrations. */
export async function programOf(root: string): Promise<ReadonlyMap<string, string>> {
  const make = async () => {
    const { compile } = await import('../../src/compile/index.ts')
    const compilation = await compile({ root })
    if (compilation.manifest === null) {
      const mistakes = compilation.diagnostics.map(({ file, line, message }) => `${file}:${line} ${message}`)
      throw new Error(`The project in ${root} does not compile:\n${mistakes.join('\n')}`)
    }
    return { value: [...compilation.outputs, ...compilation.reference()], inputs: {} }
  }
  return new Map(isCommitted(root) ? await madeOnce('program', [root, inputsOf(root)], make) : (await make()).value)
}

/**
 * Tells whether nothing changes the project while tests run: those in temporary folders are edited between two starts.
 */
function isCommitted(root: string): boolean {
  return root === resolve('.') || root.startsWith(join(resolve('test'), '/'))
}

async function makeBundle(
  root: string,
  entry: string,
  files: ReadonlyMap<string, string>,
  dearPasswords: boolean,
): Promise<Made<Bundle>> {
  const { outputFiles, metafile } = await build({
    ...workerdOptions(root),
    metafile: true,
    stdin: { contents: entry, resolveDir: root, loader: 'js' },
    plugins: [wasmModules, generatedFiles(root, files), ...(dearPasswords ? [] : [cheapPasswords])],
  })
  const reference = files.get(REFERENCE_FILE) ?? ''
  const value = { source: outputFiles[0]?.text ?? '', wasm: wasmFilesOf(metafile), reference }
  // What is generated, and which packages there are, is in the key.
  const read = Object.keys(metafile.inputs).filter((path) => !/^[\w-]{2,}:|<stdin>|node_modules\//.test(path))
  return {
    value,
    inputs: Object.fromEntries(read.map((path) => [resolve(root, path), hashOfFile(resolve(root, path))])),
  }
}

/** Puts another cost in place of production's: nothing but the bundle of a test can ask for it. */
const cheapPasswords: Plugin = {
  name: 'cheap-passwords',
  setup(builder) {
    const contents = `export const PASSWORD_COST = ${JSON.stringify(TEST_PASSWORD_COST)}`
    builder.onLoad({ filter: /\/password-cost\.ts$/ }, () => ({ contents, loader: 'js' }))
  },
}

/** Serves what the compiler made from memory, where the bundler would look for it on disk. */
function generatedFiles(root: string, files: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'generated-files',
    setup(builder) {
      builder.onResolve({ filter: /^\./ }, ({ path, resolveDir, namespace }) => {
        const absolute = join(resolveDir, path)
        if (files.has(absolute.slice(root.length + 1))) return { path: absolute, namespace: 'generated' }
        return namespace === 'generated' ? { path: absolute } : null
      })
      builder.onLoad({ filter: /.*/, namespace: 'generated' }, ({ path }) => ({
        contents: files.get(path.slice(root.length + 1)) ?? '',
        loader: path.endsWith('.json') ? 'json' : 'ts',
        resolveDir: join(path, '..'),
      }))
    },
  }
}
