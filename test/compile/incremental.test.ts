import { mkdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { projectEntries } from '../../src/compile/apart/permissions.ts'
import { type Compiler, compile, createCompiler, writeOutputs } from '../../src/compile/index.ts'
import { makeProject, type TestProject } from './project.ts'

const projects: TestProject[] = []

afterEach(() => {
  for (const project of projects.splice(0)) project.dispose()
})

function project(files: Readonly<Record<string, string | null>> = {}): TestProject {
  const made = makeProject(files)
  projects.push(made)
  return made
}

/** The fields of `posts`, as the program has them now. */
async function fieldsOf(compiler: Compiler, changed?: readonly string[]): Promise<readonly string[]> {
  const { manifest, diagnostics } = await compiler.compile(changed)
  expect(diagnostics).toEqual([])
  return manifest?.collections.find(({ name }) => name === 'posts')?.fields.map(({ name }) => name) ?? []
}

const posts = (fields: string) => `import { defineCollection, field } from 'lintel'

export default defineCollection({ name: 'posts', fields: { ${fields} } })
`

describe('a compiler that stays', () => {
  it('sees what has changed in a file, in a file that is imported by it, and in the config', async () => {
    const made = project({
      'collections/posts.ts': `import { defineCollection } from 'lintel'
import { common } from '../fields.ts'

export default defineCollection({ name: 'posts', fields: { ...common } })
`,
      'fields.ts': `import { field } from 'lintel'\n\nexport const common = { title: field.string() }\n`,
    })
    const compiler = createCompiler(made)
    expect(await fieldsOf(compiler)).toEqual(['title'])
    made.write({ 'fields.ts': `import { field } from 'lintel'\n\nexport const common = { name: field.string() }\n` })
    expect(await fieldsOf(compiler)).toEqual(['name'])
    made.write({ 'collections/posts.ts': posts('body: field.text()') })
    expect(await fieldsOf(compiler)).toEqual(['body'])
    const config = readFileSync(join(made.root, 'cms.config.ts'), 'utf8')
    made.write({ 'cms.config.ts': config.replace("name: 'site'", "name: 'other'") })
    expect((await compiler.compile()).manifest?.name).toBe('other')
  })

  it('takes a plugin whose settings it has used for what it was, also after a mistake', async () => {
    const made = project({
      'plugin.ts': `import { definePlugin } from 'lintel'
import * as z from 'zod'

export default definePlugin({
  name: 'letters',
  version: '1.0.0',
  settings: z.strictObject({ retries: z.int().default(1), color: z.enum(['red', 'green']).optional() }),
})
`,
    })
    const config = readFileSync(join(made.root, 'cms.config.ts'), 'utf8')
    const letters = config
      .replace('import posts from', "import letters from './plugin.ts'\nimport posts from")
      .replace('collections: [posts],', "collections: [posts],\n  plugins: [letters({ color: 'red' })],")
    made.write({ 'cms.config.ts': letters })
    const compiler = createCompiler(made)
    expect(await fieldsOf(compiler)).toEqual(['title'])
    made.write({ 'collections/posts.ts': posts('body: field.text({ max: 10 + (Date.now() % 1000) })') })
    expect((await compiler.compile()).diagnostics.map(({ code, file }) => [code, file])).toEqual([
      ['impure-config', 'collections/posts.ts'],
    ])
    for (const name of ['one', 'two', 'three']) {
      made.write({ 'collections/posts.ts': posts(`${name}: field.text()`) })
      expect(await fieldsOf(compiler)).toEqual([name])
    }
  })

  it('takes the word of who says what has changed', async () => {
    const made = project()
    const compiler = createCompiler(made)
    expect(await fieldsOf(compiler)).toEqual(['title'])
    made.write({ 'collections/posts.ts': posts('body: field.text()') })
    expect(await fieldsOf(compiler, [])).toEqual(['title'])
    expect(await fieldsOf(compiler, [join(made.root, 'collections/posts.ts')])).toEqual(['body'])
  })

  it('does not evaluate again what has not changed', async () => {
    const made = project({
      'collections/posts.ts': `import { defineCollection, field } from 'lintel'

const counter = globalThis as { evaluations?: number }
counter.evaluations = (counter.evaluations ?? 0) + 1
// A build evaluates it twice, and compares.
const versions = Math.ceil(counter.evaluations / 2)
export default defineCollection({ name: 'posts', versions, fields: { title: field.string() } })
`,
    })
    const compiler = createCompiler(made)
    const evaluations = async () => (await compiler.compile()).manifest?.collections[0]?.versions
    await compiler.compile()
    await compiler.compile()
    await compile(made)
    expect(await evaluations()).toBe(1)
    utimesSync(join(made.root, 'collections/posts.ts'), 1, 1)
    expect(await evaluations()).toBe(2)
  })

  it('says a mistake again until it is mended, and then no more', async () => {
    const made = project()
    const compiler = createCompiler(made)
    const broken: Readonly<Record<string, string>> = {
      'syntax-error': 'export default {',
      'config-threw': posts('title: field.nothing()'),
      'impure-config': posts('title: field.number({ default: Date.now() })'),
      'unknown-option': posts('title: field.string({ requird: true })'),
    }
    for (const [code, text] of Object.entries(broken)) {
      made.write({ 'collections/posts.ts': text })
      for (const _time of ['once', 'twice']) {
        const { diagnostics, outputs } = await compiler.compile()
        expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code])
        expect(outputs.size).toBe(0)
      }
      made.write({ 'collections/posts.ts': posts('title: field.string()') })
      expect(await fieldsOf(compiler)).toEqual(['title'])
    }
  })

  it('notices that a missing file has come, and that one has gone', async () => {
    const made = project({ 'collections/posts.ts': null })
    const compiler = createCompiler(made)
    expect((await compiler.compile()).diagnostics.map(({ code }) => code)).toEqual(['missing-file'])
    made.write({ 'collections/posts.ts': posts('title: field.string()') })
    expect(await fieldsOf(compiler)).toEqual(['title'])
    made.write({ 'collections/posts.ts': null })
    expect((await compiler.compile()).diagnostics.map(({ code }) => code)).toEqual(['missing-file'])
  })

  it('keeps two projects apart', async () => {
    const [one, other] = [project(), project({ 'collections/posts.ts': posts('body: field.text()') })]
    const [first, second] = await Promise.all([compile(one), compile(other)])
    expect(first.manifest?.collections[0]?.fields[0]?.name).toBe('title')
    expect(second.manifest?.collections[0]?.fields[0]?.name).toBe('body')
  })

  it('leaves the clock and chance as they were', async () => {
    const before = [Date, Math.random, process.env, Intl.DateTimeFormat]
    await compile(project())
    expect([Date, Math.random, process.env, Intl.DateTimeFormat]).toEqual(before)
    expect(Object.hasOwn(globalThis.crypto, 'randomUUID')).toBe(false)
  })
})

