import { sql } from 'drizzle-orm'
import { routeTable } from '../../../manifest/endpoints.ts'
import { environmentOf, manifestOf, type RequestContext, secretOf } from '../../../runtime/kit.ts'
import { checkEverything } from '../../health.ts'
import { pagePolicy } from '../../pages/policy.ts'
import { storageQuery } from '../dashboard/plugin-figures.ts'
import type { TabSettings } from './tab-settings.ts'

/** Returns facts about signing in, secrets, public routes that write, other origins, and the pages' policy. */
export function security(c: RequestContext): TabSettings {
  const manifest = manifestOf(c)
  const { cors, plugins } = manifest
  const needed = plugins.flatMap(({ secrets }) => Object.keys(secrets))
  const used = secretsIn(environmentOf(c).settings)
  const secrets = [...new Set([...needed, ...used])].sort()
  return {
    authentication: settingsOfPlugin(c, 'core-auth'),
    secrets: Object.fromEntries(secrets.map((name) => [name, secretOf(c, name) === undefined ? 'not set' : 'set'])),
    openWrites: routeTable(manifest)
      .filter(({ method, access }) => method !== 'GET' && access.kind === 'public')
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
    cors,
    pagePolicy: pagePolicy('…', manifest),
  }
}

/** Returns facts about notifications: the settings of email, and the events of each webhook. */
export function notifications(c: RequestContext): TabSettings {
  const { endpoints = [] } = (settingsOfPlugin(c, 'webhooks') ?? {}) as {
    readonly endpoints?: readonly { readonly name: string; readonly events: readonly string[] }[]
  } // as the plugin's settings schema declares it; empty without the plugin
  return {
    email: settingsOfPlugin(c, 'email'),
    webhooks: Object.fromEntries(endpoints.map(({ name, events }) => [name, events])),
  }
}

/** Returns facts about the stores: bindings, amounts of data, and the settings of the plugins that use them. */
export async function storage(c: RequestContext): Promise<TabSettings> {
  const [{ checks, schemas }, [media]] = await Promise.all([checkEverything(c), storageQuery(c)])
  return {
    database: { binding: 'DB', state: checks.database, tables: schemas.length },
    cache: { binding: 'CACHE_KV', state: checks.kv },
    bucket: { binding: 'MEDIA_BUCKET', state: checks.bucket },
    mediaFiles: media?.bytes == null ? null : { files: media.files, bytes: media.bytes },
    media: settingsOfPlugin(c, 'core-media'),
    cachePlugin: settingsOfPlugin(c, 'cache'),
  }
}

/** Returns the migrations of this database, and whether it matches them. */
export async function schema(c: RequestContext): Promise<TabSettings> {
  const [{ schema: health }, applied] = await Promise.all([
    checkEverything(c),
    c
      .get('db')
      .all<{ name: string; at: string }>(sql`SELECT name, applied_at AS at FROM d1_migrations ORDER BY id DESC`),
  ])
  return {
    mode: environmentOf(c).migrations,
    expected: health.expected,
    actual: health.actual,
    pending: health.pending,
    drift: health.drift,
    schemaHash: manifestOf(c).schemaHash,
    applied: Object.fromEntries(applied.map(({ name, at }) => [name, `${at.replace(' ', 'T')}Z`])),
  }
}

/**
 * Returns a plugin's settings in this environment, with the names of secrets in place of their values; `null` if the
 * config does not use the plugin.
 */
function settingsOfPlugin(c: RequestContext, plugin: string): TabSettings | null {
  return environmentOf(c).settings[plugin] ?? null
}

function secretsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  if ('$secret' in value) return [String(value.$secret)]
  return Object.values(value).flatMap(secretsIn)
}
