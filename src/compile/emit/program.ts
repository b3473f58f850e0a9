import { relative, sep } from 'node:path'
import type { Manifest } from '../../manifest/index.ts'
import type { ProgramExport, ProgramExports } from '../load/find-exports.ts'
import { ownEntryOf } from '../load/own-entries.ts'
import { readAssets } from './assets.ts'
import { header } from './header.ts'

/**
 * Emits `.cms/program.ts`, the module that combines the manifest with handlers, rules and field types, which are code.
 */
export function emitProgram(
  root: string,
  { plugins, functions }: ProgramExports,
  manifest: Pick<Manifest, 'plugins'>,
): string {
  // Left out of the bundle if no environment uses it.
  const isAsked = manifest.plugins.some(({ name, system }) => system && name === 'mcp')
  const modules = new ModuleNames(root)
  const factories = plugins.map((plugin) => modules.reference(plugin))
  const rules = functions.map(
    ({ key, exported, operation }) =>
      `    ${JSON.stringify(key)}: ${modules.reference(exported)}.access?.${operation} as Program['functions'][string],`,
  )
  return `${header('//')}
import { fieldTypes } from 'lintel'
import { type createWorker, unpackManifest } from 'lintel/runtime'
import { systemPlugins } from 'lintel/system'
${isAsked ? "import { mcpPlugin } from 'lintel/system/mcp'\n" : ''}${modules.imports().join('\n')}
import manifest from './manifest.json' with { type: 'json' }
import heads from './migration-heads.json' with { type: 'json' }

type Program = Parameters<typeof createWorker>[0]

const plugins = [
  ...systemPlugins.map((use) => use.plugin),
${isAsked ? '  mcpPlugin.plugin,\n' : ''}${factories.map((factory) => `  ${factory}.plugin,`).join('\n')}
] as unknown as readonly Program['plugins'][string][]

export const program: Program = {
  manifest: unpackManifest(manifest as unknown as Parameters<typeof unpackManifest>[0]),
  fieldTypes: {
    ...fieldTypes,
    ...Object.fromEntries(plugins.flatMap((plugin) => (plugin.data?.fieldTypes ?? []).map((type) => [type.kind, type]))),
  },
  plugins: Object.fromEntries(plugins.map((plugin) => [plugin.name, plugin])),
  functions: {
${rules.join('\n')}
  },
  migrations: heads as Program['migrations'],
  loadMigrations: async () => {
    const { default: whole } = await import('./migrations.json', { with: { type: 'json' } })
    return whole as Awaited<ReturnType<Program['loadMigrations']>>
  },
  assets: ${JSON.stringify(readAssets())},
}
`
}

/** Imports each module once, under a generated but stable name. */
class ModuleNames {
  readonly #root: string
  readonly #names = new Map<string, string>()

  constructor(root: string) {
    this.#root = root
  }

  /** Returns an expression for the export. */
  reference({ file, name }: ProgramExport): string {
    const specifier = this.#specifierOf(file)
    const known = this.#names.get(specifier) ?? `module${this.#names.size}`
    this.#names.set(specifier, known)
    return `${known}.${name}`
  }

  imports(): string[] {
    return [...this.#names].map(([specifier, name]) => `import * as ${name} from ${JSON.stringify(specifier)}`)
  }

  /** Returns the specifier of a module; for an export of this package, one that does not depend on its folder. */
  #specifierOf(file: string): string {
    const path = relative(this.#root, file).split(sep).join('/')
    const isInstalled = path.startsWith('../') || path.startsWith('node_modules/')
    return (isInstalled && ownEntryOf(file)) || `../${path}`
  }
}
