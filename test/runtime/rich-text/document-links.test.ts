import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type RichTextMark, toHtml, toMarkdown } from '../../../src/rich-text/index.ts'
import { as } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService({
  root: fileURLToPath(new URL('../../fixtures/rich-text', import.meta.url)),
  observe: true,
})
const headers = as('editor', 'eve')

const doc = (attrs: RichTextMark['attrs'] = {}) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'there', marks: [{ type: 'link', attrs }] }] }],
})

async function make(collection: string, body: object): Promise<string> {
  const made = await service.json(`/api/${collection}`, { body, headers })
  expect([made.status, made.body.errors]).toEqual([201, undefined])
  return made.body.data.id
}

const makePage = (slug: string, status = 'published') => make('pages', { title: slug, slug, status })

const linkIn = (body: { content: { content: { marks: RichTextMark[] }[] }[] }) => body.content[0]?.content[0]?.marks[0]

describe('a link to a document', () => {
  it('gets the address of the document when the text is populated, also after a rename', async () => {
    const documentId = await makePage('first')
    const to = { collection: 'pages', documentId }
    const rows = [{ text: doc(to) }, { text: null }]
    const id = await make('stories', { title: 'A', plain: doc(to), rows })
    const stored = await service.json(`/api/stories/${id}`)
    expect(stored.body.data.plain).toEqual(doc(to))

    const populated = () => service.json(`/api/stories/${id}?populate=plain,rows.text`)
    expect((await populated()).body.data).toMatchObject({
      plain: doc({ ...to, href: '/pages/first' }),
      rows: [{ text: doc({ ...to, href: '/pages/first' }) }, { text: null }],
    })
    await service.json(`/api/pages/${documentId}`, { method: 'PATCH', body: { slug: 'a second' }, headers })
    const { plain } = (await populated()).body.data
    expect(linkIn(plain)?.attrs?.href).toBe('/pages/a%20second')
    expect(toHtml(plain)).toContain('<a href="/pages/a%20second" ')
    expect(toMarkdown(plain)).toBe('[there](/pages/a%20second)\n')

    // What was populated is written back as it was stored.
    const again = await service.json(`/api/stories/${id}`, { method: 'PATCH', body: { plain }, headers })
    expect(again.body.data.plain).toEqual(doc(to))
  })

  it('takes one more round trip for a list, with what other references lead to', async () => {
    const documentId = await makePage('together')
    const body = { plain: doc({ collection: 'pages', documentId }), about: documentId }
    for (const title of ['T1', 'T2', 'T3']) await make('stories', { title, ...body })
    await service.observed()
    const { body: answer } = await service.json('/api/stories?populate=plain,about&count=none')
    expect((await service.observed()).calls).toHaveLength(2)
    const found = answer.data.filter(({ title }: { title: string }) => title.startsWith('T'))
    for (const story of found) {
      expect(story.about.title).toBe('together')
      expect(linkIn(story.plain)?.attrs?.href).toBe('/pages/together')
    }
    expect(found).toHaveLength(3)
  })

  it('has no address where the reader may not read the document, or where there is none', async () => {
    const [draft, gone] = [await makePage('a-draft', 'draft'), await makePage('gone')]
    const memo = await make('memos', { title: 'Secret' })
    await service.json(`/api/pages/${gone}`, { method: 'DELETE', headers })
    const cases = [
      { collection: 'pages', documentId: draft, href: '/pages/a-draft' },
      { collection: 'memos', documentId: memo, href: `https://intranet.example.com/${memo}` },
      { collection: 'pages', documentId: gone, href: undefined },
      { collection: 'no_longer', documentId: gone, href: undefined },
    ]
    for (const { href, ...to } of cases) {
      const id = await make('stories', { title: 'A', plain: doc(to) })
      const read = async (as: Record<string, string>) =>
        (await service.json(`/api/stories/${id}?populate=plain`, { headers: as })).body.data.plain
      const anonymous = await read({})
      expect(anonymous).toEqual(doc(to))
      expect(toHtml(anonymous)).toBe('<p>there</p>')
      expect(linkIn(await read(headers))?.attrs?.href).toBe(href)
    }
  })

  it('is a collection and an id; what is neither is refused', async () => {
    const refused = [
      {},
      { collection: 'pages' },
      { collection: 'javascript:alert(1)', documentId: 'a' },
      { collection: 'pages', documentId: '../a' },
      { collection: 'pages', documentId: 1 },
      { documentId: 'a', href: 'javascript:alert(1)' },
    ]
    for (const attrs of refused) {
      const { status } = await service.json('/api/stories', { body: { title: 'A', plain: doc(attrs) }, headers })
      expect([attrs, status]).toEqual([attrs, 422])
    }
  })
})

describe('an embed', () => {
  const watched = (attrs: object) => ({ title: 'A', watched: { type: 'doc', content: [{ type: 'embed', attrs }] } })

  it('is a page of a declared provider, and a frame that can do little', async () => {
    const attrs = { provider: 'tube', id: 'a_B-1', title: 'A boat' }
    const id = await make('stories', watched(attrs))
    const { body } = await service.json(`/api/stories/${id}`)
    expect(body.data.watched.content).toEqual([{ type: 'embed', attrs }])
    const tube = {
      name: 'tube',
      match: 'https://tube.example.com/w/{id}',
      frame: 'https://tube.example.com/frame/{id}',
    }
    expect(toHtml(body.data.watched, { embeds: [tube] })).toBe(
      '<iframe src="https://tube.example.com/frame/a_B-1" title="A boat" width="640" height="360" loading="lazy" ' +
        'sandbox="allow-scripts allow-same-origin allow-presentation allow-popups" ' +
        'allow="fullscreen; picture-in-picture" referrerpolicy="strict-origin-when-cross-origin"></iframe>',
    )
    expect(toHtml(body.data.watched)).toBe('')
  })

  it('of anybody else is refused, and everywhere that none is declared', async () => {
    const refused = [
      watched({ provider: 'elsewhere', id: 'a' }),
      watched({ provider: 'youtube', id: 'a"><script>' }),
      watched({ provider: 'youtube' }),
      watched({ provider: 'youtube', id: 'a', onload: 'alert(1)' }),
      { title: 'A', plain: watched({ provider: 'youtube', id: 'a' }).watched },
    ]
    for (const body of refused) {
      const { status } = await service.json('/api/stories', { body, headers })
      expect([body, status]).toEqual([body, 422])
    }
  })
})
