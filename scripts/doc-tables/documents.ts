import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { commands } from '../../src/cli/commands/index.ts'
import { settingsJsonSchema } from '../../src/compile/settings/json-schema.ts'
import type { PluginSpec } from '../../src/config/plugin.ts'
import { commandTable, overviewTable } from './command-table.ts'
import { settingsTable } from './settings-table.ts'

/** Pattern of a table with the comment above it, which names the plugin or command. */
const TABLE = /<!-- (settings|command): ([\w -]+) -->\n\n(?:\|.*\n)*/g

/** Page of the documentation, with updated tables. */
export interface Document {
  readonly path: string
  readonly text: string
  /** Plugins whose settings the page lists. */
  readonly plugins: readonly string[]
}

/**
 * Returns the documents that list settings of plugins or options of commands, with updated tables.
 * @throws Error for a table of an unknown plugin or command
 */
export async function documents(): Promise<readonly Document[]> {
  const specs = new Map(
    await Promise.all(pluginsWithSettings().map(async (name) => [name, await readPlugin(name)] as const)),
  )
  return globSync(['docs/*.md', 'plugins/*/README.md'])
    .toSorted()
    .flatMap((path) => {
      const old = readFileSync(path, 'utf8')
      const tables = [...old.matchAll(TABLE)]
      if (tables.length === 0) return []
      const text = old.replace(TABLE, (_, kind: string, name: string) => {
        const table = kind === 'settings' ? settingsOf(name, specs, path) : optionsOf(name, path)
        return `<!-- ${kind}: ${name} -->\n\n${table}\n`
      })
      return [{ path, text, plugins: tables.flatMap(([, kind, name = '']) => (kind === 'settings' ? name : [])) }]
    })
}

function settingsOf(name: string, specs: ReadonlyMap<string, PluginSpec>, path: string): string {
  const spec = specs.get(name)
  if (!spec) throw new Error(`${path} lists the settings of ${name}, but plugins/${name}/settings.ts does not exist.`)
  return settingsTable(spec, settingsJsonSchema)
}

function optionsOf(name: string, path: string): string {
  if (name === 'all') return overviewTable(commands)
  const command = commands.find((candidate) => candidate.name === name)
  if (!command) throw new Error(`${path} lists the options of cms ${name}, which does not exist.`)
  return commandTable(command)
}

/** Returns the names of the plugins that have settings. */
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
