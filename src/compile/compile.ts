import { relative, sep } from 'node:path'
import type { Config } from '../config/config.ts'
import { fieldTypes } from '../config/fields/index.ts'
import { originOf } from '../config/origin.ts'
import type { Compilation } from './compilation.ts'
import { emitProgramFiles } from './emit/emit.ts'
import { findExports } from './load/find-exports.ts'
import { loadProject, resolveRoot } from './load/load-project.ts'
import { pathOfModule } from './load/module-hooks.ts'
import { lowerProject } from './lower/manifest.ts'
import { orderPlugins } from './lower/plugins.ts'
import type { CheckedProject } from './project.ts'
import { readMigrations } from './read-migrations.ts'
import { resolveSettings } from './settings/resolve-settings.ts'

/** Compiles the project in a folder. Mistakes in its files come as diagnostics, never as exceptions. */
export async function compile(options: { readonly root: string }): Promise<Compilation> {
  const root = resolveRoot(options.root)
  const loaded = await loadProject(root)
  const config = loaded.config as Config
  const plugins = [...loaded.systemPlugins, ...orderPlugins(config.plugins ?? [])]
  const project: CheckedProject = {
    root,
    config,
    plugins,
    systemNames: new Set(loaded.systemPlugins.map((use) => use.plugin.name)),
    fieldTypes: {
      ...fieldTypes,
      ...Object.fromEntries(
        plugins.flatMap((use) => (use.plugin.fieldTypes ?? []).map((type) => [type.kind, type] as const)),
      ),
    },
    settings: resolveSettings(config, plugins).settings,
    sourceOf: (declaration) => sourceOf(root, declaration),
  }
  const { manifest, schema } = lowerProject(project)
  const exports = await findExports(orderPlugins(config.plugins ?? []), config.collections)
  const outputs = emitProgramFiles({
    root,
    manifest,
    plugins: plugins.map((use) => use.plugin),
    fieldTypes: project.fieldTypes,
    migrations: readMigrations(root, schema),
    exports,
  })
  return { root, diagnostics: [], manifest, schema, outputs, files: loaded.files }
}

function sourceOf(root: string, declaration: object): string {
  const origin = originOf(declaration)
  const path = origin ? pathOfModule(origin.url) : null
  return origin && path ? `${relative(root, path).split(sep).join('/')}:${origin.line}` : 'cms.config.ts'
}
