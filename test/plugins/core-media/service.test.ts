import { describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { png } from './files.ts'
import { mediaService, served, upload } from './service.ts'

const service = mediaService()
const store = (body: object) => service.json('/listener/store', { body })

describe('another plugin', () => {
  it.each([true, false])(
    'stores a file (as a stream: %s), reads what is known of it, and deletes it',
    async (isStream) => {
      const { status, body } = await store({ words: `Some words ${isStream}`, isStream, isPrivate: false })
      expect(status).toBe(200)
      const { id } = body.item
      expect(body.item).toMatchObject({
        originalName: 'words.txt',
        type: 'text/plain',
        folder: 'words',
        private: false,
      })
      expect([body.again, body.none]).toEqual([body.item, null])
      expect(new TextDecoder().decode((await served(service, body.item.url)).bytes)).toBe(`Some words ${isStream}`)
      const [row] = await service.sql<{ event: string }>('SELECT event FROM heard_events ORDER BY seq DESC LIMIT 1')
      expect(JSON.parse(row?.event ?? '')).toMatchObject({ event: 'media:upload', id })
      const drop = () => service.json(`/listener/store/${id}`, { method: 'DELETE' })
      expect((await drop()).body).toBe(true)
      expect((await drop()).body).toBe(false)
      expect((await served(service, body.item.url)).status).toBe(404)
    },
  )

  it('stores a private file', async () => {
    const secret = { words: 'secret', isStream: false, isPrivate: true }
    const { body } = await service.json('/listener/store', { body: secret, headers: as('editor') })
    expect(body.item).toMatchObject({ private: true, url: expect.stringContaining('signature=') })
    // Whoever may not share it gets no address that others can use.
    expect((await store({ ...secret, words: 'another' })).body.item.url).not.toContain('signature=')
  })

  it('has images processed', async () => {
    const { data } = (await upload(service, { bytes: png(), name: 'p.png' })).body
    const { status, body } = await service.json(`/listener/turn/${data.id}`, { method: 'POST' })
    expect([status, body.status, body.mediaId]).toEqual([200, 'queued', data.id])
    const job = () => service.json(`/api/media/jobs/${body.id}`, { headers: as('editor') })
    await expect.poll(async () => (await job()).body.data.status).toBe('completed')
    expect((await job()).body.data.result).toMatchObject({ width: 6, height: 8 })
    expect((await service.json('/listener/turn/nothing', { method: 'POST' })).status).toBe(404)
  })

  it('is held to the same limits', async () => {
    const { status, body } = await store({ words: '\u0000\u0001', isStream: false, isPrivate: false })
    expect([status, body.code]).toEqual([415, 'file_type_mismatch'])
    expect((await service.json('/api/media?folder=words&q=none', { headers: as('viewer') })).body.data).toEqual([])
  })
})
