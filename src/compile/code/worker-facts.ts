import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'smol-toml'
import { readText } from '../write-outputs.ts'

/** What `wrangler.toml` says that decides what runs, by path: `main`, `env.production.services`. */
export type WorkerFacts = Readonly<Record<string, unknown>>

/**
 * Names that decide nothing of it, or that follow from the config and are held to it by `cms check`. Everything else
 * counts, so that what wrangler learns tomorrow is not overlooked.
 */
const ELSEWHERE = new Set([
  '$schema',
  'account_id',
  'analytics_engine_datasets',
  'compatibility_date',
  'd1_databases',
  'dev',
  'env',
  'images',
  'kv_namespaces',
  'name',
  'preview_urls',
  'queues',
  'r2_buckets',
  'route',
  'routes',
  'send_metrics',
  'triggers',
  'vars',
  'workers_dev',
])

/** Where a worker's main module is looked for that `wrangler.toml` does not name. */
const MAIN = ['src/worker.ts', 'worker.ts']

/** Reads them; none where the file cannot be read as TOML, which `cms check` reports. */
export function readWorkerFacts(root: string): WorkerFacts {
  const file = parsed(readText(join(root, 'wrangler.toml')) ?? '')
  const main = MAIN.find((path) => existsSync(join(root, path)))
  const environments = Object.entries(isTable(file.env) ? file.env : {}).flatMap(([name, table]) =>
    isTable(table) ? [...factsOf(table, `env.${name}.`), ...idsOf(table, `env.${name}.`)] : [],
  )
  const facts = [...(main === undefined ? [] : [['main', main] as const]), ...factsOf(file, ''), ...environments]
  return Object.fromEntries([...new Map(facts)].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The modules that these facts name as a worker's main one, absolute. */
export function workerEntries(root: string, facts: WorkerFacts): readonly string[] {
  const mains = Object.entries(facts).flatMap(([path, value]) => (/(?:^|\.)main$/.test(path) ? [String(value)] : []))
  return [...new Set(mains)].map((path) => resolve(root, path)).sort()
}

type Table = Readonly<Record<string, unknown>>

function parsed(text: string): Table {
  try {
    return parse(text)
  } catch {
    return {} // said by the commands that need the file
  }
}

function factsOf(table: Table, prefix: string): [string, unknown][] {
  return Object.entries(table)
    .filter(([name]) => !ELSEWHERE.has(name))
    .map(([name, value]): [string, unknown] => [`${prefix}${name}`, name === 'assets' ? withoutFolder(value) : value])
    .filter(([, value]) => !isTable(value) || Object.keys(value).length > 0)
}

/** Where documents are, by what Cloudflare goes by: names follow from the config, ids stand in this file alone. */
const IDS: Readonly<Record<string, readonly string[]>> = {
  d1_databases: ['database_id', 'migrations_table'],
  kv_namespaces: ['id'],
}

function idsOf(table: Table, prefix: string): [string, unknown][] {
  return Object.entries(IDS).flatMap(([name, keys]) => {
    const bindings = Array.isArray(table[name]) ? table[name].filter(isTable) : []
    return bindings.flatMap((binding) =>
      keys.flatMap((key): [string, unknown][] =>
        binding[key] === undefined ? [] : [[`${prefix}${name}.${binding.binding}.${key}`, binding[key]]],
      ),
    )
  })
}

/** The folder is this package's own; `cms build` writes it. */
function withoutFolder(assets: unknown): unknown {
  if (!isTable(assets)) return assets
  const { directory: _folder, ...rest } = assets
  return rest
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
