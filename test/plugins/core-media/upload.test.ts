import { describe, expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { gif, jpeg, png } from './files.ts'
import { mediaService, upload } from './service.ts'

const service = mediaService()

/** What the storage and the tables hold of files. */
async function stored() {
  const [row] = await service.sql<{ files: number; items: number }>(
    'SELECT (SELECT count(*) FROM media_files) AS files, (SELECT count(*) FROM media) AS items',
  )
  return row
}

describe('an upload', () => {
  it('answers what it has stored', async () => {
    const bytes = png({ seed: 1 })
    const { status, body } = await upload(service, { bytes, name: 'Eiffel Tower.png', type: 'image/png' })
    expect(status).toBe(201)
    expect(body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        filename: expect.stringMatching(/^[0-9a-f]{32}\.png$/),
        url: `/media/serve/${body.data.filename}`,
        size: bytes.length,
        type: 'image/png',
      },
    })
  })

  it('takes several files at once, and answers them in order', async () => {
    const files = [
      { bytes: png({ seed: 2 }), name: 'a.png', type: 'image/png' },
      { bytes: gif(), name: 'b.gif', type: 'image/gif' },
      { bytes: jpeg(), name: 'c.jpg', type: 'image/jpeg' },
    ]
    const { status, body } = await upload(service, files, { folder: 'press/2026' })
    expect(status).toBe(201)
    expect(body.data.map((item: { type: string }) => item.type)).toEqual(['image/png', 'image/gif', 'image/jpeg'])
  })

  it('keeps the same bytes once, for two items', async () => {
    const before = await stored()
    const file = { bytes: png({ seed: 3 }), name: 'one.png' }
    const [first, second] = [await upload(service, file), await upload(service, { ...file, name: 'two.png' })]
    expect(second.body.data.url).toBe(first.body.data.url)
    expect(second.body.data.id).not.toBe(first.body.data.id)
    const after = await stored()
    expect([after?.files, after?.items]).toEqual([(before?.files ?? 0) + 1, (before?.items ?? 0) + 2])
  })

  it.each([
    ['nobody', {}, 401],
    ['a viewer', as('viewer'), 403],
    ['an author', as('author'), 403],
  ])('is not for %s', async (_, headers, status) => {
    expect((await upload(service, { bytes: png() }, {}, headers as Record<string, string>)).status).toBe(status)
  })
})
