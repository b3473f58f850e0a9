import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { bundleOptions } from '../../src/cli/workerd/bundle-options.ts'
import { wasmFilesOf, wasmModules } from '../../src/cli/workerd/wasm-modules.ts'
import { REFERENCE_FILE } from '../../src/compile/assets-folder.ts'
import type { PasswordCost } from '../../src/runtime/accounts/password-cost.ts'

/** Names the folder in which the files of a test run keep the programs and bundles that they share. */
export const BUNDLES = 'TEST_BUNDLES'

/** Cost of a password's hash in services of tests, but for those that ask for production's. */
const TEST_PASSWORD_COST: PasswordCost = { ln: 1, r: 8, p: 1 }

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

/**
 * A project and an entry as one module. What many test files start, this repository's own projects, is made by the
 * first of them in a run.
 */
export async function bundleProject(root: string, options: BundleOptions): Promise<Bundle> {
  const { entry, edit, dearPasswords = false } = options
  const files = new Map(await programOf(root))
  edit?.(files)
  const more = [entry, String(dearPasswords), ...(edit ? [...files].flat() : [])]
  return madeOnce(root, more, () => makeBundle(root, entry, files, dearPasswords))
}

/** Compiles a project to its files, by path: what is generated, the lock and the migrations. */
export async function programOf(root: string): Promise<ReadonlyMap<string, string>> {
  const files = await madeOnce(root, [], async () => {
    const { compile } = await import('../../src/compile/index.ts')
    const compilation = await compile({ root })
    if (compilation.manifest === null) {
      const mistakes = compilation.diagnostics.map(({ file, line, message }) => `${file}:${line} ${message}`)
      throw new Error(`The project in ${root} does not compile:\n${mistakes.join('\n')}`)
    }
    return [...compilation.outputs, ...compilation.reference()]
  })
  return new Map(files)
}

/** Values that this process has made or read, by their file. A run that watches makes the files again. */
const made = new Map<string, { readonly mtimeMs: number; readonly value: unknown }>()

/**
 * Makes something from a project and further inputs, or takes it over if another test has made it: in this process, or
 * in another one, which leaves it in the run's folder.
 */
async function madeOnce<Made>(root: string, more: readonly string[], make: () => Promise<Made>): Promise<Made> {
  const folder = process.env[BUNDLES]
  if (folder === undefined || !isCommitted(root)) return make()
  const hash = createHash('sha256').update(root)
  for (const text of more) hash.update('\0').update(text)
  const path = join(folder, `${hash.digest('hex')}.json`)
  const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? {}
  const known = made.get(path)
  if (known && known.mtimeMs === mtimeMs) return known.value as Made
  const value = mtimeMs === undefined ? await make() : (JSON.parse(readFileSync(path, 'utf8')) as Made)
  if (mtimeMs === undefined) keep(path, value)
  made.set(path, { mtimeMs: mtimeMs ?? statSync(path).mtimeMs, value })
  return value
}

/** Whole or not at all: another worker may look for it at this moment. */
function keep(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(value))
  renameSync(`${path}.${process.pid}`, path)
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
): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    ...bundleOptions(root),
    metafile: true,
    stdin: { contents: entry, resolveDir: root, loader: 'js' },
    plugins: [wasmModules, generatedFiles(root, files), ...(dearPasswords ? [] : [cheapPasswords])],
  })
  const reference = files.get(REFERENCE_FILE) ?? ''
  return { source: outputFiles[0]?.text ?? '', wasm: wasmFilesOf(metafile), reference }
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
