import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { settingsJsonSchema } from '../../src/compile/settings/json-schema.ts'
import type { PluginSpec } from '../../src/config/plugin.ts'
import { settingsTable } from './table.ts'

/** The line above a table, with the plugin's folder, and the table below it. */
const TABLE = /<!-- settings: ([\w-]+) -->\n\n(?:\|.*\n)*/g

/** A page of the documentation whose tables of settings are up to date. */
export interface Document {
  readonly path: string
  readonly text: string
  /** Plugins whose settings it lists. */
  readonly plugins: readonly string[]
}

/** Makes the documents that list settings of plugins, each with its tables made anew from their schemas. */
export async function documents(): Promise<readonly Document[]> {
  const specs = new Map(
    await Promise.all(pluginsWithSettings().map(async (name) => [name, await readPlugin(name)] as const)),
  )
  return globSync(['docs/*.md', 'plugins/*/README.md'])
    .toSorted()
    .flatMap((path) => {
      const old = readFileSync(path, 'utf8')
      const plugins = [...old.matchAll(TABLE)].map(([, name = '']) => name)
      if (plugins.length === 0) return []
      const text = old.replace(TABLE, (_, name: string) => {
        const spec = specs.get(name)
        if (!spec)
          throw new Error(`${path} lists the settings of ${name}, but plugins/${name}/settings.ts does not exist.`)
        return `<!-- settings: ${name} -->\n\n${settingsTable(spec, settingsJsonSchema)}\n`
      })
      return [{ path, text, plugins }]
    })
}

/** Folders of the plugins that have settings. */
export function pluginsWithSettings(): readonly string[] {
  return globSync('plugins/*/settings.ts')
    .map((path) => path.split('/')[1] ?? '')
    .toSorted()
}

async function readPlugin(name: string): Promise<PluginSpec> {
  const { default: factory } = (await import(resolve('plugins', name, 'plugin.ts'))) as {
    readonly default: { readonly plugin: PluginSpec } // as `definePlugin` returns it
  }
  return factory.plugin
}
