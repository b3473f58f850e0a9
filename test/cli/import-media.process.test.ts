import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { png } from '../plugins/core-media/files.ts'
import { mediaService, ROOT, upload } from '../plugins/core-media/service.ts'
import { cms } from './cms.ts'
import { idOf } from './transfer.ts'

const service = mediaService({ environment: 'narrow' })
const editor = as('editor')
let folder = ''
let d1: Server

/** Starts a server that provides D1's HTTP API for the service's database. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lintel-import-media-'))
  d1 = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { batch, ...one } = JSON.parse(text)
    const result = []
    try {
      for (const { sql, params = [] } of batch ?? [one]) result.push({ results: await service.sql(sql, ...params) })
      response.end(JSON.stringify({ success: true, result, errors: [] }))
    } catch (error) {
      response.writeHead(400).end(JSON.stringify({ success: false, errors: [{ code: 7500, message: String(error) }] }))
    }
  })
  await new Promise<void>((done) => d1.listen(0, '127.0.0.1', done))
})
afterAll(() => {
  d1.closeAllConnections()
  d1.close()
  rmSync(folder, { recursive: true })
})

async function importStories(documents: readonly object[], ...args: string[]) {
  const path = join(folder, 'stories.ndjson')
  writeFileSync(path, documents.map((document) => JSON.stringify({ collection: 'stories', document })).join('\n'))
  const { port } = d1.address() as AddressInfo
  const env = {
    CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}`,
    CLOUDFLARE_ACCOUNT_ID: 'account',
    CLOUDFLARE_API_TOKEN: 'token',
  }
  return cms(['import', path, '--env', 'narrow', ...args], { cwd: ROOT, env })
}

const newItem = async (seed: number) =>
  (await upload(service, { bytes: png({ seed }), name: `${seed}.png` })).body.data as { id: string; url: string }
const usesOf = async (id: string) => (await service.json(`/api/media/${id}`, { headers: editor })).body.data.usedBy
const remove = (id: string) => service.json(`/api/media/${id}`, { method: 'DELETE', headers: editor })
const textWith = (...content: object[]) => ({ type: 'doc', content })
const image = (attrs: object) => ({ type: 'image', attrs })
const use = (n: number, field: string) => ({ collection: 'stories', id: idOf(n), field })

describe('cms import', () => {
  it('writes down where files are used, as a save does', async () => {
    const [cover, slide, shown, linked] = [await newItem(1), await newItem(2), await newItem(3), await newItem(4)]
    const link = { type: 'link', attrs: { href: `https://cms.example.com${linked.url}` } }
    const stories = [
      { id: idOf(1), title: 'One', cover: cover.id, slides: [{ image: slide.id, caption: 'A slide' }] },
      {
        id: idOf(2),
        title: 'Two',
        body: textWith(image({ src: shown.url, mediaId: shown.id }), image({ src: '/x', mediaId: 'no-item' }), {
          type: 'paragraph',
          content: [{ type: 'text', text: 'here', marks: [link] }],
        }),
      },
    ]
    const { code, stdout, stderr } = await importStories(stories)
    expect({ code, stdout }, stderr).toEqual({
      code: 0,
      stdout: 'imported: 2 created, 0 replaced, 0 unchanged, 0 skipped\n',
    })
    expect(await usesOf(cover.id)).toEqual([use(1, 'cover')])
    expect(await usesOf(slide.id)).toEqual([use(1, 'slides')])
    expect(await usesOf(shown.id)).toEqual([use(2, 'body')])
    expect(await usesOf(linked.id)).toEqual([use(2, 'body')])
    for (const { id } of [cover, slide, shown, linked]) {
      const refused = await remove(id)
      expect([refused.status, refused.body.code]).toEqual([409, 'in_use'])
    }
  })

  it('forgets what a document that it replaces has shown', async () => {
    const [before, after] = [await newItem(11), await newItem(12)]
    const story = (id: string) => ({
      id: idOf(11),
      title: 'Replaced',
      body: textWith(image({ src: '/x', mediaId: id })),
    })
    expect((await importStories([story(before.id)])).code).toBe(0)
    expect((await importStories([story(after.id)], '--on-conflict', 'replace', '--dry-run')).code).toBe(0)
    expect(await usesOf(before.id)).toEqual([use(11, 'body')])
    expect((await importStories([story(after.id)], '--on-conflict', 'replace')).code).toBe(0)
    expect([await usesOf(before.id), await usesOf(after.id)]).toEqual([[], [use(11, 'body')]])
    expect((await remove(before.id)).status).toBe(204)
    expect((await remove(after.id)).status).toBe(409)
  })
})
