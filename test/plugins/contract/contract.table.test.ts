import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../../../src/compile/index.ts'
import { loadRoutes } from '../../../src/config/plugin-routes.ts'
import { type Service, startService } from '../../harness/service.ts'
import { shareOf } from '../../harness/share.ts'
import { signedIn } from '../core-auth/people.ts'
import { FAIL, failOnDemand, happenings } from './failing-hooks.ts'
import { manifest, plugins, projectWith, useOf, withDependencies } from './plugins.ts'

const vars = { JWT_SECRET: 'a secret of the tests that is long enough for HS256', RESEND_API_KEY: 're_test' }
const named = plugins.map((plugin) => [plugin.name, plugin] as const)
/** Every hook of every plugin, those of the system among them. */
const hooked = manifest.plugins.flatMap(({ name, hooks }) => hooks.map((event) => [name, event] as const))
const routesOf = (name: string) => manifest.routes.filter(({ plugin }) => plugin === name)
/** An address that a route answers at. */
const addressOf = (path: string) => path.replaceAll(/:\w+/g, 'x').replace(/\/\*$/, '/x')

describe.each(shareOf(named, ([name]) => name))('%s', (name, plugin) => {
  const { plugin: spec, settings } = useOf(name)

  it('says what it is', () => {
    expect(plugin.version).toMatch(/^\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?$/)
    expect(plugin.description?.length).toBeGreaterThan(10)
    for (const { access } of routesOf(name)) expect(access).toBeDefined()
    const routes = routesOf(name).map(({ method, path }) => `${method} ${path}`)
    for (const page of Object.values(spec.admin?.pages ?? {})) {
      for (const { path } of [page, ...(page.pages ?? [])]) expect(routes).toContain(`GET ${path}`)
    }
  })

  it('has its tables in the one chain of migrations', () => {
    expect(manifest.tables).toEqual(expect.arrayContaining([...plugin.tables]))
    expect(plugin.tables).toHaveLength(Object.keys(spec.data?.tables ?? {}).length)
  })

  it('takes its settings, and names the right one for a wrong one', async () => {
    const [first] = Object.keys(plugin.settings)
    if (first === undefined) return
    const project = projectWith(withDependencies(name), { [name]: { [`${first}x`]: 1 } })
    try {
      const { diagnostics } = await compile({ root: project.root })
      const told = diagnostics.map(({ message, hint }) => `${message} ${hint ?? ''}`).join('\n')
      expect(told).toContain(`${first}x`)
      expect(told).toMatch(new RegExp(`\\b${first}\\b`))
    } finally {
      project.dispose()
    }
    expect(settings).not.toHaveProperty(`${first}x`)
  })

  it('lives alone, with those that it depends on', async () => {
    const names = withDependencies(name)
    const project = projectWith(names)
    try {
      const service = await startService({ root: project.root, vars })
      try {
        expect((await service.json('/api/health')).body.status).toBe('ok')
        const rows = await service.sql<{ id: string }>('SELECT id FROM plugins')
        expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(names))
        for (const table of plugin.tables) await service.sql(`SELECT 1 FROM "${table}" LIMIT 1`)
        for (const { method, path } of routesOf(name).filter(({ method: one }) => one === 'GET')) {
          const { status, body } = await service.json(addressOf(path))
          expect(status, `${method} ${path} ${JSON.stringify(body)}`).not.toBe(500)
        }
        expect((await service.json('/api/posts')).status).toBe(200)
      } finally {
        await service.dispose()
      }
    } finally {
      project.dispose()
    }
  })
})

