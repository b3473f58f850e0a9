import { afterEach, describe, expect, it } from 'vitest'
import { compile } from '../../src/compile/index.ts'
import { routeTable } from '../../src/manifest/endpoints.ts'
import type { Manifest } from '../../src/manifest/index.ts'
import { makeProject, type TestProject } from './project.ts'

let project: TestProject

afterEach(() => project.dispose())

/** Compiles a collection with these rules. */
async function manifestWith(access: string, roles = '{}'): Promise<Manifest> {
  project = makeProject({
    'cms.config.ts': `import { defineConfig } from 'lintel'
import posts from './collections/posts.ts'
import stats from './plugins/stats/plugin.ts'

export default defineConfig({
  name: 'site',
  collections: [posts],
  plugins: [stats()],
  roles: ${roles},
  environments: { development: {} },
})
`,
    'collections/posts.ts': `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  access: ${access},
  fields: { title: field.string(), notes: field.text({ access: { read: ['author'], write: 'nobody' } }) },
})
`,
    'plugins/stats/plugin.ts': `import { definePlugin, defineRoute } from 'lintel'

const handler = () => new Response('')

export default definePlugin({
  name: 'stats',
  version: '1.0.0',
  http: {
    routes: {
      write: defineRoute({ method: 'POST', path: '/api/stats', access: { permission: 'stats.write' }, handler }),
      read: defineRoute({ method: 'GET', path: '/api/stats', access: 'authenticated', cache: { ttl: 30 }, handler }),
    },
  },
})
`,
  })
  const { manifest, diagnostics } = await compile(project)
  expect(diagnostics).toEqual([])
  if (!manifest) throw new Error('the project does not compile')
  return manifest
}

async function accessWith(access: string, roles?: string) {
  return (await manifestWith(access, roles)).collections[0]?.access
}

describe('access', () => {
  it('has the defaults of the contract', async () => {
    expect(await accessWith('{}')).toEqual({
      read: { kind: 'public' },
      create: {
        kind: 'grants',
        grants: [{ role: 'admin' }, { role: 'author' }, { role: 'editor' }],
        permission: 'content.create',
      },
      update: {
        kind: 'grants',
        grants: [{ role: 'admin' }, { role: 'author', where: { createdBy: '$user.id' } }, { role: 'editor' }],
        permission: 'content.edit',
      },
      delete: { kind: 'grants', grants: [{ role: 'admin' }, { role: 'editor' }], permission: 'content.delete' },
    })
  })

  it('gives a role of the config what its permissions say', async () => {
    const access = await accessWith(
      '{}',
      "{ desk: { permissions: ['content.*'] }, trainee: { permissions: ['content.create'] } }",
    )
    expect(access?.create).toMatchObject({
      grants: ['admin', 'author', 'desk', 'editor', 'trainee'].map((role) => ({ role })),
    })
    expect(access?.delete).toMatchObject({ grants: ['admin', 'desk', 'editor'].map((role) => ({ role })) })
  })

  it('spells out that an administrator may, in every rule but the one for nobody', async () => {
    const access = await accessWith(
      "{ read: 'authenticated', create: 'nobody', update: 'viewer', delete: [{ roles: ['editor'] }] }",
    )
    expect(access).toEqual({
      read: { kind: 'authenticated' },
      create: { kind: 'nobody' },
      update: { kind: 'grants', grants: [{ role: 'admin' }, { role: 'viewer' }] },
      delete: { kind: 'grants', grants: [{ role: 'admin' }, { role: 'editor' }] },
    })
  })

  it('drops a condition from a role that is admitted without one, and keeps several', async () => {
    const access = await accessWith(`{ update: [
      'editor',
      { roles: ['editor', 'author'], where: { createdBy: '$user.id' } },
      { roles: ['author'], where: { title: 'open', status: 'draft' } },
    ] }`)
    expect(access?.update).toEqual({
      kind: 'grants',
      grants: [
        { role: 'admin' },
        { role: 'author', where: { createdBy: '$user.id' } },
        { role: 'author', where: { status: 'draft', title: 'open' } },
        { role: 'editor' },
      ],
    })
  })

  it('keeps a function by its key and the hash of its source', async () => {
    const [first, second] = [
      await accessWith('{ read: ({ user }) => user !== null }'),
      await accessWith('{ read: ({ user }) => user === null }'),
    ]
    expect(first?.read).toEqual({
      kind: 'function',
      function: 'posts.read',
      hash: expect.stringMatching(/^esbuild:[0-9a-f]{64}$/),
    })
    expect(second?.read).not.toEqual(first?.read)
  })

  it('narrows fields', async () => {
    const manifest = await manifestWith('{}')
    expect(manifest.collections[0]?.fields[1]?.access).toEqual({
      read: { kind: 'grants', grants: [{ role: 'admin' }, { role: 'author' }] },
      write: { kind: 'nobody' },
    })
  })
})

describe('the route table', () => {
  it('has the generated endpoints and those of plugins, sorted by path and method', async () => {
    const manifest = await manifestWith("{ read: ['editor'] }")
    const { collections } = manifest
    const routes = routeTable(manifest)
    const shown = routes
      .filter(({ path }) => /^\/api\/(?:posts|stats)/.test(path))
      .map(({ method, path, plugin, handler }) => `${path} ${method} ${plugin}.${handler}`)
    expect(shown).toEqual([
      '/api/posts GET collections.list',
      '/api/posts POST collections.create',
      '/api/posts/:id DELETE collections.delete',
      '/api/posts/:id GET collections.read',
      '/api/posts/:id PATCH collections.update',
      '/api/posts/:id PUT collections.replace',
      '/api/posts/:id/versions GET collections.versions',
      '/api/posts/:id/versions/:version GET collections.version',
      '/api/posts/:id/versions/:version PATCH collections.name',
      '/api/posts/:id/versions/:version/restore POST collections.restore',
      '/api/posts/bulk POST collections.bulk',
      '/api/posts/trash GET collections.trash',
      '/api/posts/trash/:id DELETE collections.purge',
      '/api/posts/trash/:id/restore POST collections.recover',
      '/api/stats GET stats.read',
      '/api/stats POST stats.write',
    ])
    expect(routes.find(({ handler }) => handler === 'list')?.access).toEqual(collections[0]?.access.read)
    expect(routes.every(({ access }) => access.kind !== undefined)).toBe(true)
    expect([...routes].sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1)).length).toBe(
      routes.length,
    )
  })

  it('carries the cache rules of plugins', async () => {
    const { routes } = await manifestWith('{}')
    const stats = routes.filter(({ plugin }) => plugin === 'stats')
    expect(stats.map(({ cache }) => cache)).toEqual([{ ttl: 30 }, null])
    expect(stats[1]?.access).toEqual({ kind: 'grants', grants: [{ role: 'admin' }], permission: 'stats.write' })
  })

  it('shows former versions to those who edit every document and may read it', async () => {
    const versions = async (read: string) =>
      routeTable(await manifestWith(`{ read: ${read} }`)).find(({ handler }) => handler === 'versions')?.access
    expect(await versions("'public'")).toMatchObject({ grants: [{ role: 'admin' }, { role: 'editor' }] })
    expect(await versions("['viewer']")).toMatchObject({ grants: [{ role: 'admin' }] })
    expect(await versions("'nobody'")).toEqual({ kind: 'nobody' })
  })
})
