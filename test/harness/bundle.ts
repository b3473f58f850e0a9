import { join, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { wasmFilesOf, wasmModules } from '../../src/cli/workerd/wasm-modules.ts'
import { workerdOptions } from '../../src/cli/workerd/workerd-options.ts'
import { REFERENCE_FILE } from '../../src/compile/assets-folder.ts'
import type { PasswordCost } from '../../src/runtime/accounts/password-cost.ts'
import { hashOfFile, inputsOf } from './inputs.ts'
import { type Made, madeOnce } from './made-once.ts'

/** Cost of password hashes in tests, except those with `dearPasswords`. */
const TEST_PASSWORD_COST: PasswordCost = { ln: 4, r: 8, p: 1 }

export interface Bundle {
  readonly source: string
  /** Absolute paths of the WebAssembly files that it imports. */
  readonly wasm: readonly string[]
  /** Parts of the API reference, which are a static file that only the worker can read. */
  readonly reference: string
}

export interface BundleOptions {
  /** Source code of the main module. */
  readonly entry: string
  /** Changes the generated files before they are bundled: texts by path relative to the root. */
  readonly edit?: ((files: Map<string, string>) => void) | undefined
  /** Hashes passwords at the cost of production. Default: `false`, with a minimal cost. */
  readonly dearPasswords?: boolean | undefined
}

/** Hashes of the files that determine how a bundle is built, and from which versions of packages. */
const MEANS = [
  import.meta.filename,
  'src/cli/workerd/bundle-options.ts',
  'src/cli/workerd/wasm-modules.ts',
  'package-lock.json',
].map((path) => hashOfFile(resolve(path)))

/**
 * Bundles a project and an entry to one module. Bundles of projects in this repository are kept, because many test
 * files start the same ones.
 */
export async function bundleProject(root: string, options: BundleOptions): Promise<Bundle> {
  const { entry, edit, dearPasswords = false } = options
  const files = new Map(await programOf(root))
  edit?.(files)
  const make = () => makeBundle(root, entry, files, dearPasswords)
  const key = [root, ...MEANS.map(String), entry, String(dearPasswords), ...[...files].flat()]
  return isCommitted(root) ? madeOnce('bundle', key, make) : (await make()).value
}

/**
 * Compiles a project, and returns the generated files, the lock and the migrations, by path.
 * @throws Error if the project has mistakes
 */
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
 * Tells whether the project stays the same while tests run. Tests edit projects in temporary folders.
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
  // The key already covers generated files, and packages through the lock file.
  const read = Object.keys(metafile.inputs).filter((path) => !/^[\w-]{2,}:|<stdin>|node_modules\//.test(path))
  return {
    value,
    inputs: Object.fromEntries(read.map((path) => [resolve(root, path), hashOfFile(resolve(root, path))])),
  }
}

/** Replaces the module with production's cost of password hashes. Services themselves have no setting for the cost. */
const cheapPasswords: Plugin = {
  name: 'cheap-passwords',
  setup(builder) {
    const contents = `export const PASSWORD_COST = ${JSON.stringify(TEST_PASSWORD_COST)}`
    builder.onLoad({ filter: /\/password-cost\.ts$/ }, () => ({ contents, loader: 'js' }))
  },
}

/** Gives the bundler the generated files from memory instead of the disk. */
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
