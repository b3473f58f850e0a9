import type { FieldType } from '../../config/fields/field-type.ts'
import type { PluginSpec } from '../../config/plugin.ts'
import type { Manifest, Migration } from '../../manifest/index.ts'
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

/** The generated program: texts by path relative to the project. */
export function emitProgramFiles(source: EmitSource): Map<string, string> {
  const { manifest, fieldTypes } = source
  const plugins = Object.fromEntries(source.plugins.map((plugin) => [plugin.name, plugin]))
  const openapi = emitOpenapi({ manifest, fieldTypes, plugins })
  return new Map([
    ['.cms/manifest.json', `${JSON.stringify(manifest)}\n`],
    ['.cms/migrations.json', `${JSON.stringify(source.migrations)}\n`],
    ['.cms/openapi.json', openapi],
    ['.cms/openapi.ts', `${header('//')}\nexport default ${JSON.stringify(openapi)}\n`],
    ['.cms/program.ts', emitProgram(source.root, source.exports)],
    ['.cms/tables.ts', emitTables(manifest.collections, fieldTypes)],
    ['.cms/types.d.ts', emitTypes(manifest, fieldTypes)],
  ])
}
