import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ASSETS_BINDING, ASSETS_FOLDER, RUN_WORKER_FIRST } from '../../compile/assets-folder.ts'
import { sectionOf } from '../../compile/diagnostics/section.ts'
import type { Diagnostic } from '../../compile/index.ts'
import type { Environment } from '../../config/config.ts'
import { REFERENCE_ASSET } from '../../manifest/reference/reference-parts.ts'
import type { Compiled } from '../compile-project.ts'
import { type SecretFact, secretsOf } from '../secrets.ts'
import { routesReference } from './routes-reference.ts'
import {
  findRivals,
  isWorkersDev,
  OLDEST_COMPATIBILITY_DATE,
  type WranglerBindings,
  type WranglerFile,
} from './wrangler-file.ts'

/**
 * Finds what `wrangler.toml` lacks for the config's environments on Cloudflare, what must not be in it, and files that
 * override it.
 */
export function checkWrangler(
  root: string,
  file: WranglerFile | null,
  { config, manifest }: Pick<Compiled, 'config' | 'manifest'>,
): readonly Diagnostic[] {
  const rivals = findRivals(root).map(rivalry)
  if (file === null && isNeverUploaded(config)) return rivals
  if (file === null) return [...rivals, mistake('There is no wrangler.toml.', 'Run `cms build`, which writes it.')]
  return [
    ...rivals,
    ...checkWorker(root, file),
    ...Object.entries(config.environments).flatMap(([name, environment]) => {
      if (environment.host === 'node') return []
      // Development is at the top level, which wrangler uses when no environment is named.
      const bindings = name === 'development' ? file : file.env[name]
      return bindings
        ? [
            ...checkBindings({ project: config.name, name, environment, bindings }),
            ...checkVariables(name, bindings, secretsOf(manifest, name)),
            ...(name !== 'development' && bindings.assets
              ? checkAssets(root, bindings.assets, `env.${name}.assets`)
              : []),
          ]
        : [mistake(`The environment ${name} is missing.`, `Add a section [env.${name}] with its bindings.`)]
    }),
  ]
}

/** Tells whether no environment except development is on Cloudflare. `cms dev` does not need `wrangler.toml`. */
export function isNeverUploaded({ environments }: Pick<Compiled['config'], 'environments'>): boolean {
  return Object.entries(environments).every(([name, { host }]) => name === 'development' || host === 'node')
}

function rivalry(path: string): Diagnostic {
  const hint = `Move its contents into wrangler.toml, and delete it: rm ${path}`
  return {
    ...mistake(`wrangler reads ${path} instead of wrangler.toml, and reviews do not cover it.`, hint),
    file: path,
  }
}

/**
 * Finds secrets among the variables: everyone who can read the project, or the settings of the worker, can read its
 * variables.
 */
function checkVariables(
  environment: string,
  { vars }: WranglerBindings,
  secrets: readonly SecretFact[],
): readonly Diagnostic[] {
  const remedy = (name: string): string =>
    environment === 'development'
      ? `Remove it, and write it into .dev.vars: ${name}=…`
      : `Remove it, and set a new value: wrangler secret put ${name} --env ${environment}`
  return secrets
    .filter(({ name }) => vars[name] !== undefined)
    .map(({ name }) => mistake(`${name} is a secret but is in wrangler.toml, in vars of ${environment}.`, remedy(name)))
}

function checkWorker(root: string, { main, compatibility_date: date, assets }: WranglerFile): readonly Diagnostic[] {
  const found: Diagnostic[] = []
  if (main === undefined) found.push(mistake('`main` is missing.', 'main = "src/worker.ts"'))
  else if (!existsSync(join(root, main))) found.push(mistake(`\`main\` names ${main}, which does not exist.`, null))
  if (date === undefined || date < OLDEST_COMPATIBILITY_DATE) {
    const hint = `compatibility_date = "${OLDEST_COMPATIBILITY_DATE}" or later`
    found.push(mistake(`\`compatibility_date\` is ${date ?? 'missing'}, which is too early for the runtime.`, hint))
  }
  return [...found, ...checkAssets(root, assets)]
}

/**
 * Finds mistakes in the settings of static files.
 * @param section section of `wrangler.toml` with these settings: `assets`, or the section of an environment that
 * overrides it
 */