describe('the process of a config', () => {
  it('may read what a build writes, so that the first one does not end it', async () => {
    const made = project({ 'package.json': '{}' })
    const before = projectEntries(made.root, [])
    writeOutputs(made.root, await compile(made))
    expect([...projectEntries(made.root, [])].filter((path) => !before.has(path))).toEqual([])
  })
})

describe('writing', () => {
  it('touches only what has changed', async () => {
    const made = project()
    const first = await compile(made)
    expect(writeOutputs(made.root, first)).toEqual([...first.outputs.keys(), ...first.reference().keys()])
    const program = join(made.root, '.cms/program.ts')
    const { mtimeMs } = statSync(program)
    made.write({ 'collections/posts.ts': posts('title: field.string({ max: 10 })') })
    const written = writeOutputs(made.root, await compile(made))
    expect(written).toContain('.cms/manifest.json')
    expect(written).not.toContain('.cms/program.ts')
    expect(statSync(program).mtimeMs).toBe(mtimeMs)
    expect(writeOutputs(made.root, await compile(made))).toEqual([])
  })

  it('says which path it could not write', async () => {
    const made = project()
    const compilation = await compile(made)
    mkdirSync(join(made.root, 'cms.lock.json'))
    const path = join(made.root, 'cms.lock.json')
    expect(() => writeOutputs(made.root, compilation)).toThrow(expect.objectContaining({ code: 'EISDIR', path }))
  })
})
