import { register } from './config.ts'
import type { EditedProject, EditPlan } from './plan-edit.ts'
import { EditRefused } from './refusal.ts'

/** Program that runs the project's tests. */
export type TestRunner = 'vitest' | 'node:test'

/**
 * Plans a plugin with a route, a description and a test, and adds it to the config.
 * @throws EditRefused for an invalid name, and if any of its files exists
 */
export function planPlugin(project: EditedProject, name: string, runner: TestRunner): EditPlan {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) || name.length > 40) {
    const rule = 'use words of lower-case letters and digits, separated by hyphens, with at most 40 characters'
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
  http: { routes: { hello } },
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
tables, hooks, services, jobs, pages in the admin) are described in Lintel's docs, "Writing a plugin".
`
}

/** Prints the plugin's test, which calls the service as it runs in development. */
function testFile(name: string, runner: TestRunner): string {
  const hooks =
    runner === 'vitest'
      ? "import { afterAll as after, beforeAll as before, test } from 'vitest'\n"
      : "import { after, before, test } from 'node:test'\n"
  const ownImport = "import { startService, type TestService } from 'lintel/test'\n"
  return `import assert from 'node:assert/strict'
${runner === 'vitest' ? ownImport + hooks : hooks + ownImport}
let service: TestService

before(async () => {
  service = await startService()
})
after(() => service.stop())

test('says hello', async () => {
  const response = await service.fetch('/api/${name}/hello')
  assert.equal(response.status, 200)
  assert.deepEqual(await response.json(), { data: { message: 'Hello from ${name}' } })
})
`
}
