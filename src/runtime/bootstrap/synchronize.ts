import { sqlText } from '../../ground/sql-text.ts'
import type { Manifest, ManifestPlugin } from '../../manifest/index.ts'
import { batch, type Statement } from '../database/database.ts'
import type { Runtime } from '../isolate/runtime.ts'

/**
 * Records the program in the database: `collections`, `plugins`, `plugin_routes` and `plugin_hooks`, in one batch. The
 * activation of plugins is kept; rows of removed parts are deleted.
 */
export async function synchronize(runtime: Runtime): Promise<void> {
  const { manifest } = runtime.program
  const now = Date.now()
  const plugins = manifest.plugins.filter(({ name, system }) => !system && runtime.plugins.includes(name))
  await batch(runtime.env.DB, [
    ...replaceRows('collections', collectionRows(manifest), COLLECTIONS, now),
    ...replaceRows('plugins', plugins.map(pluginRow), PLUGINS, now),
    { sql: 'DELETE FROM "plugin_routes"', values: [] },
    { sql: ROUTES, values: [JSON.stringify(routeRows(manifest, plugins))] },
    { sql: 'DELETE FROM "plugin_hooks"', values: [] },
    { sql: HOOKS, values: [JSON.stringify(plugins.flatMap(hookRows))] },
  ])
}

/** Records that this program's bootstrap is done, for every isolate that starts later. */
export async function markDone(runtime: Runtime): Promise<void> {
  const sql = sqlText`
    INSERT INTO "system_state" ("key", "value", "updated_at")
    VALUES ('program', ?1, ?2)
    ON CONFLICT ("key")
    DO UPDATE SET "value" = excluded."value", "updated_at" = excluded."updated_at"
  `
  await batch(runtime.env.DB, [{ sql, values: [runtime.program.manifest.hash, Date.now()] }])
}

/** Inserts or updates collections. With `WHERE true`, SQLite's parser reads the following ON as part of an upsert. */
const COLLECTIONS = `INSERT INTO "collections" ("id", "label", "description", "fields", "drafts", "singleton", "created_at", "updated_at")
SELECT "value" ->> 'id', "value" ->> 'label', "value" ->> 'description', "value" -> 'fields', "value" ->> 'drafts', "value" ->> 'singleton', CAST(?2 AS INTEGER), CAST(?2 AS INTEGER) FROM json_each(?1) WHERE true
ON CONFLICT ("id") DO UPDATE SET "label" = excluded."label", "description" = excluded."description", "fields" = excluded."fields", "drafts" = excluded."drafts", "singleton" = excluded."singleton", "updated_at" = excluded."updated_at"`

const PLUGINS = `INSERT INTO "plugins" ("id", "name", "version", "description", "active", "installed_at", "updated_at")
SELECT "value" ->> 'id', "value" ->> 'id', "value" ->> 'version', "value" ->> 'description', 1, CAST(?2 AS INTEGER), CAST(?2 AS INTEGER) FROM json_each(?1) WHERE true
ON CONFLICT ("id") DO UPDATE SET "version" = excluded."version", "description" = excluded."description", "updated_at" = excluded."updated_at"`

const ROUTES = sqlText`
  INSERT INTO "plugin_routes" ("plugin_id", "method", "path", "access")
  SELECT "value" ->> 'plugin', "value" ->> 'method', "value" ->> 'path', "value" -> 'access'
  FROM json_each(?1)
`

const HOOKS = sqlText`
  INSERT INTO "plugin_hooks" ("plugin_id", "event")
  SELECT "value" ->> 'plugin', "value" ->> 'event'
  FROM json_each(?1)
`

/** Returns the statements that insert or update `rows`, and delete all other rows of the table. */
function replaceRows(
  table: string,
  rows: readonly { readonly id: string }[],
  upsert: string,
  now: number,
): Statement[] {
  const ids = JSON.stringify(rows.map(({ id }) => id))
  return [
    { sql: `DELETE FROM "${table}" WHERE id NOT IN (SELECT value FROM json_each(?1))`, values: [ids] },
    { sql: upsert, values: [JSON.stringify(rows), now] },
  ]
}

function collectionRows(manifest: Manifest) {
  return manifest.collections.map(({ name, label, description, drafts, singleton, fields }) => ({
    id: name,
    label,
    description,
    drafts: Number(drafts),
    singleton: Number(singleton),
    fields: Object.fromEntries(
      fields.map((field) => [
        field.name,
        { type: field.kind, required: field.required, default: field.options.default ?? null, target: field.target },
      ]),
    ),
  }))
}

function pluginRow({ name, version, description }: ManifestPlugin) {
  return { id: name, version, description }
}

function routeRows(manifest: Manifest, plugins: readonly ManifestPlugin[]) {
  const names = new Set(plugins.map(({ name }) => name))
  return manifest.routes
    .filter(({ plugin }) => names.has(plugin))
    .map(({ plugin, method, path, access }) => ({ plugin, method, path, access }))
}

function hookRows({ name, hooks }: ManifestPlugin) {
  return hooks.map((event) => ({ plugin: name, event }))
}
