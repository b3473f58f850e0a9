import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { fencesOf } from './http-examples.ts'
import { moduleOf } from './snippet-module.ts'

const run = promisify(execFile)

/** Files that snippets import, in the folder in which all of them are compiled. */
const FILES: Readonly<Record<string, string>> = {
  'tables.ts':
    "import { sqliteTable, text } from 'drizzle-orm/sqlite-core'\nexport const entries = sqliteTable('guestbook', { id: text('id').notNull(), text: text('text').notNull() })\n",
  'routes.ts': 'export {}\n',
  'cms.ts':
    "import { createClient } from 'lintel/client'\nimport { images } from 'lintel/client/image'\nimport type { Collections } from '../types.d.ts'\nexport const cms = createClient<Collections>({ baseUrl: 'https://cms.example.com' })\nexport const { imageUrl, srcset } = images(cms)\n",
  'next.d.ts':
    "declare module 'next/cache' { export function revalidatePath(path: string, type?: 'layout' | 'page'): void }\ndeclare module 'next/navigation' { export function notFound(): never }\n",
  'service.ts':
    "declare module 'lintel' {\n  interface Services { guestbook: { count(): Promise<number> } }\n}\nexport const guestbook = (_c: unknown) => ({ count: async () => 0 })\n",
  'entries-panel.tsx': 'export const entriesPanel = async (_c: unknown, _shown: unknown) => null\n',
  'entries-section.tsx': 'export const entriesSection = async (_c: unknown) => null\n',
  'trim.ts': 'export const trim = async (_c: unknown): Promise<void> => {}\n',
  'pages/entry-page.tsx':
    "import { html } from 'hono/html'\nimport type { Page, RequestContext } from 'lintel'\nexport default (_c: RequestContext, _props: { readonly result: { readonly data: { readonly id: string } } }): Page => ({ title: '', content: html`<p>` })\n",
}

/** Type-checks modules beside the generated program; returns the lines of the compiler's errors. */
async function typeErrors(modules: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const folder = mkdtempSync('.cms/documented-')
  try {
    for (const [path, source] of [...modules, ...Object.entries(FILES)]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), source)
    }
    const config = {
      extends: '../../tsconfig.json',
      compilerOptions: { rootDir: '../..' },
      include: ['**/*.ts', '**/*.tsx', '../../plugins/**/*.d.ts'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    return await run('node_modules/.bin/tsc', ['--noEmit', '--project', folder]).then(
      () => [],
      (failure: { stdout: string }) => failure.stdout.replaceAll(`${folder}/`, '').trim().split('\n'),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Paths in snippets, as they are from the folder of the modules. */
function located(source: string): string {
  return source
    .replace(/'\.{1,2}\/(?:\.cms\/types(?:\.d\.ts)?|content)'/g, "'../types.d.ts'")
    .replaceAll("'@lintel/client/rich-text", "'lintel/rich-text")
    .replaceAll("'@lintel/client", "'lintel/client")
    .replace(/'(?:\.\/plugins|\.\.)\/([\w-]+\/(?:plugin|service)\.ts)'/g, "'../../plugins/$1'")
}

const client = fencesOf(readFileSync('docs/client.md', 'utf8'))
  .filter(({ language }) => language === 'ts')
  .map(({ text }) => text)
  .join('\n')

/** Each snippet of the documents as a module, named by document and line. */
function documentedModules(): Map<string, string> {
  const documents = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)]
  return new Map(
    documents
      .filter((path) => path !== 'docs/client.md')
      .flatMap((path) =>
        fencesOf(readFileSync(path, 'utf8'))
          .filter(({ language, mark }) => mark !== 'mistake' && (language === 'ts' || language === 'tsx'))
          .map(({ line, language, text }): [string, string] => [
            `${path.replace('docs/', '').replace('.md', '')}-${line}.${language}`,
            located(moduleOf(text, language)),
          ]),
      ),
  )
}

it('every snippet of TypeScript compiles, and one with a misspelled option or field does not', {
  timeout: 300_000,
}, async () => {
  const modules = documentedModules()
  expect(modules.size).toBeGreaterThan(30)
  const wrong = new Map([
    ['wrong-field.ts', located(`${client}\nawait posts.create({ titel: 'The engine' })`)],
    ['wrong-option.ts', moduleOf('title: field.string({ requierd: true }),\n')],
  ])
  const errors = await typeErrors(new Map([...modules, ['client.ts', located(client)], ...wrong]))
  expect(errors.filter((line) => !line.startsWith('wrong-'))).toEqual([])
  expect(errors.join('\n')).toMatch(/^wrong-field\.ts.*'titel'[\s\S]*^wrong-option\.ts.*'requierd'/m)
})
