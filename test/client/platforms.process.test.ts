import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sharedBrowser } from '../e2e/site.ts'
import { sharedService } from '../runtime/fixture.ts'
import { installClient } from './package.ts'

const run = promisify(execFile)
const FIXTURE = resolve('test/fixtures/client')
const service = sharedService({ root: FIXTURE })

/** A folder with the client as it is installed, and a program that uses it. */
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-program-'))
  await installClient(folder)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  cpSync(join(FIXTURE, 'exercise.js'), join(folder, 'exercise.js'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Everything that must come of the program. */
const outcome = (name: string) => ({
  sent: [
    'POST 201', // its response is lost
    'POST 201 replayed',
    'POST 200',
    'GET 200',
    'GET 200',
    'GET 200',
    'GET 304',
    'POST 422',
    'POST 201',
    'PUT 200',
    'POST 201',
    'GET 200',
    'GET 200',
  ],
  titles: ['a', 'b', 'c'].map((letter) => `${letter} of ${name} by Ada ${name}`),
  people: 1,
  same: true,
  refused: [422, 'validation_failed'],
  progress: [0, 1],
  image: '/images/a.png?w=160',
  webhook: 'content:save',
})

/** The first program on the path that tells such a version. */
function findProgram(name: string, version: RegExp): string | undefined {
  const candidates = (process.env.PATH ?? '').split(delimiter).map((part) => join(part, name))
  return candidates.find((path) => {
    try {
      return version.test(execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
    } catch {
      return false // there is none in this folder
    }
  })
}

/** Programs that run files, where they are installed, with what they need to run one that calls a service. */
const RUNTIMES = [
  ['this Node', process.execPath, []],
  ['Node 20', findProgram('node', /^v20\./), []],
  ['Bun', findProgram('bun', /^1\./), []],
  ['Deno', findProgram('deno', /^deno 2\./), ['run', '--no-prompt', '--quiet', '--allow-net']],
] as const

it.for(RUNTIMES)('works in %s', async ([name, path, flags], { skip }) => {
  if (path === undefined) return skip('it is not installed')
  const main = `import { exercise } from './exercise.js'
console.log(JSON.stringify(await exercise('${service.url.origin}', '${name}')))
`
  writeFileSync(join(folder, 'main.js'), main)
  const { stdout, stderr } = await run(path, [...flags, 'main.js'], { cwd: folder })
  expect(JSON.parse(stdout)).toEqual(outcome(name))
  expect(stderr).toBe('')
})

async function bundle(contents: string): Promise<string> {
  const stdin = { contents, resolveDir: folder, loader: 'js' } as const
  const { outputFiles } = await build({ stdin, bundle: true, format: 'esm', platform: 'browser', write: false })
  return outputFiles[0]?.text ?? ''
}

it('works in a browser, on a page of another origin', async () => {
  const script = await bundle("import { exercise } from './exercise.js'\nwindow.exercise = exercise\n")
  const server = createServer((request, response) => {
    const isScript = request.url === '/script.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(
      isScript ? script : '<!doctype html><title>page</title><script type="module" src="/script.js"></script>',
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const browser = await sharedBrowser()
  const page = await browser.newPage()
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const came = await page.evaluate(
      (baseUrl) => (window as unknown as Exercising).exercise(baseUrl, 'a browser'),
      service.url.origin,
    )
    expect(came).toEqual(outcome('a browser'))
  } finally {
    await page.close()
    server.close()
  }
})

/** A window of the page above. */
interface Exercising {
  exercise(baseUrl: string, name: string): Promise<unknown>
}

it('works in a worker', async () => {
  const contents = `import { exercise } from './exercise.js'
export default { fetch: async (request) => Response.json(await exercise(await request.text(), 'a worker')) }
`
  const modules = { 'worker.js': { type: 'esm', contents: await bundle(contents) } }
  const worker = {
    config: {
      name: 'program',
      compatibilityDate: '2026-01-01',
      manifest: { mainModule: 'worker.js', modulesRoot: '/', modules },
    },
  }
  const miniflare = new Miniflare({
    host: '127.0.0.1',
    port: 0,
    cf: false,
    enableDevRegistry: false,
    workers: [worker],
  } as unknown as ConstructorParameters<typeof Miniflare>[0]) // its types want what has defaults
  try {
    const response = await fetch(await miniflare.ready, { method: 'POST', body: service.url.origin })
    expect(await response.json()).toEqual(outcome('a worker'))
  } finally {
    await miniflare.dispose()
  }
})
