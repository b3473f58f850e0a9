import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../../src/compile/index.ts'
import { as } from '../harness/as.ts'
import { sharedService } from '../runtime/fixture.ts'

const execute = promisify(execFile)
const here = import.meta.dirname
const root = fileURLToPath(new URL('../fixtures/reading', import.meta.url))
const service = sharedService({ root })
let folder: string

/** Strict, and with the declarations of libraries looked at, too. */
const TSCONFIG = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    allowImportingTsExtensions: true,
    types: [],
  },
  include: ['*.ts', 'sdk/**/*.ts'],
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-clients-'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const { reference } = await compile({ root })
  writeFileSync(join(folder, 'openapi.json'), reference().get('.cms/openapi.json') ?? '')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  for (const name of ['openapi-fetch', 'hey-api'])
    copyFileSync(join(here, `${name}.txt`), join(folder, `use-${name}.ts`))
  await execute(process.execPath, [`--import=${join(here, 'typescript-5.mjs')}`, join(here, 'generate.mjs'), folder])
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('clients that public generators make of the OpenAPI document', () => {
  it('compile under --strict, with the code that uses them', async () => {
    const said = await execute(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder]).catch(
      (error: { stdout: string }) => error,
    )
    expect(said.stdout).toBe('')
  })

  it.each([
    ['openapi-fetch', 'BY OPENAPI-FETCH'],
    ['hey-api', 'BY HEY-API'],
  ])('write and read: %s', async (name, shouted) => {
    const { run } = await bundled(`use-${name}.ts`)
    const ask = async (request: Request) => {
      const { pathname, search } = new URL(request.url)
      const body = request.body === null ? {} : { body: await request.text() }
      const headers = { ...Object.fromEntries(request.headers), ...as('editor', 'eve') }
      return service.fetch(pathname + search, { method: request.method, headers, ...body })
    }
    expect(await run(ask)).toEqual({
      shouted,
      name: 'Ada',
      titles: [expect.stringMatching(new RegExp(shouted, 'i'))],
      lead: true,
      code: 'invalid_query',
      gone: 204,
    })
  })
})

async function bundled(file: string): Promise<{ run(ask: unknown): Promise<unknown> }> {
  const outfile = join(folder, `${file}.mjs`)
  await build({ entryPoints: [join(folder, file)], outfile, bundle: true, format: 'esm', logLevel: 'error' })
  return import(outfile)
}
