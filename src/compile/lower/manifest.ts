import type { Locales } from '../../config/config.ts'
import type { Manifest, ManifestLocales, Schema, SchemaTable } from '../../manifest/index.ts'
import { referrersTo } from '../../manifest/statements.ts'
import { sha256 } from '../hash.ts'
import type { CheckedProject } from '../project.ts'
import { modelSchema } from '../schema/model/model.ts'
import { hashSchema } from '../schema/sql/canonical.ts'
import { lowerCollections } from './collection.ts'
import { lowerEnvironments } from './environments.ts'
import { lowerPlugin } from './plugins.ts'
import { lowerRoles } from './roles.ts'
import { lowerRoutes } from './routes.ts'

/** Default number of seconds for which a browser may cache a preflight response. */
const DEFAULT_PREFLIGHT_AGE = 600
/** Default number of milliseconds from which a request counts as slow, by prefix of its path. */
const DEFAULT_SLOW_REQUESTS = { '/': 1000 }

/** Default number of days for which entries of the audit log are kept. */
const DEFAULT_AUDIT_RETENTION = 365

/**
 * Lowers a checked project to the manifest, which the runtime reads, and the database schema that it needs. The
 * manifest refers to code by name only: `stampProgram` adds the hashes.
 */
export function lowerProject(project: CheckedProject): { manifest: Manifest; schema: Schema } {
  const { config } = project
  const roles = lowerRoles(config)
  const locales = lowerLocales(config.locales)
  const limited = lowerRoleLocales(config.roles)
  const translators = Object.keys(limited.roleLocales ?? {})
  const context = { fieldTypes: project.fieldTypes, roles, translators, locales, sourceOf: project.sourceOf }
  const collections = lowerCollections(config.collections, context)
  const plugins = project.plugins.map(({ plugin }) => plugin)
  const schema = modelSchema(collections, pluginTables(project), project.fieldTypes)
  const manifest: Omit<Manifest, 'hash' | 'version'> = {
    name: config.name,
    schemaHash: hashSchema(schema),
    environments: lowerEnvironments(config, project.plugins, project.settings),
    roles,
    cors: lowerCors(config.cors),
    ...(locales && { locales }),
    ...limited,
    slowRequests: sorted(config.slowRequests ?? DEFAULT_SLOW_REQUESTS),
    auditRetention: config.auditRetention ?? DEFAULT_AUDIT_RETENTION,
    previewOrigins: previewOrigins(collections),
    collections,
    accountReferrers: referrersTo('users', collections),
    accountDetach: schema.tables.filter(({ owner }) => owner.startsWith('plugin:')).flatMap(detachStatements),
    plugins: project.plugins.map((use) => lowerPlugin(use, project.systemNames.has(use.plugin.name), context)),
    routes: lowerRoutes(plugins, context),
    tables: schema.tables.map((table) => table.name).sort(),
    code: { functions: {}, hooks: {}, lintel: '', plugins: {}, worker: null },
    worker: {},
  }
  const { name, ...rest } = manifest
  const hash = sha256(JSON.stringify(manifest))
  return { manifest: { name, hash, version: hash.slice(0, 12), ...rest }, schema }
}

function previewOrigins(collections: Manifest['collections']): string[] {
  const addresses = collections.flatMap(({ preview }) => preview ?? [])
  return [...new Set(addresses.map((address) => new URL(address).origin))].sort()
}

/**
 * Returns statements that clear references to an account. Required references are left out, because they prevent the
 * deletion of the account.
 */
function detachStatements({ name, columns, foreignKeys }: SchemaTable): string[] {
  return foreignKeys.flatMap(({ table, columns: [from = ''], references: [to = ''] }) => {
    const isNeeded = columns.some((column) => column.name === from && column.notNull)
    if (table !== 'users' || isNeeded) return []
    const accounts = `SELECT "${to}" FROM "users" WHERE "id" IN (SELECT value FROM json_each(?1))`
    return [`UPDATE "${name}" SET "${from}" = NULL WHERE "${from}" IN (${accounts})`]
  })
}

function pluginTables(project: CheckedProject) {
  return project.plugins.map(({ plugin }) => ({
    owner: `plugin:${plugin.name}`,
    tables: Object.values(plugin.data?.tables ?? {}),
    targets: Object.fromEntries(Object.entries(plugin.data?.targets ?? {}).map(([name, { shows }]) => [name, shows])),
  }))
}

function lowerCors(cors: CheckedProject['config']['cors']): Manifest['cors'] {
  const origins = cors?.origins ?? []
  return {
    origins: origins === '*' ? origins : [...origins].sort(),
    credentials: cors?.credentials ?? false,
    maxAge: cors?.maxAge ?? DEFAULT_PREFLIGHT_AGE,
  }
}

function lowerRoleLocales(roles: CheckedProject['config']['roles'] = {}): Pick<Manifest, 'roleLocales'> {
  const limited = Object.entries(roles).flatMap(([role, { locales }]) =>
    locales ? [[role, [...locales].sort()] as const] : [],
  )
  return limited.length === 0 ? {} : { roleLocales: sorted(Object.fromEntries(limited)) }
}

/** Returns each locale with its fallback chain; `null` if the config declares no locales. */
export function lowerLocales(locales: Locales | undefined): ManifestLocales | null {
  if (locales === undefined) return null
  const chain = (locale: string, before: readonly string[] = []): string[] => {
    const next = locales.fallback?.[locale] ?? locales.default
    const seen = [...before, locale]
    return seen.includes(next) ? [...seen] : chain(next, seen)
  }
  const names = [locales.default, ...locales.others]
  return { default: locales.default, chains: Object.fromEntries(names.map((name) => [name, chain(name)])) }
}

function sorted<T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}
