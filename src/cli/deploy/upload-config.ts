import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { bundleWorker, WORKER_FOLDER, WORKER_MODULE } from '../bundle/bundle-worker.ts'
import { WRANGLER_FILE } from '../wrangler/write-wrangler.ts'

/** Settings of a worker in the form that wrangler reads: those of `wrangler.toml`, or settings derived from them. */
export interface UploadConfig {
  readonly [key: string]: unknown
  readonly env?: { readonly [environment: string]: UploadConfig }
}

/** Reads the settings in `wrangler.toml` as they are written. */
export function readUploadConfig(root: string): UploadConfig {
  return parse(readFileSync(join(root, WRANGLER_FILE), 'utf8')) as UploadConfig
}

/** Settings with which a project customizes the bundling of its worker. Only wrangler understands them. */
export const OWN_WAY = [
  'base_dir',
  'build',
  'find_additional_modules',
  'jsx_factory',
  'jsx_fragment',
  'keep_names',
  'minify',
  'no_bundle',
  'preserve_file_names',
  'python_modules',
  'rules',
  'tsconfig',
]

/** Worker that is ready to be uploaded. */
export interface Prepared {
  /** Settings with which wrangler uploads the worker. */
  readonly config: UploadConfig
  /** Result of the step, in words for the output. */
  readonly outcome: string
}

/**
 * Bundles the worker as modules. If the project customizes the bundling, or names no main module, wrangler bundles the
 * worker.
 * @param environment environment whose section overrides the top level; `null` if there is none
 * @throws Failure naming what cannot be bundled
 */
export async function prepareModules(
  root: string,
  config: UploadConfig,
  environment: string | null,
): Promise<Prepared> {
  const section = environment === null ? {} : (config.env?.[environment] ?? {})
  const { main, alias, ...settings }: UploadConfig = { ...config, ...section }
  const { define } = environment === null ? config : section // an environment inherits no expressions
  const ownKeys = OWN_WAY.filter((key) => key in settings)
  if (typeof main !== 'string') return { config, outcome: 'left to wrangler: wrangler.toml sets no main module' }
  if (ownKeys.length > 0) return { config, outcome: `left to wrangler, since wrangler.toml sets ${ownKeys.join(', ')}` }
  const size = await bundleWorker(root, { main, alias: wordsOf(alias), define: wordsOf(define) })
  const outcome = `${kilobytes(size.atStart)} compressed at start, ${kilobytes(size.onDemand)} more on demand`
  const modules = {
    main: `${WORKER_FOLDER}/${WORKER_MODULE}`,
    no_bundle: true,
    rules: [{ type: 'ESModule', globs: ['**/*.js'] }],
    upload_source_maps: settings.upload_source_maps ?? true,
  }
  const sections = environment === null ? {} : { env: { ...config.env, [environment]: without(section) } }
  return { config: { ...without(config), ...modules, ...sections }, outcome }
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} KB`
}

/** Removes the settings that the bundle already includes. */
function without({ main: _main, alias: _alias, define: _define, ...rest }: UploadConfig): UploadConfig {
  return rest
}

function wordsOf(table: unknown): Readonly<Record<string, string>> {
  return (table ?? {}) as Readonly<Record<string, string>> // wrangler refuses anything else
}

/**
 * Writes settings into a temporary file beside `wrangler.toml`, where relative paths stay valid, for as long as `run`
 * runs.
 */
export async function withUploadConfig<Result>(
  root: string,
  name: string,
  config: UploadConfig,
  run: (file: string) => Promise<Result>,
): Promise<Result> {
  const file = join(root, `wrangler.${name}.json`)
  writeFileSync(file, JSON.stringify(config, null, 2))
  try {
    return await run(file)
  } finally {
    rmSync(file, { force: true })
  }
}
