import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { describe, expect, it } from 'vitest'
import { fieldTypes } from '../../src/config/index.ts'
import { type LeftOut, type RichText, type RichTextNode, toHtml } from '../../src/rich-text/index.ts'
import { documentsOf } from './documents.ts'

const text = (words: string, ...marks: RichTextNode['marks'] & object): RichTextNode => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
})
const paragraph = (...content: RichTextNode[]): RichTextNode => ({ type: 'paragraph', content })
const link = (href: string) => ({ type: 'link' as const, attrs: { href } })

/** Addresses in every spelling that a browser, or somebody, might read as a script. */
const UNSAFE = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript&colon;alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  '',
]

describe('a rich text as HTML', () => {
  it('is what it says, with neighbours under one mark together', () => {
    const document: RichText = {
      type: 'doc',
      content: [
        { type: 'heading', attrs: { level: 2, textAlign: 'center' }, content: [text('Title')] },
        paragraph(
          text('See '),
          text('this ', link('/a')),
          text('page', { type: 'bold' }, link('/a')),
          { type: 'hardBreak' },
          text('now', { type: 'italic' }),
        ),
        { type: 'codeBlock', attrs: { language: 'ts' }, content: [text('a < b')] },
        { type: 'image', attrs: { src: '/a.png', alt: 'An "a"', mediaId: 'm1' } },
        { type: 'orderedList', attrs: { start: 3 }, content: [{ type: 'listItem', content: [paragraph(text('c'))] }] },
      ],
    }
    expect(toHtml(document)).toBe(
      '<h2 style="text-align:center">Title</h2>' +
        '<p>See <a href="/a">this <strong>page</strong></a><br><em>now</em></p>' +
        '<pre><code class="language-ts">a &lt; b</code></pre>' +
        '<img src="/a.png" alt="An &quot;a&quot;" data-media-id="m1">' +
        '<ol start="3"><li><p>c</p></li></ol>',
    )
  })

  it('has the words of a picture below it', () => {
    const content = [{ type: 'image', attrs: { src: '/a.png', alt: 'A ship', caption: 'Kiel <1906>' } }]
    const html = '<figure><img src="/a.png" alt="A ship"><figcaption>Kiel &lt;1906&gt;</figcaption></figure>'
    expect(toHtml({ type: 'doc', content })).toBe(html)
  })

  it.each([[null], [undefined]])('is nothing of %s', (nothing) => {
    expect(toHtml(nothing)).toBe('')
  })

  it.each(UNSAFE)('has no link to %j, and says so', (href) => {
    const left: LeftOut[] = []
    const content = [paragraph(text('a', link(href))), { type: 'image', attrs: { src: href } }]
    expect(toHtml(content, { onLeftOut: (one) => left.push(one) })).toBe('<p>a</p>')
    expect(left.map(({ what, type }) => [what, type])).toEqual([
      ['address', 'link'],
      ['address', 'image'],
    ])
  })

  it('lets nothing through that the field refuses, whatever stands in a tree', () => {
    const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...UNSAFE, '" onload="x', '</p><script>'))
    const { tree } = fc.letrec<{ tree: RichTextNode }>((tie) => ({
      tree: fc.record(
        {
          type: fc.oneof(
            fc.constantFrom('paragraph', 'heading', 'image', 'text', 'table', 'codeBlock', 'orderedList', '__proto__'),
            anything,
          ),
          text: anything,
          attrs: fc.dictionary(
            fc.constantFrom(
              'href',
              'src',
              'level',
              'textAlign',
              'language',
              'start',
              'type',
              'onclick',
              'style',
              'alt',
            ),
            fc.oneof(anything, fc.integer(), fc.constant(null), fc.array(anything)),
          ),
          marks: fc.array(
            fc.record({ type: fc.constantFrom('link', 'bold', 'x' as 'code'), attrs: fc.record({ href: anything }) }),
            { maxLength: 2 },
          ),
          content: fc.array(tie('tree'), { maxLength: 3, depthIdentifier: 'tree' }),
        },
        { requiredKeys: ['type'] },
      ),
    }))
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 3 }), (content) => {
        for (const { tagName, attrs } of elementsIn(parseFragment(toHtml(content)))) {
          expect(TAGS).toContain(tagName)
          for (const { name, value } of attrs) {
            expect(ATTRIBUTES).toContain(name)
            if (name === 'href' || name === 'src') expect(value.trim()).toMatch(SAFE)
            if (name === 'style') expect(value).toMatch(/^text-align:(?:left|center|right|justify)$/)
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('is HTML that a parser reads without a complaint', () => {
    fc.assert(
      fc.property(documentsOf(), (document) => {
        const complaints: string[] = []
        parseFragment(toHtml(document), { onParseError: ({ code }) => complaints.push(code) })
        expect(complaints).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  it('shows the children of what nobody knows, and says so', () => {
    const left: LeftOut[] = []
    const content: RichTextNode[] = [
      { type: 'video', content: [paragraph(text('a', { type: 'glow' as 'bold' }))] },
      { type: 'constructor' },
    ]
    expect(toHtml(content, { onLeftOut: (one) => left.push(one) })).toBe('<p>a</p>')
    expect(left.map(({ what, type }) => `${what} ${type}`)).toEqual(['node video', 'mark glow', 'node constructor'])
  })

  it('takes renderers of own nodes, and instead of the built-in ones', () => {
    const document: RichText<{ callout: { tone: 'note' | 'warning' } }> = {
      type: 'doc',
      content: [
        { type: 'callout', attrs: { tone: 'note' }, content: [paragraph(text('a & b', { type: 'bold' }))] },
        { type: 'heading', attrs: { level: 1 }, content: [text('c')] },
      ],
    }
    const html = toHtml(document, {
      nodes: {
        callout: ({ node, children }) =>
          `<aside class="${node.attrs.tone satisfies 'note' | 'warning'}">${children}</aside>`,
        heading: ({ children }) => `<h2>${children}</h2>`,
      },
      marks: { bold: ({ children }) => `<b>${children}</b>` },
    })
    expect(html).toBe('<aside class="note"><p><b>a &amp; b</b></p></aside><h2>c</h2>')
    // @ts-expect-error the field declares no node of this type
    toHtml(document, { nodes: { calout: () => '' } })
  })

  it('shows addresses as they are resolved, if a browser may have them', () => {
    const content = [
      paragraph(text('a', link('/a')), text('b', link('/b')), text('c', link('/c'))),
      { type: 'image', attrs: { src: '/d.png', mediaId: 'm1' } },
    ]
    const html = toHtml(content, {
      resolve: (address, of) => {
        if (of.attrs?.mediaId) return `https://images.example.com/${of.attrs.mediaId}`
        if (address === '/c') return 'javascript:c'
        return address === '/b' ? null : `https://example.com${address}`
      },
    })
    expect(html).toBe(
      '<p><a href="https://example.com/a">a</a>bc</p>' +
        '<img src="https://images.example.com/m1" alt="" data-media-id="m1">',
    )
  })

  it('is small: everything that it needs', async () => {
    const { outputFiles } = await build({
      stdin: { contents: "export { toHtml } from './src/rich-text/index.ts'", resolveDir: process.cwd(), loader: 'ts' },
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
      metafile: true,
    })
    const size = gzipSync(outputFiles[0]?.contents ?? '').length
    console.log(`toHtml: ${size} bytes gzip`)
    expect(size).toBeGreaterThan(500)
    expect(size).toBeLessThan(2253)
  })
})

it('takes as safe what the field takes', () => {
  const schema = fieldTypes.richText?.schema({}, () => {
    throw new Error('there is no field inside')
  })
  const addresses = [...UNSAFE, 'https://a', '//a', '/a', '#a', './a', '../a', 'mailto:a@b.c', 'tel:1', 'a', 'HTTP://A']
  for (const href of addresses) {
    const document = { type: 'doc', content: [paragraph(text('a', link(href)))] }
    expect([href, toHtml(document.content).includes('<a ')]).toEqual([href, schema?.safeParse(document).success])
  }
})

const SAFE = /^(?:https?:|mailto:|tel:|\/|#|\.{1,2}\/)/i
const TAGS = 'p h1 h2 h3 h4 h5 h6 ol pre code table tbody img a strong'.split(' ')
const ATTRIBUTES = 'href src alt style start type class'.split(' ')

function elementsIn(node: DefaultTreeAdapterTypes.ParentNode): DefaultTreeAdapterTypes.Element[] {
  return node.childNodes.flatMap((child) => ('tagName' in child ? [child, ...elementsIn(child)] : []))
}
