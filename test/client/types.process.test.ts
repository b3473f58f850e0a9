import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { ts } from 'ts-morph'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../../src/compile/index.ts'
import { cms } from '../cli/cms.ts'
import { makeProject } from '../compile/project.ts'
import { installClient } from './package.ts'

const run = promisify(execFile)
const FIXTURE = resolve('test/fixtures/client')

/** A website beside the project, with the client and the types. */
let website: string

beforeAll(async () => {
  website = mkdtempSync(join(tmpdir(), 'lintel-website-'))
  await installClient(website)
  symlinkSync(resolve('node_modules/expect-type'), join(website, 'node_modules/expect-type'))
  writeFileSync(join(website, 'package.json'), '{ "type": "module" }')
  cpSync(join(FIXTURE, 'usage.ts'), join(website, 'usage.ts'))
  const written = await cms(['types', '--out', join(website, 'content.ts')], { cwd: FIXTURE })
  expect(written.stderr).toBe('')
})
afterAll(() => rmSync(website, { recursive: true }))

/** Output of the type checker of a file and what it imports. */
async function typeCheck(file: string, options: object, ...flags: readonly string[]): Promise<string> {
  const common = { target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: [], strict: true, noEmit: true }
  const project = join(website, 'tsconfig.json')
  writeFileSync(project, JSON.stringify({ compilerOptions: { ...common, ...options }, files: [file] }))
  return run(resolve('node_modules/.bin/tsc'), ['--project', project, ...flags], { cwd: website }).then(
    ({ stdout }) => stdout,
    (failure: { stdout: string }) => failure.stdout,
  )
}

const EXACT = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, verbatimModuleSyntax: true }

