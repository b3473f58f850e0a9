import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'smol-toml'
import type { Manifest } from '../../manifest/index.ts'
import { sha256 } from '../hash.ts'
import { readText } from '../write-outputs.ts'

/**
 * The settings of `wrangler.toml` that decide what runs, by path: `main`, `env.production.services`. Beside it stands
 * in the
 * lock what other files tell the bundler: `tsconfig.json: paths`.
 */
export type WorkerFacts = Readonly<Record<string, unknown>>

/**
 * Names that decide nothing of it, that follow from the config and are held to it by `cms check`, or of which only a
 * part
 * counts, which is looked for below. Everything else counts, so that what wrangler learns tomorrow is not overlooked.
 */
const ELSEWHERE = new Set([
  '$schema',
  'analytics_engine_datasets',
  'compatibility_date',
  'd1_databases',
  'dev',
  'env',
  'images',
  'kv_namespaces',
  'name',
  'queues',
  'r2_buckets',
  'route',
  'routes',
  'send_metrics',
  'triggers',
  'vars',
])

/** Place where a worker's main module is looked for that `wrangler.toml` does not name. */
const MAIN = ['src/worker.ts', 'worker.ts']

/** Environments as the config declares them, shown with the facts of the file but not part of them. */
export type Declared = Pick<Manifest, 'name'> & {
  readonly environments: { readonly [name: string]: Pick<Manifest['environments'][string], 'domain' | 'vars'> }
}

/** Reads them; none where the file cannot be read as TOML, which `cms check` reports. */
export function readWorkerFacts(root: string, declared: Declared): WorkerFacts {
  const file = parsed(readText(join(root, 'wrangler.toml')) ?? '')
  const main = MAIN.find((path) => existsSync(join(root, path)))
  const environments = Object.entries(isTable(file.env) ? file.env : {}).flatMap(([name, table]) =>
    isTable(table)
      ? [
          ...factsOf(table, `env.${name}.`),
          ...idsOf(table, `env.${name}.`),
          ...undeclaredOf(table, `env.${name}.`, name, declared),
        ]
      : [],
  )
  const facts = [...(main === undefined ? [] : [['main', main] as const]), ...factsOf(file, ''), ...environments]
  return Object.fromEntries([...new Map(facts)].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The modules that these facts name as a worker's main one, absolute. */
export function workerEntries(root: string, facts: WorkerFacts): readonly string[] {
  const mains = Object.entries(facts).flatMap(([path, value]) => (/(?:^|\.)main$/.test(path) ? [String(value)] : []))
  return [...new Set(mains)].map((path) => resolve(root, path)).sort()
}

/** The tsconfigs that they name, absolute: each decides for all modules. */
export function tsconfigsOf(root: string, facts: WorkerFacts): readonly string[] {
  const named = Object.entries(facts).filter(([path]) => /(?:^|\.)tsconfig$/.test(path))
  return named.map(([, path]) => resolve(root, String(path)))
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

/**
 * Place where documents are, by what Cloudflare goes by: names follow from the config, ids stand in this file alone.
 */
const IDS: Readonly<Record<string, readonly string[]>> = {
  d1_databases: ['database_id', 'migrations_table'],
  kv_namespaces: ['id'],
  r2_buckets: ['jurisdiction'],
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

/**
 * Lists entries of an environment's section that the config does not declare: another name of the worker, further
 * addresses, and variables. A variable's value may be sensitive and is shown by its hash.
 */
function undeclaredOf(table: Table, prefix: string, environment: string, declared: Declared): [string, unknown][] {
  const { domain = null, vars = {} } = declared.environments[environment] ?? {}
  const isUsual = table.name === undefined || table.name === `${declared.name}-${environment}`
  const routes = [table.routes, table.route]
    .flat()
    .filter((route) => route !== undefined && (domain === null || hostOf(route) !== domain))
  const variables = Object.entries(isTable(table.vars) ? table.vars : {}).filter(
    ([name]) => name !== 'ENVIRONMENT' && !Object.hasOwn(vars, name),
  )
  return [
    ...(isUsual ? [] : [[`${prefix}name`, table.name] as [string, unknown]]),
    ...(routes.length === 0 ? [] : [[`${prefix}routes`, routes] as [string, unknown]]),
    ...variables.map(([name, value]): [string, unknown] => [`${prefix}vars.${name}`, sha256(JSON.stringify(value))]),
  ]
}

/** The host of a route that leads all of it here. */
function hostOf(route: unknown): string | null {
  const pattern = isTable(route) ? route.pattern : route
  return typeof pattern === 'string' ? (pattern.split('/')[0] ?? null) : null
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
