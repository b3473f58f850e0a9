import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { localDatabaseAt } from '../../../src/cli/workerd/local-database.ts'
import { compile, writeOutputs } from '../../../src/compile/index.ts'
import type { Migration, MigrationPhase } from '../../../src/manifest/index.ts'
import { makeProject } from '../../compile/project.ts'
import { bundleProject } from '../../harness/bundle.ts'
import { jsonRequest } from '../../harness/service.ts'
import { AUTHORS, authorIds, type Shape, type Transition } from './changes.ts'

/** A program of one environment, in an isolate of its own on the database that all share. */
export interface Deployed {
  readonly name: string
  readonly url: URL
  readonly shape: Shape
  /** Of its migrations, in order. */
  readonly phases: readonly MigrationPhase[]
}

export interface Deployments {
  program(index: number): Deployed
  /** Has the runner apply what that program has and the database does not. */
  apply(index: number, options: { readonly onlyExpand?: boolean }): Promise<void>
  dispose(): Promise<void>
}

const OWNER = { project: 'site', environment: 'production' }

/** Compiles a project as it is after each change, and starts all of its programs, the first one with its schema. */
export async function startDeployments(transitions: readonly Transition[]): Promise<Deployments> {
  const project = makeProject()
  const compiled: (CompiledProgram & { readonly name: string })[] = []
  let source = ''
  for (const { name, files } of transitions) {
    project.write({ 'collections/posts.ts': null, 'collections/authors.ts': null, ...files })
    // What this note does not name counts as known to others, and is built upon.
    mkdirSync(join(project.root, '.cms'), { recursive: true })
    writeFileSync(join(project.root, '.cms/pending'), '')
    const compilation = await compile({ root: project.root })
    if (compilation.manifest === null) {
      throw new Error(`${name}: ${compilation.diagnostics.map(({ message, hint }) => `${message} ${hint}`).join('\n')}`)
    }
    writeOutputs(project.root, compilation)
    const manifest = compilation.outputs.get('.cms/manifest.json') ?? ''
    const migrations = compilation.outputs.get('.cms/migrations.json') ?? ''
    compiled.push({ name, manifest, migrations: JSON.parse(migrations) as Migration[] })
    // Programs without plugins differ in their data alone: one bundle serves them all.
    if (source === '') source = (await bundleProject(project.root, { entry: ENTRY })).source
  }
  project.dispose()
  const miniflare = new Miniflare(options(source, await bundleRunner(), compiled))
  await miniflare.ready
  const runner = await miniflare.unsafeGetDirectURL('runner')
  const database = localDatabaseAt(() => runner)
  const programs = await Promise.all(
    compiled.map(async ({ name, migrations }, index) => ({
      name,
      url: await miniflare.unsafeGetDirectURL(`program-${index}`),
      shape: transitions[index]?.shape as Shape, // one for each
      phases: migrations.map(({ phase }) => phase),
    })),
  )
  const program = (index: number) => {
    const found = programs[index]
    if (!found) throw new Error(`there is no program ${index}`)
    return found
  }
  const apply: Deployments['apply'] = async (index, { onlyExpand = false }) => {
    await database.apply(compiled[index]?.migrations ?? [], { owner: OWNER, onlyExpand })
  }
  await apply(0, {})
  await makeAuthors(program(0).url)
  return { program, apply, dispose: () => miniflare.dispose() }
}

async function makeAuthors(url: URL): Promise<void> {
  for (const name of AUTHORS) {
    const { status, body } = await jsonRequest((path, init) => fetch(new URL(path, url), init), '/api/authors', {
      body: { name },
    })
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
    authorIds.push(body.data.id)
  }
}

const ENTRY = `
import { createWorker, unpackManifest } from 'lintel/runtime'
import { program } from './.cms/program.ts'

let worker
let bindings

export default {
  fetch(request, env, execution) {
    const migrations = JSON.parse(env.MIGRATIONS)
    worker ??= createWorker({ ...program, manifest: unpackManifest(JSON.parse(env.MANIFEST)), migrations, loadMigrations: async () => migrations })
    bindings ??= env
    return worker.fetch(request, bindings, execution)
  },
}
`

async function bundleRunner(): Promise<string> {
  const path = fileURLToPath(new URL('../../../src/cli/database/database-task.ts', import.meta.url))
  const contents = `import { runDatabaseTask } from ${JSON.stringify(path)}
export default { fetch: async (request, { DB }) => runDatabaseTask(await request.json(), DB) }`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: '.', loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'esnext',
  })
  return outputFiles[0]?.text ?? ''
}

interface CompiledProgram {
  readonly manifest: string
  readonly migrations: readonly Migration[]
}

function options(source: string, runner: string, programs: readonly CompiledProgram[]) {
  const workerNamed = (name: string, contents: string, texts: Readonly<Record<string, string>>) => ({
    config: {
      name,
      compatibilityDate: '2026-10-20',
      manifest: {
        mainModule: 'worker.mjs',
        modulesRoot: '/',
        modules: { 'worker.mjs': { type: 'esm' as const, contents } },
      },
      env: {
        DB: { type: 'd1', id: 'database' },
        CACHE_KV: { type: 'kv', id: 'cache' },
        MEDIA_BUCKET: { type: 'r2', name: 'media' },
        ...Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, { type: 'text', value }])),
      },
    },
    dev: { unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }] },
  })
  return {
    host: '127.0.0.1',
    port: 0,
    cf: false,
    logRequests: false,
    enableDevRegistry: false,
    handleStructuredLogs: () => {},
    workers: [
      workerNamed('runner', runner, {}),
      ...programs.map(({ manifest, migrations }, index) =>
        workerNamed(`program-${index}`, source, {
          ENVIRONMENT: 'production',
          MANIFEST: manifest,
          MIGRATIONS: JSON.stringify(migrations),
        }),
      ),
    ],
  } as unknown as ConstructorParameters<typeof Miniflare>[0]
}
