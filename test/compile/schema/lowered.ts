import { lowerCollections } from '../../../src/compile/lower/collection.ts'
import { lowerLocales } from '../../../src/compile/lower/manifest.ts'
import { lowerRoles } from '../../../src/compile/lower/roles.ts'
import { COPIES } from '../../../src/compile/schema/model/copies.ts'
import type { PluginTables } from '../../../src/compile/schema/model/plugin-tables.ts'
import type { Locales } from '../../../src/config/config.ts'
import type { Collection } from '../../../src/config/index.ts'
import { fieldTypes } from '../../../src/config/index.ts'
import type { ManifestCollection } from '../../../src/manifest/index.ts'
import * as core from '../../../src/runtime/database/tables.ts'

/** Collections as the compiler lowers them, without files: every source is `test.ts:1`. */
export function lowered(...collections: readonly Collection[]): ManifestCollection[] {
  return loweredIn(undefined, collections)
}

/** The same of a project with these locales, with a field for each value already. */
export function loweredIn(locales: Locales | undefined, collections: readonly Collection[]): ManifestCollection[] {
  return lowerCollections(collections, {
    fieldTypes,
    roles: lowerRoles({ name: 'test', collections: [], environments: {} }),
    translators: [],
    locales: lowerLocales(locales),
    sourceOf: () => 'test.ts:1',
  })
}

/** The columns of them that name collections. */
export const CONTENT_COLUMNS = ['content', ...COPIES, 'content_trash_references'].map((table) => ({
  table,
  column: 'collection_id',
}))

/** The tables that every service has. */
export const coreTables: PluginTables[] = [{ owner: 'plugin:core', tables: Object.values(core) }]
