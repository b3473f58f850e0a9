import type { Config } from '../../config/config.ts'
import { routeTable } from '../../manifest/endpoints.ts'
import type {
  CollectionOperation,
  Manifest,
  ManifestLocales,
  ManifestPlugin,
  ManifestRoute,
  Schema,
} from '../../manifest/index.ts'
import { LOCK_FORMAT } from '../schema/files/lock-format.ts'
import { accessFact } from './access-facts.ts'
import { collectionFacts } from './collection-facts.ts'
import { Fact, printLock, type Section } from './lock-text.ts'
import { schemaFacts } from './schema-facts.ts'

/** Returns the text of `cms.lock.json`: the effects of a config, except for texts and layout of the admin. */
export function emitLock(config: Config, manifest: Manifest, schema: Schema): string {
  const facts = (entries: readonly (readonly [string, unknown])[]): Section =>
    Object.fromEntries(entries.map(([name, value]) => [name, new Fact(value)]))
  const { collections, cors, roles } = manifest
  return printLock({
    lockFormat: new Fact(LOCK_FORMAT),
    name: new Fact(manifest.name),
    auditRetention: new Fact(manifest.auditRetention),
    code: codeFacts(manifest),
    collections: Object.fromEntries(collections.map((entry) => [entry.name, collectionFacts(entry, roles)])),
    cors: facts(Object.entries(cors)),
    environments: Object.fromEntries(
      Object.values(manifest.environments).map((environment) => [
        environment.name,
        environmentFacts(environment, config),
      ]),
    ),
    hooks: facts(hooks(manifest)),
    ...(manifest.locales && { locales: localeFacts(manifest.locales) }),
    plugins: Object.fromEntries(manifest.plugins.map((plugin) => [plugin.name, pluginFacts(plugin, manifest)])),
    ...(manifest.roleLocales && { roleLocales: facts(Object.entries(manifest.roleLocales)) }),
    roles: facts(Object.entries(roles)),
    routes: facts(routeTable(manifest).map((route) => [`${route.path} ${route.method}`, routeFact(route, manifest)])),
    schema: schemaFacts(schema),
    slowRequests: facts(Object.entries(manifest.slowRequests)),
    ...unlessEmpty('worker', manifest.worker, facts(Object.entries(manifest.worker))),
  })
}

/** Returns code hashes. Functions that are rules are shown with the rules. */
function codeFacts({ code: { hooks, lintel, plugins, worker } }: Manifest): Section {
  const facts = (hashes: Readonly<Record<string, string>>): Section =>
    Object.fromEntries(Object.entries(hashes).map(([name, hash]) => [name, new Fact(hash)]))
  return {
    hooks: facts(hooks),
    lintel: new Fact(lintel),
    plugins: facts(plugins),
    ...(worker !== null && { worker: new Fact(worker) }),
  }
}

function environmentFacts(environment: Manifest['environments'][string], config: Config): Section {
  const { database, bucket, kv, images, analytics, queue, serverTiming, host, deploy } =
    config.environments[environment.name] ?? {}
  return {
    ...(analytics !== undefined && { analytics: new Fact(analytics) }),
    bucket: new Fact(bucket ?? null),
    database: new Fact(database ?? null),
    ...(deploy !== undefined && { deploy: new Fact(deploy) }),
    domain: new Fact(environment.domain),
    ...(host !== undefined && { host: new Fact(host) }),
    ...(images !== undefined && { images: new Fact(images) }),
    kv: new Fact(kv ?? null),
    migrations: new Fact(environment.migrations),
    ...(queue !== undefined && { queue: new Fact(queue) }),
    ...(serverTiming !== undefined && { serverTiming: new Fact(serverTiming) }),
    vars: Object.fromEntries(Object.entries(environment.vars).map(([name, value]) => [name, new Fact(value)])),
  }
}

/** Returns the default locale, and the fallback locales of each other one. */
function localeFacts({ default: initial, chains }: ManifestLocales): Section {
  const others = Object.entries(chains).filter(([locale]) => locale !== initial)
  return {
    default: new Fact(initial),
    fallback: Object.fromEntries(others.map(([locale, chain]) => [locale, new Fact(chain.slice(1))])),
  }
}

