import { resolve } from 'node:path'
import { compile } from '../../../src/compile/index.ts'
import type { PluginUse } from '../../../src/config/plugin.ts'
import { makeProject, type TestProject } from '../../compile/project.ts'

const compilation = await compile({ root: resolve('.') })
if (compilation.manifest === null || compilation.config === null) throw new Error('the config does not compile')

export const manifest = compilation.manifest

/** Every plugin that the config uses, in the order of their dependencies. */
export const plugins = manifest.plugins.filter(({ system }) => !system)

const uses = new Map((compilation.config.plugins ?? []).map((use) => [use.plugin.name, use]))

export function useOf(name: string): PluginUse {
  const use = uses.get(name)
  if (!use) throw new Error(`the config does not use ${name}`)
  return use
}

/** A plugin and those that it cannot be without. */
export function withDependencies(name: string): string[] {
  const { dependencies = [] } = useOf(name).plugin
  return [...new Set([...dependencies.flatMap(withDependencies), name])]
}

/** Settings beyond those of the config, as text: `{ enabled: true }`. */
export type Changes = Readonly<Record<string, object>>

/** A project with one small collection that uses these plugins alone, as the config does. */
export function projectWith(names: readonly string[], changes: Changes = {}): TestProject {
  const imports = names.map((name, index) => `import plugin${index} from '${resolve('plugins', name, 'plugin.ts')}'`)
  const calls = names.map(
    (name, index) => `plugin${index}(${JSON.stringify({ ...useOf(name).settings, ...changes[name] })})`,
  )
  return makeProject({
    'cms.config.ts': `import { defineConfig } from 'lintel'
${imports.join('\n')}
import posts from './collections/posts.ts'

export default defineConfig({
  name: 'alone',
  collections: [posts],
  plugins: [${calls.join(', ')}],
  environments: { development: {} },
})
`,
  })
}
