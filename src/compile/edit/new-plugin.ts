import { register } from './config.ts'
import type { EditedProject, EditPlan } from './plan-edit.ts'
import { EditRefused } from './refusal.ts'

/** Program that runs the project's tests. */
export type TestRunner = 'vitest' | 'node:test'

/**
 * A plugin with a route, a description and a test, taken into the config.
 * @throws EditRefused for a name that cannot be one, and where any of its files exists
 */
export function planPlugin(project: EditedProject, name: string, runner: TestRunner): EditPlan {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) || name.length > 40) {
    const rule = 'lower-case letters and digits, in words with hyphens between them, at most 40'
    throw new EditRefused('invalid', `‘${name}’ cannot be the name of a plugin: ${rule}.`)
  }
  const { configFile } = project
  const config = project.read(configFile)
  if (config === null) throw new EditRefused('missing', `${configFile} does not exist any more.`, configFile)
  const file = `plugins/${name}/plugin.ts`
  const files: readonly (readonly [string, string])[] = [
    [file, pluginFile(name)],
    [`plugins/${name}/routes.ts`, routesFile(name)],
    [`plugins/${name}/README.md`, readmeFile(name)],
    [`test/plugins/${name}/${name}.test.ts`, testFile(name, runner)],
  ]
  const taken = files.find(([path]) => project.read(path) !== null)
  if (taken) throw new EditRefused('exists', `${taken[0]} already exists.`, taken[0])
  if (project.plugins.has(name)) throw new EditRefused('exists', `The config already has a plugin ${name}.`)
  const registered = register(configFile, config, { list: 'plugins', name, file, call: true })
  return {
    name,
    file,
    changes: [
      ...files.map(([path, after]) => ({ path, before: null, after })),
      { path: configFile, before: config, after: registered },
    ],
  }
}

function pluginFile(name: string): string {
  return `import { definePlugin } from 'lintel'
import { hello } from './routes.ts'

export default definePlugin({
  name: '${name}',
  version: '0.1.0',
  description: 'Says hello.',
  routes: { hello },
})
`
}

function routesFile(name: string): string {
  return `import { defineRoute } from 'lintel'

export const hello = defineRoute({
  method: 'GET',
  path: '/api/${name}/hello',
  access: 'public',
  summary: 'Says hello',
  handler: (c) => c.json({ data: { message: 'Hello from ${name}' } }),
})
`
}

function readmeFile(name: string): string {
  return `# ${name}

Says hello at \`GET /api/${name}/hello\`, to everybody.

\`plugin.ts\` declares the parts of the plugin; its routes are in \`routes.ts\`. Other parts of a plugin (settings,
tables, hooks, services, jobs, pages in the admin) is in Lintel's docs, "Writing a plugin".
`
}

/** Asks the service itself, as it is served in development, so that it needs nothing that the project does not have. */
function testFile(name: string, runner: TestRunner): string {
  const hooks =
    runner === 'vitest'
      ? "import { afterAll as after, beforeAll as before, test } from 'vitest'"
      : "import { after, before, test } from 'node:test'"
  const imports = [
    "import assert from 'node:assert/strict'",
    "import { type ChildProcess, spawn } from 'node:child_process'",
    "import { mkdtempSync, rmSync } from 'node:fs'",
    "import { tmpdir } from 'node:os'",
    "import { join } from 'node:path'",
    "import { createInterface } from 'node:readline'",
    ...(runner === 'vitest' ? [] : [hooks]),
    "import { fileURLToPath } from 'node:url'",
    ...(runner === 'vitest' ? [hooks] : []),
  ]
  return `${imports.join('\n')}

const cms = fileURLToPath(new URL('src/cli/cms.js', import.meta.resolve('lintel/package.json')))
const data = mkdtempSync(join(tmpdir(), '${name}-'))
let service: ChildProcess
let url = ''

before(async () => {
  service = spawn(process.execPath, [cms, 'dev', '--port', '0', '--persist', data, '--json'], {
    env: { ...process.env, ADMIN_PASSWORD: 'only-for-this-test', JWT_SECRET: 'only-for-this-test'.repeat(3) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!service.stdout) return
  for await (const line of createInterface({ input: service.stdout })) {
    const event = JSON.parse(line)
    if (event.event !== 'ready') continue
    url = event.url
    break
  }
  service.stdout.resume()
})

after(async () => {
  const ended = new Promise((done) => service.once('exit', done))
  service.kill('SIGINT')
  await ended
  rmSync(data, { recursive: true, force: true })
})

test('says hello', async () => {
  const answer = await fetch(\`\${url}/api/${name}/hello\`)
  assert.equal(answer.status, 200)
  assert.deepEqual(await answer.json(), { data: { message: 'Hello from ${name}' } })
})
`
}