/** Returns events, each with the plugins that listen to it, in their order. */
function hooks({ plugins }: Manifest): [string, string[]][] {
  const events = [...new Set(plugins.flatMap((plugin) => plugin.hooks))]
  return events.map((event) => [
    event,
    plugins.filter((plugin) => plugin.hooks.includes(event)).map(({ name }) => name),
  ])
}

function pluginFacts(plugin: ManifestPlugin, manifest: Manifest): Section {
  return {
    ...unlessEmpty('collectionColumns', plugin.collectionColumns),
    ...unlessEmpty('accountColumns', plugin.accountColumns),
    ...unlessEmpty('accessTables', plugin.accessTables),
    ...unlessEmpty('keptTables', plugin.keptTables),
    cron: new Fact(plugin.cron),
    ...unlessEmpty('documentPanels', plugin.documentPanels, panelFacts(plugin, manifest)),
    ...unlessEmpty('dashboardSections', plugin.dashboardSections, sectionFacts(plugin, manifest)),
    dependencies: new Fact(plugin.dependencies),
    environments: new Fact(plugin.environments),
    essential: new Fact(plugin.essential),
    ...unlessEmpty('opens', plugin.opens),
    ...(plugin.middleware && { middleware: new Fact(true) }),
    ...unlessEmpty('queues', plugin.queues),
    ...unlessEmpty('secretColumns', plugin.secretColumns),
    secrets: Object.fromEntries(
      Object.entries(plugin.secrets).map(([name, { required = false, generate = false }]) => [
        name,
        new Fact({ required, generate }),
      ]),
    ),
    services: new Fact(plugin.services),
    settings: settingFacts(plugin.name, manifest),
    version: new Fact(plugin.version),
  }
}

/** Returns the facts of a list or a record under its name; nothing if it is empty. */
function unlessEmpty(name: string, value: object, facts: Fact | Section = new Fact(value)): Section {
  return Object.keys(value).length > 0 ? { [name]: facts } : {}
}

/** Returns one fact for each panel: its place, and who sees it. */
function panelFacts({ documentPanels }: ManifestPlugin, { roles }: Manifest): Section {
  return Object.fromEntries(
    documentPanels.map(({ name, place, access }) => [name, new Fact({ access: accessFact(access, roles), place })]),
  )
}

/** Returns one fact for each section of the dashboard: who sees it. */
function sectionFacts({ dashboardSections }: ManifestPlugin, { roles }: Manifest): Section {
  return Object.fromEntries(
    dashboardSections.map(({ name, access }) => [name, new Fact({ access: accessFact(access, roles) })]),
  )
}

/** Returns one fact for each setting, with its value in each environment. */
function settingFacts(plugin: string, { environments }: Manifest): Section {
  const values = Object.values(environments)
  const names = new Set(values.flatMap(({ settings }) => Object.keys(settings[plugin] ?? {})))
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      new Fact(
        Object.fromEntries(values.map((environment) => [environment.name, environment.settings[plugin]?.[name]])),
      ),
    ]),
  )
}

/**
 * Rules by operation. The rules of a collection's endpoints are only shown with the collection, so that one rule is one
 * line.
 */
const RULES = {
  list: 'read',
  read: 'read',
  create: 'create',
  bulk: 'write',
  replace: 'update',
  update: 'update',
  delete: 'delete',
  versions: 'versions',
  version: 'versions',
  restore: 'update',
  name: 'update',
  publish: 'update',
  discard: 'update',
  trash: 'delete',
  recover: 'delete',
  purge: 'delete',
} as const satisfies Record<CollectionOperation, string>

function routeFact(route: ManifestRoute, { roles }: Manifest): unknown {
  const rule = RULES[route.handler as keyof typeof RULES] // generated endpoints are handled by their operation
  return {
    access: route.collection === undefined ? accessFact(route.access, roles) : `${route.collection}.${rule}`,
    cache: route.method === 'GET' ? route.cache : undefined,
    plugin: route.collection === undefined ? route.plugin : undefined,
    readOnly: route.readOnly,
  }
}
