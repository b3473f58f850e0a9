import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type BuildOptions, build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildStartModule } from '../../src/cli/bundle/start-module.ts'

const FILES = {
  'main.ts': `import { used } from './used.ts'
export const started = used
export const load = () => Promise.all([
  import('./with-default.ts'), import('./without.ts'), import('./old.cjs'), import('./data.json'), import('./star.ts'),
])
`,
  'used.ts': `export const used = 'by all'\n`,
  'with-default.ts': `import { used } from './used.ts'\nexport default used\nexport const more = 1\n`,
  'without.ts': `import { used } from './used.ts'\nexport const only = used\n`,
  'star.ts': `export * from './without.ts'\nexport { default } from './with-default.ts'\n`,
  'old.cjs': `for (const name of ['one', 'two']) exports[name] = name\n`,
  'data.json': '{ "answer": 42 }\n',
}

let root: string

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'lintel-start-'))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(root, name), text)
})
afterAll(() => rmSync(root, { recursive: true }))

it('loads later what esbuild itself would', async () => {
  const main = join(root, 'main.ts')
  const options = (outdir: string): BuildOptions => ({
    absWorkingDir: root,
    entryPoints: [main],
    bundle: true,
    format: 'esm',
    splitting: true,
    outdir: join(root, outdir),
    logLevel: 'silent',
  })
  await build(options('plain'))
  const { warnings } = await buildStartModule(build, options('merged'), main)
  const modulesOf = async (outdir: string) => {
    const { load } = await import(pathToFileURL(join(root, outdir, 'main.js')).href)
    return (await load()).map((module: object) => ({ ...module }))
  }
  const merged = await modulesOf('merged')
  expect(merged).toStrictEqual(await modulesOf('plain'))
  expect(merged).toContainEqual({ only: 'by all' })
  expect(warnings).toEqual([])
})