function checkAssets(
  root: string,
  { directory, binding, run_worker_first: first }: WranglerFile['assets'],
  section = 'assets',
): readonly Diagnostic[] {
  const found: Diagnostic[] = []
  if (directory === undefined || resolve(root, directory) !== resolve(root, ASSETS_FOLDER)) {
    const lost = 'the admin would have no style sheet, and the reference would be empty'
    const hint = `[${section}]\ndirectory = "${ASSETS_FOLDER}"`
    found.push(mistake(`\`${section}.directory\` is ${directory ?? 'missing'}: ${lost}.`, hint))
  }
  if (binding !== ASSETS_BINDING) {
    const hint = `[${section}]\nbinding = "${ASSETS_BINDING}"`
    found.push(
      mistake(`\`${section}.binding\` is ${binding ?? 'missing'}: the worker could not read the reference.`, hint),
    )
  }
  if (!routesReference(first)) {
    const actual = first === undefined ? 'missing' : JSON.stringify(first)
    const rule = `it must name ${REFERENCE_ASSET}, which only the worker may read, and no files that browsers load`
    const hint = `[${section}]\nrun_worker_first = [${RUN_WORKER_FIRST.map((one) => `"${one}"`).join(', ')}]`
    found.push(mistake(`\`${section}.run_worker_first\` is ${actual}: ${rule}.`, hint))
  }
  return found
}

interface Checked {
  readonly project: string
  readonly name: string
  readonly environment: Environment
  readonly bindings: WranglerBindings
}

function checkBindings({ project, name, environment, bindings }: Checked): readonly Diagnostic[] {
  const database = bindings.d1_databases.find(({ binding }) => binding === 'DB')
  const bucket = bindings.r2_buckets.find(({ binding }) => binding === 'MEDIA_BUCKET')
  const kv = bindings.kv_namespaces.find(({ binding }) => binding === 'CACHE_KV')
  const section = (table: string): string => (name === 'development' ? table : `env.${name}.${table}`)
  const compare = (what: string, actual: string | undefined, expected: string | undefined): readonly Diagnostic[] =>
    expected === undefined || actual === expected
      ? []
      : [
          mistake(
            `${section(what)} is ${actual ?? 'missing'}, but the config says ${expected}.`,
            `Set it to "${expected}".`,
          ),
        ]
  const vars = Object.entries({ ...environment.vars, ENVIRONMENT: name })
  return [
    ...compare(
      'd1_databases.database_name of DB',
      database?.database_name,
      environment.database ?? `${project}-${name}`,
    ),
    ...compare(
      'r2_buckets.bucket_name of MEDIA_BUCKET',
      bucket?.bucket_name,
      environment.bucket ?? `${project}-${name}-media`,
    ),
    ...(kv ? compare('kv_namespaces.id of CACHE_KV', kv.id, environment.kv) : [noBinding(section('kv_namespaces'))]),
    ...vars.flatMap(([key, value]) => compare(`vars.${key}`, textOf(bindings.vars[key]), value)),
    ...checkDomain(name, environment.domain, bindings),
  ]
}

function checkDomain(
  name: string,
  domain: string | undefined,
  { routes, workers_dev }: WranglerBindings,
): readonly Diagnostic[] {
  if (domain === undefined || name === 'development') return []
  if (isWorkersDev(domain)) {
    if (workers_dev === true) return []
    return [mistake(`env.${name} does not respond at ${domain}, the environment's domain.`, 'workers_dev = true')]
  }
  const patterns = routes.map((route) => (typeof route === 'string' ? route : route.pattern))
  if (patterns.some((pattern) => pattern.split('/')[0] === domain)) return []
  const hint = `routes = [{ pattern = "${domain}", custom_domain = true }]`
  return [mistake(`No route of env.${name} leads to ${domain}, the environment's domain.`, hint)]
}

function noBinding(section: string): Diagnostic {
  return mistake(`${section} has no binding CACHE_KV.`, 'binding = "CACHE_KV"')
}

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value)
}

function mistake(message: string, hint: string | null): Diagnostic {
  return {
    code: 'wrangler',
    severity: 'error',
    message,
    hint,
    file: 'wrangler.toml',
    line: null,
    column: null,
    frame: null,
    docs: sectionOf('wrangler'),
  }
}
