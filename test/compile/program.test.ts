import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Compilation, compile, writeOutputs } from '../../src/compile/index.ts'
import { importModule } from '../../src/compile/load/load-project.ts'
import { moduleGraphOf } from '../../src/compile/load/module-hooks.ts'
import { loadRoutes } from '../../src/config/plugin-routes.ts'
import type { Program } from '../../src/manifest/index.ts'
import { makeProject, type TestProject } from './project.ts'

let project: TestProject
let compilation: Compilation
let program: Program

beforeAll(async () => {
  project = makeProject({
    'cms.config.ts': `import { defineConfig } from 'lintel'
import posts from './collections/posts.ts'
import { shapes } from './plugins/shapes/index.ts'
import pages from './plugins/pages/plugin.ts'

export default defineConfig({
  name: 'site',
  collections: [posts],
  plugins: [shapes(), pages()],
  environments: { development: {} },
})
`,
    'collections/posts.ts': `import { defineCollection, field } from 'lintel'
import { colour } from '../plugins/shapes/colour.ts'

export default defineCollection({
  name: 'posts',
  access: {
    read: ({ user }) => user?.role === 'editor',
    delete: ({ user }) => (user === null ? false : { createdBy: user.id }),
  },
  fields: { title: field.string(), shade: colour({ default: '#ffffff' }) },
})
`,
    'plugins/shapes/colour.ts': `import { declareField, type FieldOptions, type FieldType, fieldTypes } from 'lintel'

export function colour(options: FieldOptions<string> = {}) {
  return declareField('colour', options, colour)
}

const text = fieldTypes.string
if (!text) throw new Error('no text')
export const colourType: FieldType = { ...text, kind: 'colour' }
`,
    'plugins/shapes/index.ts': `import { definePlugin } from 'lintel'
import { colourType } from './colour.ts'

export const shapes = definePlugin({ name: 'shapes', version: '1.0.0', data: { fieldTypes: [colourType] } })
`,
    'plugins/pages/plugin.ts': `import { env, WorkerEntrypoint } from 'cloudflare:workers'
import { definePlugin, defineRoute } from 'lintel'
import { Page } from './page.tsx'

export class Entry extends WorkerEntrypoint {}
const show = defineRoute({
  method: 'GET',
  path: '/admin/pages',
  access: ['editor'],
  handler: (c) => c.html(String(Page({ title: String(env) }))),
})

export default definePlugin({ name: 'pages', version: '1.0.0', http: { routes: { show } } })
`,
    'plugins/pages/page.tsx': `interface PageProps {
  readonly title: string
}

export function Page({ title }: PageProps) {
  return <h1 class="page">{title}</h1>
}
`,
  })
  compilation = await compile(project)
  expect(compilation.diagnostics).toEqual([])
  writeOutputs(project.root, compilation)
  moduleGraphOf(project.root)
  const generated = await importModule(join(project.root, '.cms/program.ts'))
  program = generated.program as Program // what the generated module declares
})

afterAll(() => project.dispose())

describe('the generated program', () => {
  it('says what it was made from, and by which command', () => {
    for (const [path, text] of compilation.outputs) {
      if (!/\.(?:ts|sql)$/.test(path)) continue
      const [first, second] = text.split('\n')
      const isMigration = path.endsWith('.sql')
      expect(`${first}\n${second}`, path).toMatch(
        isMigration ? /^-- format: 2\n-- made-by: / : /^\/\/ Made from .*\n\/\/ /,
      )
      expect(`${first}\n${second}`, path).toContain('cms build')
    }
  })

  it('holds the manifest, the migrations and the reference', async () => {
    expect(program.manifest).toEqual(compilation.manifest)
    expect(program.migrations.map(({ name }) => name)).toEqual(['0001_initial.sql'])
    const [initial] = await program.loadMigrations()
    expect(initial?.statements.join('\n')).toContain('CREATE TABLE "posts"')
    const openapi = JSON.parse(readFileSync(join(project.root, '.cms/openapi.json'), 'utf8'))
    expect(openapi.paths).toHaveProperty('/api/posts')
    const parts = JSON.parse(readFileSync(join(project.root, '.cms/assets/program/reference.json'), 'utf8'))
    expect(parts.paths.map(({ path }: { path: string }) => path)).toEqual(Object.keys(openapi.paths))
  })

  it('holds the plugins with their handlers, whatever they are exported as', async () => {
    const names = Object.keys(program.plugins)
    expect(names.slice(-2)).toEqual(['pages', 'shapes'])
    expect(names).toEqual(program.manifest.plugins.map(({ name }) => name))
    const { pages } = program.plugins
    expect((pages && (await loadRoutes(pages)))?.show?.handler).toBeTypeOf('function')
  })

  it('holds the rules that are functions', () => {
    expect(Object.keys(program.functions)).toEqual(['posts.delete', 'posts.read'])
    const user = { id: 'u1', email: 'a@example.com', role: 'editor' }
    expect(program.functions['posts.read']?.({ user })).toBe(true)
    expect(program.functions['posts.delete']?.({ user })).toEqual({ createdBy: 'u1' })
  })

  it('knows the field types of plugins beside its own', () => {
    expect(program.fieldTypes.colour?.kind).toBe('colour')
    expect(program.fieldTypes.string?.kind).toBe('string')
    expect(program.manifest.collections[0]?.fields[1]).toMatchObject({
      kind: 'colour',
      column: 'shade',
      storage: 'text',
    })
  })
})
