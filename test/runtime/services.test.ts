import { describe, expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { sharedService } from './fixture.ts'

const service = sharedService()

async function setActive(plugin: string, active: 0 | 1) {
  await service.sql('UPDATE plugins SET active = ?1 WHERE id = ?2', active, plugin)
  await new Promise((resolve) => setTimeout(resolve, 1100)) // states are remembered for a second
}

describe('services', () => {
  it('are made for the request that asks', async () => {
    expect((await service.json('/auth/probe/services')).body).toEqual({ nickname: 'stranger-ish', missing: null })
    const editor = await service.json('/auth/probe/services', { headers: as('editor') })
    expect(editor.body.nickname).toBe('editor-ish')
  })

  it('say clearly when nobody provides one', async () => {
    const { status, body } = await service.json('/auth/probe/needs')
    expect([status, body.code]).toEqual([404, 'plugin_inactive'])
    expect(body.detail).toContain("the service 'missing'")
  })

  it('go with their plugin', async () => {
    await setActive('nickname', 0)
    expect((await service.json('/auth/probe/services')).body.nickname).toBeNull()
    await setActive('nickname', 1)
    expect((await service.json('/auth/probe/services')).body.nickname).toBe('stranger-ish')
  })
})

describe('jobs', () => {
  const ticks = async () => {
    const { body } = await service.json('/auth/probe/events')
    return body.filter(({ event }: { event: { event: string } }) => event.event === 'tick')
  }

  it('run when they are due, whatever happens to others', async () => {
    await service.schedule()
    const [tick] = await ticks()
    expect(tick.event).toEqual({ event: 'tick', user: null })
    expect(service.logs).toContainEqual(
      expect.objectContaining({
        type: 'cron',
        plugin: 'probe',
        job: 'broken',
        error: expect.stringContaining('fails'),
      }),
    )
  })

  it('wait for their minute', async () => {
    await service.schedule(60_000)
    expect(await ticks()).toHaveLength(1)
    await service.schedule(300_000)
    expect(await ticks()).toHaveLength(2)
  })

  it('rest while their plugin is turned off', async () => {
    await setActive('probe', 0)
    await service.schedule()
    await setActive('probe', 1)
    expect(await ticks()).toHaveLength(2)
  })
})
