import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { type Compilation, compile } from '../../src/compile/index.ts'
import { readManifest } from '../harness/manifest.ts'
import { makeProject, type TestProject } from './project.ts'

const run = promisify(execFile)
const projects: TestProject[] = []

afterEach(() => {
  for (const project of projects.splice(0)) project.dispose()
})

function project(files: Readonly<Record<string, string>>): TestProject {
  const made = makeProject(files)
  projects.push(made)
  return made
}

const PLUGIN = `import { definePlugin, defineRoute } from 'lintel'
import * as z from 'zod'

const settings = z.strictObject({ locale: z.string().default('tr'), limits: z.record(z.string(), z.number()).default({}) })
const zebra = defineRoute({ method: 'GET', path: '/api/zebra', access: 'public', handler: (c) => c.text('z') })
const aardvark = defineRoute({ method: 'GET', path: '/api/aardvark', access: ['editor'], handler: (c) => c.text('a') })

export default definePlugin({ name: 'NAME', version: '1.0.0', dependencies: NEEDS, settings, http: { routes: ROUTES } })
`

function plugin(name: string, needs: readonly string[], routes: string): string {
  return PLUGIN.replace('NAME', name).replace('NEEDS', JSON.stringify(needs)).replace('ROUTES', routes)
}

/** The same project, its lists and options in one order or the other. */
function written(reversed: boolean): Record<string, string> {
  const order = <T>(items: readonly T[]): readonly T[] => (reversed ? items.toReversed() : items)
  const collections = order(['posts', 'authors', 'istanbul', 'Éclairs'.toLowerCase().replace('é', 'e')])
  const uses = order(['first({ limits: { b: 1, a: 2 } })', 'second()', 'third()'])
  const environments = order(['development: {}', "production: { vars: { B: '2', A: '1' } }", 'preview: {}'])
  return {
    'cms.config.ts': `import { defineCollection, defineConfig, field } from 'lintel'
import posts from './collections/posts.ts'
import authors from './collections/authors.ts'
import first from './plugins/first/plugin.ts'
import second from './plugins/second/plugin.ts'
import third from './plugins/third/plugin.ts'

const istanbul = defineCollection({ name: 'istanbul', fields: { iI: field.string({ default: 'ı' }) } })
const eclairs = defineCollection({ name: 'eclairs', fields: { title: field.string() } })

export default defineConfig({
  name: 'site',
  collections: [${collections.join(', ')}],
  plugins: [${uses.join(', ')}],
  roles: { ${order(["zookeeper: { permissions: ['content.create'] }", "alchemist: { permissions: ['media.*', 'content.edit'] }"]).join(', ')} },
  environments: { ${environments.join(', ')} },
})
`,
    'collections/posts.ts': `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  drafts: true,
  search: ['title'],
  access: { delete: ({ user }) => user !== null, read: ({ user }) => user?.role === 'editor' },
  fields: { title: field.string(), author: field.reference('authors'), tags: field.references('istanbul') },
})
`,
    'plugins/first/plugin.ts': plugin('first', ['second'], reversed ? '{ aardvark, zebra }' : '{ zebra, aardvark }'),
    'plugins/second/plugin.ts': plugin('second', [], '{}'),
    'plugins/third/plugin.ts': plugin('third', [], '{}'),
  }
}

/** Compiles in a process of its own, in another place and another part of the world. */
async function compileElsewhere(root: string, env: Readonly<Record<string, string>>, cwd: string): Promise<string> {
  const { stdout } = await run(resolve('node_modules/.bin/node'), [resolve('test/compile/print-outputs.ts'), root], {
    cwd,
    env: { ...process.env, ...env },
    maxBuffer: 1 << 26,
  })
  return stdout
}

describe('a build', () => {
  it('gives the same bytes twice', async () => {
    const { root } = project(written(false))
    const first = await compile({ root })
    const second = await compile({ root })
    expect(first.diagnostics).toEqual([])
    expect(textsOf(second)).toEqual(textsOf(first))
  })

  it('gives the same bytes in any time zone, locale, working directory and process', async () => {
    const { root } = project(written(false))
    const outputs = await Promise.all([
      compileElsewhere(root, { TZ: 'UTC', LC_ALL: 'C', LANG: 'C' }, root),
      compileElsewhere(root, { TZ: 'Asia/Kathmandu', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' }, '/'),
      compileElsewhere(
        join(root, 'collections', '..'),
        { TZ: 'America/St_Johns', LC_ALL: 'sv_SE.UTF-8' },
        join(root, 'plugins'),
      ),
    ])
    expect(JSON.parse(outputs[0] ?? '')).toContainEqual(['.cms/program.ts', expect.any(String)])
    expect(new Set(outputs).size).toBe(1)
  })

  it('gives the same bytes in another folder, and with other line ends', async () => {
    const here = await compile(project(written(false)))
    const windows = Object.entries(written(false)).map(([path, text]) => [path, text.replaceAll('\n', '\r\n')])
    const there = await compile(project(Object.fromEntries(windows)))
    expect(there.diagnostics).toEqual([])
    expect(textsOf(there)).toEqual(textsOf(here))
  })

  it('does not depend on the order in which the config lists things', async () => {
    const one = await compile(project(written(false)))
    const other = await compile(project(written(true)))
    expect(other.diagnostics).toEqual([])
    // The plugin whose file lists its routes in another order is other code, and so the program is another version.
    const text = (compilation: typeof one) =>
      textsOf(compilation)
        .filter(([path]) => path !== '.cms/manifest.json' && path !== '.cms/pending')
        .map(([path, content]) => [
          path,
          content
            .replace(compilation.manifest?.version ?? '', '')
            .replace(compilation.manifest?.code.plugins.first ?? '', ''),
        ])
    expect(text(other)).toEqual(text(one))
    expect(withoutLines(other.outputs)).toEqual(withoutLines(one.outputs))
  })

  it('puts plugins after those that they depend on, and by name among equals', async () => {
    const { manifest } = await compile(project(written(true)))
    const names = manifest?.plugins.filter(({ system }) => !system).map(({ name }) => name)
    expect(names).toEqual(['second', 'first', 'third'])
  })

  it('names neither the machine nor the time', async () => {
    const { root } = project(written(false))
    const texts = textsOf(await compile({ root }))
      .filter(([path]) => !/\/docs|\/guides\.json$/.test(path)) // the guides, whose examples have dates
      .map(([, text]) => text)
      .join('\n')
    expect(texts).not.toContain(root)
    expect(texts).not.toContain(process.cwd())
    expect(texts).not.toMatch(new RegExp(String.raw`\b${new Date().getFullYear()}-\d\d-\d\d`))
  })
})

function textsOf({ outputs, reference }: Compilation): [string, string][] {
  return [...outputs, ...reference()]
}

/** Drops source positions from the manifest, which move with the lines of the config. */
function withoutLines(outputs: ReadonlyMap<string, string>): unknown {
  const { hash: _hash, version: _version, code: _code, ...manifest } = readManifest(outputs.get('.cms/manifest.json'))
  return JSON.parse(JSON.stringify(manifest).replaceAll(/("source":"[^":]+):\d+"/g, '$1"'))
}
