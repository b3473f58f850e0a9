import { describe, expect, it } from 'vitest'
import { sharedService } from './fixture.ts'

const root = 'test/fixtures/gates'

describe('work that is handed over', () => {
  const service = sharedService({ root })
  const done = async () => (await service.json('/auth/gate/done')).body

  it('is done by the worker itself where there is no queue', async () => {
    expect((await service.fetch('/auth/gate/send/hello', { method: 'POST' })).status).toBe(202)
    await expect.poll(done).toEqual([{ message: 'hello', user: null }])
  })

  it('is refused where nobody declares to take it', async () => {
    expect((await service.fetch('/auth/gate/misdirect', { method: 'POST' })).status).toBe(500)
    expect(service.logs).toContainEqual(
      expect.objectContaining({ error: expect.stringContaining('the plugin gate declares no queue nowhere') }),
    )
  })
})

describe('work on a queue', () => {
  const service = sharedService({ root, queue: true })
  const done = async () => (await service.json('/auth/gate/done')).body

  it('goes through it, and comes again when it fails', async () => {
    expect((await service.fetch('/auth/gate/send/once', { method: 'POST' })).status).toBe(202)
    expect((await service.fetch('/auth/gate/send/twice', { method: 'POST' })).status).toBe(202)
    const both = [
      { message: 'once', user: null },
      { message: 'twice', user: null },
    ]
    await expect.poll(done, { interval: 200 }).toEqual(both)
    expect(service.logs.filter(({ type }) => type === 'queue')).toEqual([
      expect.objectContaining({
        plugin: 'gate',
        queue: 'errands',
        error: expect.stringContaining('not the first time'),
      }),
    ])
  })
})
