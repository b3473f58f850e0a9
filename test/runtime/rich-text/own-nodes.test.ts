import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type RichTextNode, toHtml, toText } from '../../../src/rich-text/index.ts'
import { fromHtml, fromMarkdown } from '../../../src/rich-text/parse/index.ts'
import { as } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService({ root: fileURLToPath(new URL('../../fixtures/rich-text', import.meta.url)) })
const headers = as('editor', 'eve')

const text = (words: string): RichTextNode => ({ type: 'text', text: words })
const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content })

/** Creates a story; answers the status, and what it is or why it is none. */
async function create(content: unknown, field = 'body') {
  const { status, body } = await service.json('/api/stories', {
    body: { title: 'A story', [field]: { type: 'doc', content } },
    headers,
  })
  return { status, data: body.data, errors: body.errors }
}

describe('nodes that a field declares', () => {
  it('are stored and answered, with the defaults of their fields', async () => {
    const content = [
      { type: 'callout', content: [paragraph(text('Mind the '), { type: 'mention', attrs: { person: 'Ada' } })] },
      { type: 'callout', attrs: { tone: 'warning', heading: 'Stop' } },
      { type: 'slogan', content: [text('Onwards')] },
      { type: 'pageBreak' },
    ]
    const { status, data, errors } = await create(content)
    expect([status, errors]).toEqual([201, undefined])
    expect(data.body.content).toEqual([
      { ...content[0], attrs: { tone: 'note' } },
      content[1],
      { ...content[2], attrs: {} },
      { type: 'pageBreak', attrs: {} },
    ])
    const again = await service.json(`/api/stories/${data.id}`, { body: { body: data.body }, method: 'PATCH', headers })
    expect([again.status, again.body.data.body]).toEqual([200, data.body])
  })

  it.each([
    ['a value that the field does not take', [{ type: 'callout', attrs: { tone: 'loud' } }]],
    ['an attribute that is none of its fields', [{ type: 'callout', attrs: { tone: 'note', color: 'red' } }]],
    ['a missing attribute', [paragraph({ type: 'mention' })]],
    ['a value that is too long', [{ type: 'callout', attrs: { heading: 'x'.repeat(41) } }]],
    ['content where there is none', [{ type: 'pageBreak', content: [paragraph()] }]],
    ['blocks in a line', [{ type: 'slogan', content: [paragraph()] }]],
    ['text among blocks', [{ type: 'callout', content: [text('a')] }]],
    ['a type that nobody declared', [{ type: 'video' }]],
    [
      'a script in a link within',
      [
        {
          type: 'callout',
          content: [
            paragraph({ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }),
          ],
        },
      ],
    ],
  ])('are refused with %s', async (_, content) => {
    const { status, errors } = await create(content)
    expect([status, errors?.[0]?.path ?? errors?.[0]]).toEqual([422, expect.anything()])
  })

  it('are named where a type is none of them', async () => {
    const { errors } = await create([paragraph(), { type: 'video' }])
    expect(errors).toEqual([
      {
        path: 'body.content.1.type',
        code: expect.any(String),
        message: expect.stringMatching(/^One of paragraph, .*, callout, slogan, mention, pageBreak\.$/),
      },
    ])
  })

  it('belong to their field alone', async () => {
    expect((await create([{ type: 'pageBreak' }], 'plain')).status).toBe(422)
  })

  it('are found by the words in their fields, not by ids or what pictures are called by', async () => {
    const { data } = await create([
      { type: 'callout', attrs: { heading: 'Xylophone' }, content: [paragraph(text('Glockenspiel'))] },
      { type: 'image', attrs: { src: '/media/zither.png' } },
    ])
    const found = async (q: string) => {
      const { body } = await service.json(`/api/stories?q=${q}`, { headers })
      return body.data.map(({ id }: { id: string }) => id)
    }
    expect(await found('Xylophone')).toEqual([data.id])
    expect(await found('Glockenspiel')).toEqual([data.id])
    expect(await found('zither')).toEqual([])
  })

  it('are rendered by whoever reads them', async () => {
    const { data } = await create([
      { type: 'callout', attrs: { tone: 'warning' }, content: [paragraph(text('a < b'))] },
    ])
    const html = toHtml(data.body, {
      nodes: { callout: ({ node, children }) => `<aside class="${node.attrs?.tone}">${children}</aside>` },
    })
    expect(html).toBe('<aside class="warning"><p>a &lt; b</p></aside>')
    expect(toText(data.body)).toBe('a < b')
  })
})

describe('text that was read in', () => {
  it.each([
    ['Markdown', fromMarkdown('# A\n\n- [x] b\n\n|a|b|\n|-|-|\n|1|![c](d.png)|\n\n<sub>2</sub>')],
    ['HTML', fromHtml('<ul>a<li>b<table><tr>c<td>d</ul><img src=x.png><a href="javascript:x">e</a><script>f</script>')],
    ['deep HTML', fromHtml('<blockquote><ul><li><table><tr><td>'.repeat(100))],
    ['deep Markdown', fromMarkdown(`${'> '.repeat(500)}a\n\n${'- '.repeat(500)}b`)],
  ])('is taken by the API: %s', async (_, { document }) => {
    const { status, errors, data } = await create(document.content, 'plain')
    expect([status, errors]).toEqual([201, undefined])
    expect(data.plain).toEqual(document)
  })
})
