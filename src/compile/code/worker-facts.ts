import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parse } from 'smol-toml'
import type { Manifest } from '../../manifest/index.ts'
import { sha256 } from '../hash.ts'
import { isTable, type Table } from '../table.ts'
import { readText } from '../write-outputs.ts'

/** Settings of `wrangler.toml` that determine what runs, by path: `main`, `env.production.services`. */
export type WorkerFacts = Readonly<Record<string, unknown>>

/**
 * Settings that are left out: they have no effect on what runs, follow from the config and are compared by `cms check`,
 * or are read in part below. All others are included, so that new settings of wrangler are not missed.
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

/** Usual paths of a worker's main module, if `wrangler.toml` does not name it. */
const MAIN = ['src/worker.ts', 'worker.ts']

/** Parts of the config with which the file's settings are compared. */
export type Declared = Pick<Manifest, 'name'> & {
  readonly environments: { readonly [name: string]: Pick<Manifest['environments'][string], 'domain' | 'vars'> }
}

/** Reads the facts. If the file is not valid TOML, which `cms check` reports, none of its settings count. */
export function readWorkerFacts(root: string, declared: Declared): WorkerFacts {
  const file = parsed(readText(join(root, 'wrangler.toml')) ?? '')
  const main = MAIN.find((path) => existsSync(join(root, path)))
  const environments = Object.entries(isTable(file.env) ? file.env : {}).flatMap(([name, table]) =>
    isTable(table)
      ? [
          ...factsOf(table, `env.${name}.`, file),
          ...idsOf(table, `env.${name}.`),
          ...undeclaredOf(table, `env.${name}.`, name, declared),
        ]
      : [],
  )
  const facts = [...(main === undefined ? [] : [['main', main] as const]), ...factsOf(file, ''), ...environments]
  return Object.fromEntries([...new Map(facts)].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns the absolute paths of the worker's main modules. */
export function workerMains(root: string, facts: WorkerFacts): readonly string[] {
  const mains = Object.entries(facts).flatMap(([path, value]) => (/(?:^|\.)main$/.test(path) ? [String(value)] : []))
  return [...new Set(mains)].map((path) => resolve(root, path)).sort()
}

function parsed(text: string): Table {
  try {
    return parse(text)
  } catch {
    return {} // reported by the commands that need the file
  }
}

/**
 * @param inherited settings that the settings of the table replace. An empty setting is included if it replaces one
 * that is not empty
 */
function factsOf(table: Table, prefix: string, inherited: Table = {}): [string, unknown][] {
  return Object.entries(table)
    .filter(([name]) => !ELSEWHERE.has(name))
    .map(([name, value]): [string, unknown] => [`${prefix}${name}`, name === 'assets' ? withoutFolder(value) : value])
    .filter(([path, value]) => !isEmpty(value) || !isEmpty(withoutFolder(inherited[path.slice(prefix.length)])))
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (isTable(value) && Object.keys(value).length === 0)
}

/** Properties that identify stored data on Cloudflare. Names follow from the config; ids are only in this file. */
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
 * Lists settings of an environment's section that the config does not declare: another name of the worker, additional
 * addresses, and variables. A variable's value may be sensitive and is replaced with its hash.
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

/** Returns the host in a route's pattern; `null` if the route has no pattern. */
function hostOf(route: unknown): string | null {
  const pattern = isTable(route) ? route.pattern : route
  return typeof pattern === 'string' ? (pattern.split('/')[0] ?? null) : null
}

/**
 * Returns the setting `assets` without its folder, which `cms build` determines. Returns any value that is not a table
 * unchanged.
 */
function withoutFolder(assets: unknown): unknown {
  if (!isTable(assets)) return assets
  const { directory: _folder, ...rest } = assets
  return rest
}
