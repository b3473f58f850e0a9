import { afterAll, describe, expect, test } from 'vitest'
import { compile } from '../../src/compile/index.ts'
import { makeProject } from '../compile/project.ts'
import { type Service, startService } from '../harness/service.ts'

const project = makeProject({
  'cms.config.ts': `import { defineConfig } from 'lintel'
import posts from './collections/posts.ts'
import guard from './plugins/guard/plugin.ts'

export default defineConfig({
  name: 'site',
  collections: [posts],
  plugins: [guard()],
  environments: { development: {} },
})
`,
  'plugins/guard/plugin.ts': `import { definePlugin, defineRoute } from 'lintel'
import { allows } from './allows.ts'

const vault = defineRoute({ method: 'GET', path: '/api/vault', access: 'public', handler: (c) => c.text('open') })

export default definePlugin({
  name: 'guard',
  version: '1.0.0',
  http: {
    middleware: [async (c, next) => (allows(c.req.query('word')) ? next() : c.text('closed', 403))],
    routes: { vault },
  },
})
`,
})
let service: Service | undefined

afterAll(async () => {
  await service?.dispose()
  project.dispose()
})

/** The project with a helper of its middleware, built and served. */
async function serve(allows: string) {
  await service?.dispose()
  project.write({ 'plugins/guard/allows.ts': `export const allows = (word: string | undefined) => ${allows}\n` })
  const { manifest } = await compile(project)
  service = await startService({ root: project.root })
  const { status } = await service.fetch('/api/vault?word=guess')
  return { built: manifest?.version, served: (await service.json('/health')).body.version, status }
}

describe('the version that /health shows', () => {
  test('is the one that was built, and another one for other code', async () => {
    const closed = await serve(`word === 'sesame'`)
    const open = await serve('true')
    expect([closed.status, open.status]).toEqual([403, 200])
    expect([closed.served, open.served]).toEqual([closed.built, open.built])
    expect(open.served).not.toBe(closed.served)
    expect((await serve(`word === 'sesame'`)).served).toBe(closed.served)
  })
})
