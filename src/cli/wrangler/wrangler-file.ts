import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import * as z from 'zod'
import { Failure } from '../failure.ts'

const assets = z.looseObject({
  directory: z.string().optional(),
  binding: z.string().optional(),
  run_worker_first: z.union([z.boolean(), z.array(z.string())]).optional(),
})

const bindings = {
  /** Static files of an environment, which override those of the top level. */
  assets: assets.optional(),
  account_id: z.string().optional(),
  vars: z.record(z.string(), z.unknown()).default({}),
  d1_databases: z
    .array(
      z.looseObject({
        binding: z.string(),
        database_name: z.string().optional(),
        database_id: z.string().optional(),
        preview_database_id: z.string().optional(),
      }),
    )
    .default([]),
  kv_namespaces: z.array(z.looseObject({ binding: z.string(), id: z.string().optional() })).default([]),
  r2_buckets: z.array(z.looseObject({ binding: z.string(), bucket_name: z.string().optional() })).default([]),
  analytics_engine_datasets: z
    .array(z.looseObject({ binding: z.string(), dataset: z.string().optional() }))
    .default([]),
  images: z.looseObject({ binding: z.string().optional() }).optional(),
  queues: z
    .looseObject({
      producers: z.array(z.looseObject({ queue: z.string(), binding: z.string() })).default([]),
      consumers: z.array(z.looseObject({ queue: z.string() })).default([]),
    })
    .optional(),
  triggers: z.looseObject({ crons: z.array(z.string()).optional() }).optional(),
  name: z.string().optional(),
  routes: z.array(z.union([z.string(), z.looseObject({ pattern: z.string() })])).default([]),
  workers_dev: z.boolean().optional(),
}

/** Tells whether a domain is one that Cloudflare gives to a worker without any route. */
export function isWorkersDev(domain: string): boolean {
  return domain.endsWith('.workers.dev')
}

const bindingsSchema = z.looseObject(bindings)

const fileSchema = z.looseObject({
  ...bindings,
  main: z.string().optional(),
  compatibility_date: z.string().optional(),
  assets: assets.default({}),
  env: z.record(z.string(), bindingsSchema).default({}),
})

/** Settings of a worker in `wrangler.toml` for one environment. */
export type WranglerBindings = z.output<typeof bindingsSchema>

/** `wrangler.toml`: development at its top level, every other environment under `env`. */
export type WranglerFile = z.output<typeof fileSchema>

/**
 * Reads the project's `wrangler.toml`; `null` if there is none.
 * @throws Failure if the file is invalid
 */
export function readWranglerFile(root: string): WranglerFile | null {
  const text = readWranglerText(root)
  return text === null ? null : parseWrangler(text)
}

/** Reads the text of `wrangler.toml`; `null` if the project has none. */
export function readWranglerText(root: string): string | null {
  return readIfPresent(join(root, 'wrangler.toml'))
}

/**
 * Parses `wrangler.toml`.
 * @throws Failure if the text is invalid
 */
export function parseWrangler(text: string): WranglerFile {
  try {
    return fileSchema.parse(parse(text))
  } catch (error) {
    if (error instanceof TomlError) {
      const reason = error.message.split('\n', 1)[0]?.replace(/^Invalid TOML document: /, '')
      throw new Failure(`wrangler.toml:${error.line}:${error.column} is not TOML: ${reason}.`)
    }
    if (error instanceof z.ZodError) throw new Failure(`wrangler.toml: ${issueText(error)}.`)
    throw error
  }
}

function readIfPresent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function issueText(error: z.ZodError): string {
  const [issue] = error.issues
  return issue ? `${issue.path.join('.')}: ${issue.message}` : 'not in the form that wrangler expects'
}

/** Oldest compatibility date at which workerd has nodejs_compat by default, which the runtime needs. */
export const OLDEST_COMPATIBILITY_DATE = '2026-08-04'

/**
 * Files that wrangler prefers to `wrangler.toml` if it is not told which file to use: its two other file names, and the
 * file with which build tools redirect wrangler.
 */
const RIVALS = ['wrangler.json', 'wrangler.jsonc', '.wrangler/deploy/config.json']

/** Lists the rivals of `wrangler.toml` in a project. */
export function findRivals(root: string): readonly string[] {
  return RIVALS.filter((path) => existsSync(join(root, path)))
}

/**
 * Returns the name of an environment's worker, as in wrangler.
 * @throws Failure if `wrangler.toml` does not contain the name
 */
export function workerName(file: WranglerFile | null, environment: string): string {
  const name = file?.env[environment]?.name ?? (file?.name === undefined ? undefined : `${file.name}-${environment}`)
  if (name !== undefined) return name
  throw new Failure('wrangler.toml has no name for the worker.', { hint: '`cms build` writes the name.' })
}
