import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createClient, type LintelError } from '../../src/client/index.ts'
import { as } from '../harness/as.ts'
import { sharedService } from '../runtime/fixture.ts'

const service = sharedService({ root: fileURLToPath(new URL('../fixtures/previews', import.meta.url)) })

it('reads a draft, and a version of it, with the token of a preview', async () => {
  const editor = as('editor')
  const { body } = await service.json('/api/stories', { method: 'POST', body: { title: 'Early' }, headers: editor })
  const { id } = body.data
  const address = `/admin/content/${id}/preview?collection=stories`
  const { url } = (await service.json(address, { method: 'POST', headers: editor })).body.data
  const preview = new URL(url).searchParams.get('preview') ?? ''

  const stories = createClient({ baseUrl: service.url.origin }).collection('stories')
  const refused: LintelError = await stories.get(id).catch((error) => error)
  expect(refused.code).toBe('not_found')
  expect((await stories.get(id, { preview, fields: ['title', 'status'] })).data).toEqual({
    id,
    title: 'Early',
    status: 'draft',
  })
  const fetchAsEditor = (input: string, init: RequestInit) =>
    fetch(input, { ...init, headers: { ...(init.headers as Record<string, string>), ...editor } })
  const desk = createClient({ baseUrl: service.url.origin, fetch: fetchAsEditor }).collection('stories')
  expect(await desk.version(id, 1, { preview, fields: ['title'] })).toEqual({ id, title: 'Early' })
})
