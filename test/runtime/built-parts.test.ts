import { describe, expect, it } from 'vitest'
import type { ManifestPlugin } from '../../src/manifest/index.ts'
import { as } from '../harness/as.ts'
import { sharedService } from './fixture.ts'

/** A build that did not see some parts of plugins, which their code declares where it runs. */
const service = sharedService({
  edit: (files) => {
    const manifest = JSON.parse(files.get('.cms/manifest.json') ?? '')
    const unseen: Readonly<Record<string, Partial<ManifestPlugin>>> = {
      'header-identity': { hooks: [] },
      nickname: { services: [] },
      probe: { hooks: ['content:save'], middleware: false, cron: { tick: 10 } },
    }
    manifest.plugins = manifest.plugins.map((plugin: ManifestPlugin) => ({ ...plugin, ...unseen[plugin.name] }))
    files.set('.cms/manifest.json', JSON.stringify(manifest))
  },
})

describe('what a plugin declares only where it runs is left out, so that no review misses it:', () => {
  it('hooks that say who is calling', async () => {
    const { status } = await service.fetch('/auth/probe/editors', { headers: as('editor') })
    expect(status).toBe(401)
  })

  it('middleware', async () => {
    const { headers } = await service.fetch('/auth/probe/public')
    expect(headers.get('x-probe')).toBeNull()
  })

  it('services', async () => {
    expect((await service.json('/auth/probe/services')).body).toEqual({ nickname: null, missing: null })
  })

  it('jobs, and how often they run', async () => {
    const ticks = async () => (await service.sql(`SELECT seq FROM probe_events WHERE event LIKE '%"tick"%'`)).length
    await service.schedule(0)
    await service.schedule(5 * 60_000)
    expect(await ticks()).toBe(1)
    await service.schedule(10 * 60_000)
    expect(await ticks()).toBe(2)
    expect(service.logs.filter(({ type, job }) => type === 'cron' && job === 'broken')).toEqual([])
  })
})