describe('all together', () => {
  let service: Service
  let admin: Record<string, string>
  let openapi: { paths: Record<string, Record<string, unknown>> }

  beforeAll(async () => {
    service = await startService({ vars, edit: failOnDemand })
    await service.fetch('/api/health')
    admin = { authorization: `Bearer ${(await signedIn(service, 'admin')).token}` }
    openapi = (await service.json('/api/')).body
  })
  afterAll(() => service.dispose())

  const toggle = async (name: string) => {
    const answer = await service.json(`/admin/plugins/${name}/toggle`, { method: 'POST', headers: admin })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.data.active as boolean
  }
  const ask = (method: string, path: string) =>
    service.json(addressOf(path), { method, headers: admin, ...(method === 'GET' ? {} : { body: {} }) })

  it('are written down with their routes and hooks', async () => {
    const sorted = (values: readonly string[]) => [...values].sort()
    const rows = await service.sql<{ id: string; active: number }>('SELECT id, active FROM plugins')
    expect(sorted(rows.map(({ id, active }) => `${id} ${active}`))).toEqual(
      sorted(plugins.map((one) => `${one.name} 1`)),
    )
    const routes = await service.sql('SELECT plugin_id, method, path, access FROM plugin_routes')
    const told = ({ plugin, method, path, access }: Record<string, unknown>) =>
      `${plugin} ${method} ${path} ${JSON.stringify(access)}`
    expect(
      sorted(routes.map((row) => told({ ...row, plugin: row.plugin_id, access: JSON.parse(String(row.access)) }))),
    ).toEqual(sorted(plugins.flatMap(({ name }) => routesOf(name).map((route) => told({ ...route })))))
    const hooks = await service.sql<{ plugin_id: string; event: string }>('SELECT plugin_id, event FROM plugin_hooks')
    expect(sorted(hooks.map(({ plugin_id, event }) => `${plugin_id} ${event}`))).toEqual(
      sorted(plugins.flatMap(({ name, hooks: events }) => events.map((event) => `${name} ${event}`))),
    )
  })

  it.each(shareOf(named, ([name]) => name))('%s: each route is in the reference', async (name) => {
    const routes = await loadRoutes(useOf(name).plugin)
    for (const { method, path, handler } of routesOf(name)) {
      // Pages and forms for people alone say nothing about what they answer.
      const { responses, input } = routes[handler] ?? {}
      const isForPeople = method === 'GET' || input?.json === undefined
      if (responses === undefined && isForPeople && !path.startsWith('/api/')) continue
      const known = openapi.paths[path.replaceAll(/:(\w+)/g, '{$1}').replace(/\/\*$/, '/{path}')]
      expect(known?.[method.toLowerCase()], `${method} ${path}`).toBeDefined()
    }
  })

  it.each(shareOf(named, ([name]) => name))(
    '%s: nothing that it is asked without sense ends in an error of the service',
    async (name) => {
      for (const { method, path } of routesOf(name)) {
        // What makes sample data without sense makes all of it.
        if (/logout|toggle|seed-data\/generate/.test(path)) continue
        const answer = await ask(method, path)
        expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).not.toBe(500)
      }
    },
  )

  it.each(named.filter(([, { essential }]) => !essential))('%s: turned off, it is not there', async (name) => {
    const dependents = plugins.filter((one) => one.name !== name && withDependencies(one.name).includes(name))
    // Whoever needs another goes first.
    const going = [...dependents.map((one) => one.name).reverse(), name]
    for (const one of going) expect(await toggle(one)).toBe(false)
    for (const { method, path } of routesOf(name)) {
      const answer = await ask(method, path)
      expect([answer.status, answer.body.code], `${method} ${path}`).toEqual([404, 'plugin_inactive'])
    }
    // Everything else goes on.
    const post = { title: `Without ${name}` }
    const created = await service.json('/api/posts', { headers: admin, body: post })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    const id = created.body.data.id
    expect((await service.json(`/api/posts/${id}`, { headers: admin })).status).toBe(200)
    expect((await service.fetch(`/api/posts/${id}`, { method: 'DELETE', headers: admin })).status).toBe(204)
    for (const one of going.reverse()) expect(await toggle(one)).toBe(true)
  })

  it.each(shareOf(hooked, String))('%s: an error in its hook of %s is contained', async (name, event) => {
    const { act, isUndone } = await happenings(service, admin)(event)
    const failing = { ...admin, [FAIL]: `${name} ${event}` }
    const answer = await act(failing)
    if (event === 'request:start' || event.startsWith('before:')) {
      expect([answer.status, (await answer.json()) as object]).toEqual([
        500,
        expect.objectContaining({ code: 'internal' }),
      ])
      expect(await isUndone()).toBe(true)
      expect((await act(admin)).ok).toBe(true)
      return
    }
    expect(answer.ok, `${answer.status} ${await answer.clone().text()}`).toBe(true)
    expect(await isUndone()).toBe(false)
    const told = service.logs.filter((line) => line.type === 'hook' && line.plugin === name && line.event === event)
    expect(told).toEqual([expect.objectContaining({ level: 'error', error: expect.stringContaining('on purpose') })])
  })
})
