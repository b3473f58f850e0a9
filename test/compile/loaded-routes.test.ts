import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompiler } from '../../src/compile/index.ts'
import { makeProject, type TestProject } from './project.ts'

const route = (options: string) => `import { defineRoute } from 'lintel'

export const hello = defineRoute({
  method: 'GET',
  path: '/api/hello',
  ${options}
  handler: (c) => c.text('hello'),
})
`
const FILE = 'plugins/greeter/routes.ts'

/** Its routes are a module of their own, which the plugin loads. */
describe('routes that a plugin loads', () => {
  let project: TestProject
  let compiler: ReturnType<typeof createCompiler>

  beforeAll(() => {
    project = makeProject({
      'cms.config.ts': `import { defineConfig } from 'lintel'
import greeter from './plugins/greeter/plugin.ts'

export default defineConfig({ name: 'site', collections: [], plugins: [greeter()], environments: { development: {} } })
`,
      'plugins/greeter/plugin.ts': `import { definePlugin } from 'lintel'

export default definePlugin({
  name: 'greeter',
  version: '1.0.0',
  http: { routes: () => import('./routes.ts') },
  admin: {
    pages: {
      page: { path: '/admin/hello', label: 'Hello', access: ['admin'], render: () => 'hello' },
    },
  },
})
`,
      [FILE]: route(`access: 'public',`),
    })
    compiler = createCompiler(project)
  })
  afterAll(() => project.dispose())

  const compile = async () => {
    const { manifest, diagnostics } = await compiler.compile()
    return {
      routes: manifest?.routes
        .filter(({ plugin }) => plugin === 'greeter')
        .map(({ path, access }) => [path, access.kind]),
      diagnostics: diagnostics.map(({ code, file, line }) => ({ code, file, line })),
    }
  }

  it('are in the manifest beside those of its pages', async () => {
    expect(await compile()).toEqual({
      routes: [
        ['/admin/hello', 'grants'],
        ['/api/hello', 'public'],
      ],
      diagnostics: [],
    })
  })

  it('are read again when their file changes', async () => {
    project.write({ [FILE]: route(`access: 'authenticated',`) })
    expect((await compile()).routes).toContainEqual(['/api/hello', 'authenticated'])
  })

  it('have their mistakes where they are written', async () => {
    project.write({ [FILE]: route('') })
    expect((await compile()).diagnostics).toEqual([{ code: 'route-without-access', file: FILE, line: 3 }])
    project.write({ [FILE]: `export const hello = 'not a route'\n` })
    expect((await compile()).diagnostics).toEqual([
      { code: 'invalid-option', file: 'plugins/greeter/plugin.ts', line: 6 },
    ])
    project.write({ [FILE]: `import './missing.ts'\n` })
    expect((await compile()).diagnostics).toEqual([{ code: 'missing-file', file: FILE, line: 1 }])
  })
})
