import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { as } from '../../harness/as.ts'
import { png } from './files.ts'
import { mediaService, upload } from './service.ts'

const service = mediaService({ root: fileURLToPath(new URL('../../fixtures/media-cache', import.meta.url)) })
const headers = as('editor')

it('a list that shows media is cached, and shows every change at once', async () => {
  const { id } = (await upload(service, { bytes: png(), type: 'image/png' })).body.data
  await service.json('/api/stories', { body: { title: 'a', cover: id }, headers })
  const list = async () => {
    const answer = await service.json('/api/stories?populate=cover')
    return [answer.headers.get('x-cache-status'), answer.body.data[0].cover?.alt]
  }
  expect(await list()).toEqual(['MISS', null])
  expect(await list()).toEqual(['HIT', null])
  await service.json(`/api/media/${id}`, { method: 'PATCH', body: { title: 'not shown' }, headers })
  expect(await list()).toEqual(['HIT', null])
  await service.json(`/api/media/${id}`, { method: 'PATCH', body: { alt: 'A square' }, headers })
  expect(await list()).toEqual(['MISS', 'A square'])
  await service.sql("UPDATE media_files SET thumbnail_url = '/images/thumb'")
  await new Promise((resolve) => setTimeout(resolve, 1100)) // how long an isolate may not notice what another wrote
  expect(await list()).toEqual(['MISS', 'A square'])
  await service.json(`/api/media/${id}?force=true`, { method: 'DELETE', headers })
  expect(await list()).toEqual(['MISS', undefined])
})
