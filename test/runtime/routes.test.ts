import { describe, expect, test } from 'vitest'
import { compile } from '../../src/compile/index.ts'
import { routeTable } from '../../src/manifest/endpoints.ts'
import type { Access, ManifestRoute } from '../../src/manifest/index.ts'
import { as } from '../harness/as.ts'
import { FIXTURE, sharedService } from './fixture.ts'

const service = sharedService()
const { manifest } = await compile({ root: FIXTURE })
const routes = manifest ? routeTable(manifest) : []

/** Result of each kind of rule for an anonymous caller. */
const REFUSES_ANONYMOUS: Record<Access['kind'], boolean | 'depends'> = {
  public: false,
  authenticated: true,
  nobody: true,
  grants: true,
  function: 'depends',
}

const addressOf = ({ path }: ManifestRoute) =>
  path
    .replace(/:version\b/, '1')
    .replace(/:\w+/g, 'some-id')
    .replace('*', 'x')

test('every route of every collection and plugin is in the table', () => {
  const collections = manifest?.collections ?? []
  const wanted = collections.map(
    ({ singleton, drafts, trash }) => 10 + Number(!singleton) + Number(drafts) * 2 + Number(trash !== null) * 3,
  )
  const found = collections.map(({ name }) => routes.filter(({ collection }) => collection === name).length)
  expect(found).toEqual(wanted)
  expect(routes.filter(({ plugin }) => plugin === 'probe').length).toBeGreaterThan(15)
})

describe('every route declares who may call it, and holds to it', () => {
  test.each(routes.map((route) => [route.method, route.path, route] as const))('%s %s', async (_, __, route) => {
    const refuses = REFUSES_ANONYMOUS[route.access.kind]
    expect(refuses).toBeDefined()
    if (refuses === 'depends') return
    const { status } = await service.json(addressOf(route), { method: route.method })
    if (refuses) expect(status).toBe(401)
    else expect([401, 403, 405]).not.toContain(status === 401 && route.path === '/auth/probe/login' ? 200 : status)
  })
})

describe('a role that a route does not name is refused', () => {
  const named = routes.filter(({ access }) => access.kind === 'grants')
  test.each(named.map((route) => [route.method, route.path, route] as const))('%s %s', async (_, __, route) => {
    const { status } = await service.json(addressOf(route), { method: route.method, headers: as('stranger') })
    expect(status).toBe(403)
  })
})
