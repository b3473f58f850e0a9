import type { PluginSpec } from '../../config/plugin.ts'
import type { FieldType } from '../../fields/field-type.ts'
import type { Manifest, Migration, MigrationHead } from '../../manifest/index.ts'
import { asDeclared } from '../../manifest/localized.ts'
import { packManifest } from '../../manifest/packed-manifest.ts'
import { ASSETS_FOLDER, GUIDES_FILE, REFERENCE_FILE } from '../assets-folder.ts'
import type { ProgramExports } from '../load/find-exports.ts'
import { readBrowserFiles, readGuides } from './assets.ts'
import { emitOpenapi, referenceParts } from './openapi.ts'
import { emitProgram } from './program.ts'
import { emitTables } from './tables.ts'
import { emitTypes } from './types.ts'

export interface EmitSource {
  readonly root: string
  readonly manifest: Manifest
  readonly plugins: readonly PluginSpec[]
  readonly fieldTypes: Readonly<Record<string, FieldType>>
  readonly migrations: readonly Migration[]
  readonly exports: ProgramExports
}

/** Emits the generated program without its API reference: the contents of files, by path relative to the project. */
export function emitProgramFiles(source: EmitSource): Map<string, string> {
  const { manifest, fieldTypes } = source
  return new Map([
    ['.cms/manifest.json', `${JSON.stringify(packManifest(manifest))}\n`],
    ['.cms/migration-heads.json', `${JSON.stringify(source.migrations.map(headOf))}\n`],
    ['.cms/migrations.json', `${JSON.stringify(source.migrations)}\n`],
    ['.cms/program.ts', emitProgram(source.root, source.exports, manifest)],
    ['.cms/tables.ts', emitTables(manifest.collections, fieldTypes)],
    ['.cms/types.d.ts', emitTypes(asDeclared(manifest), fieldTypes)],
  ])
}

function headOf({ statements: _, ...head }: Migration): MigrationHead {
  return head
}

/**
 * Emits the OpenAPI document and the worker's static files: those for browsers, the guides as Markdown, and the parts
 * of the document, from which the worker assembles its response.
 */
export function emitReference({ manifest, fieldTypes, plugins }: EmitSource): Map<string, string> {
  const input = {
    manifest: asDeclared(manifest),
    fieldTypes,
    plugins: Object.fromEntries(plugins.map((plugin) => [plugin.name, plugin])),
  }
  const parts = referenceParts(input)
  return new Map([
    ['.cms/openapi.json', emitOpenapi(parts, input)],
    [REFERENCE_FILE, JSON.stringify(parts)],
    [GUIDES_FILE, readGuides()],
    ...readBrowserFiles().map(([path, text]) => [`${ASSETS_FOLDER}/${path}`, text] as const),
  ])
}
