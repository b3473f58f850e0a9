/** The data that the compiler hands to the runtime. Types only. */
export type { Access, AccessGrantData } from './access.ts'
export type { BulkStatements, CollectionStatements, ManifestCollection, ManifestField, Referrer } from './collection.ts'
export type { ManifestLocales } from './locales.ts'
export type { Manifest, ManifestCode, ManifestEnvironment, ManifestPlugin, MenuItem } from './manifest.ts'
export type { Migration, MigrationHead, MigrationPhase } from './migration.ts'
export type { Program } from './program.ts'
export type { CollectionOperation, ManifestRoute } from './route.ts'
export type { Schema, SchemaColumn, SchemaForeignKey, SchemaIndex, SchemaTable, SchemaTrigger } from './schema.ts'