describe('types of a website', () => {
  it('import nothing but the client', () => {
    const text = readFileSync(join(website, 'content.ts'), 'utf8')
    expect(text.match(/from "[^"]+"/g)).toEqual(['from "@lintel/client"'])
    expect(text).toContain('By `cms types --out ')
  })

  it.each([
    ['a bundler', { module: 'esnext', moduleResolution: 'bundler' }],
    ['a bundler, exactly', { module: 'preserve', moduleResolution: 'bundler', noUnusedLocals: true, ...EXACT }],
    ['Node', { module: 'nodenext' }],
    ['Node, exactly', { module: 'nodenext', noUnusedLocals: true, ...EXACT }],
  ])('reach every hop, for %s', async (_name, options) => {
    expect(await typeCheck('usage.ts', options)).toBe('')
  })

  it('explain what is wrong', async () => {
    const wrong = `import { createClient } from '@lintel/client'
import { imageUrl } from '@lintel/client/image'
import type { Collections } from './content.js'
const posts = createClient<Collections>({ baseUrl: '' }).collection('posts')
posts.list({ where: { minutes: 'long' } })
posts.list({ where: { titel: 'a' } })
posts.list({ where: { kind: 'nws' } })
posts.list({ populate: ['autor'] })
posts.list({ sort: '-minuets' })
posts.list({ fields: ['titel'] })
imageUrl((await posts.get('')).data.cover)
`
    writeFileSync(join(website, 'wrong.ts'), wrong)
    const said = await typeCheck('wrong.ts', { module: 'nodenext' })
    const lines = said.split('\n').filter((line) => line.startsWith('wrong.ts'))
    expect(lines.map((line) => line.replace(/^.*?: error TS\d+: /, ''))).toEqual([
      "Type 'string' is not assignable to type 'number | Ordered<number> | undefined'.",
      "Object literal may only specify known properties, but 'titel' does not exist in type 'Where<Collections, PostsTypes>'. Did you mean to write 'title'?",
      expect.stringMatching(/^Type '"nws"' is not assignable to type .*'\. Did you mean '"news"'\?$/),
      `Type '"autor"' is not assignable to type 'PopulatePath<Collections, PostsTypes>'. Did you mean '"author"'?`,
      expect.stringMatching(/Did you mean '"-minutes"'\?$/),
      `Type '"titel"' is not assignable to type 'FieldName<PostsTypes>'. Did you mean '"title"'?`,
      expect.stringContaining('this is an id: add the reference to `populate`'),
    ])
  })

  it.each([
    ["posts.list({ populate: ['|'] })", ['author', 'author.mentor.portrait', 'sections.person', 'seo.related.cover']],
    ["posts.list({ sort: '|' })", ['title', '-minutes', '-createdAt']],
    ["posts.list({ fields: ['|'] })", ['title', 'sections']],
    ["posts.list({ where: { '|' } })", ['title', 'author.name', 'editor.username', 'status']],
    ["posts.list({ where: { kind: '|' } })", ['news', 'review']],
    ['posts.list({ where: { minutes: { | } } })', ['gte', 'null']],
    ['posts.get("", { | })', ['fields', 'populate', 'preview', 'signal']],
  ])('complete %s', (text, expected) => {
    const names = completionsOf(text)
    expect(names).toEqual(expect.arrayContaining(expected))
    expect(names).not.toContain('unsorted.name')
  })

  it('are those of TypeScript 5, too', () => {
    const host = { ...ts.createCompilerHost(OPTIONS_5), getDefaultLibLocation: () => LIBRARIES }
    const program = ts.createProgram([join(website, 'usage.ts')], OPTIONS_5, host)
    const said = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
    expect(said).toEqual([])
  })

  it('cost little in a project of 200 collections', async () => {
    const { text, usage } = await manyCollections(200)
    writeFileSync(join(website, 'many.ts'), text)
    writeFileSync(join(website, 'uses-many.ts'), usage)
    const said = await typeCheck('uses-many.ts', { module: 'nodenext', skipLibCheck: true }, '--extendedDiagnostics')
    const figure = (name: string) => Number(new RegExp(`^${name}: +([\\d.]+)`, 'm').exec(said)?.[1])
    expect(said).not.toContain('error')
    expect(figure('Instantiations')).toBeGreaterThan(1000)
    expect(figure('Instantiations')).toBeLessThan(1_000_000)
    console.log(`200 collections, each listed: ${figure('Instantiations')} instantiations, ${figure('Check time')} s`)
  })
})

/** The declarations of the platform, which come with the compiler for this machine. */
const LIBRARIES = resolve(globSync('node_modules/@typescript/*/lib/lib.d.ts')[0] ?? '', '..')

const OPTIONS_5: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: [],
  strict: true,
  noEmit: true,
}

/** Names that an editor offers at the `|`. */
function completionsOf(text: string): string[] {
  const file = join(website, 'typing.ts')
  const opening = `import { createClient } from '@lintel/client'
import type { Collections } from './content.js'
const posts = createClient<Collections>({ baseUrl: '' }).collection('posts')
`
  const content = opening + text.replace('|', '')
  const host: ts.LanguageServiceHost = {
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => {
      const found = path === file ? content : ts.sys.readFile(path)
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found)
    },
    getCurrentDirectory: () => website,
    getCompilationSettings: () => OPTIONS_5,
    getDefaultLibFileName: () => join(LIBRARIES, 'lib.d.ts'),
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  }
  const position = opening.length + text.indexOf('|')
  const service = ts.createLanguageService(host, ts.createDocumentRegistry())
  return (service.getCompletionsAtPosition(file, position, {})?.entries ?? []).map(({ name }) =>
    name.replace(/^['"]|['"]$/g, ''),
  )
}

/** Types of collections with 12 fields and six references each, and a program that lists all of them. */
async function manyCollections(count: number): Promise<{ readonly text: string; readonly usage: string }> {
  const names = Array.from({ length: count }, (_, index) => `c${index}`)
  const config = `import { defineCollection, defineConfig, field } from 'lintel'
const names = ${JSON.stringify(names)}
const collections = names.map((name, index) => defineCollection({
  name,
  fields: {
    title: field.string({ required: true }), kind: field.select({ options: ['a', 'b'] }), amount: field.number(),
    at: field.datetime(), body: field.richText(), featured: field.boolean(),
    ...Object.fromEntries([1, 2, 3, 4, 5].map((step) => ['to' + step, field.reference(names[(index + step * 7) % ${count}])])),
    parts: field.blocks({ of: { quote: { by: field.reference(names[(index + 3) % ${count}]) }, text: { words: field.string() } } }),
  },
}))
export default defineConfig({ name: 'many', collections, environments: { development: {} } })
`
  const project = makeProject({ 'cms.config.ts': config })
  try {
    const { clientTypes, diagnostics } = await compile(project)
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    const uses = names.map(
      (name, index) => `export const ${name} = (await client.collection('${name}').list({
  populate: ['to1.to2.to3', 'parts.by.to1'], where: { amount: { gt: ${index} }, 'to1.title': 'a' }, sort: '-amount',
})).data.map(({ to1 }) => to1?.to2?.to3?.title)`,
    )
    const usage = `import { createClient } from '@lintel/client'
import type { Collections } from './many.js'
const client = createClient<Collections>({ baseUrl: '' })
${uses.join('\n')}
`
    return { text: clientTypes('@lintel/client', 'cms types'), usage }
  } finally {
    project.dispose()
  }
}
