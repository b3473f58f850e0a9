import type { FieldType } from '../../config/fields/field-type.ts'
import type { PluginSpec } from '../../config/plugin.ts'
import type { Manifest, Migration } from '../../manifest/index.ts'
import { packManifest } from '../../manifest/packed-manifest.ts'
import type { ProgramExports } from '../load/find-exports.ts'
import { header } from './header.ts'
import { emitOpenapi } from './openapi.ts'
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

/** The generated program but for its reference: texts by path relative to the project. */
export function emitProgramFiles(source: EmitSource): Map<string, string> {
  const { manifest, fieldTypes } = source
  return new Map([
    ['.cms/manifest.json', `${JSON.stringify(packManifest(manifest))}\n`],
    ['.cms/migrations.json', `${JSON.stringify(source.migrations)}\n`],
    ['.cms/program.ts', emitProgram(source.root, source.exports)],
    ['.cms/tables.ts', emitTables(manifest.collections, fieldTypes)],
    ['.cms/types.d.ts', emitTypes(manifest, fieldTypes)],
  ])
}

/** The OpenAPI document, as a file for programs and as the module that the worker imports when it is asked for it. */
export function emitReference({ manifest, fieldTypes, plugins }: EmitSource): Map<string, string> {
  const byName = Object.fromEntries(plugins.map((plugin) => [plugin.name, plugin]))
  const openapi = emitOpenapi({ manifest, fieldTypes, plugins: byName })
  return new Map([
    [OPENAPI_FILE, openapi],
    ['.cms/openapi.ts', `${header('//')}\nexport default ${JSON.stringify(openapi)}\n`],
  ])
}

export const OPENAPI_FILE = '.cms/openapi.json'
