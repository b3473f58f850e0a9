import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldTypes } from '../../src/config/index.ts'
import { toHtml, toMarkdown } from '../../src/rich-text/index.ts'
import { fromHtml, fromMarkdown, type Parsed } from '../../src/rich-text/parse/index.ts'

const schema = fieldTypes.richText?.schema({ max: 100_000_000 }, () => {
  throw new Error('there is no field inside')
})
const isTaken = ({ document }: Parsed) => schema?.safeParse(document).error?.issues ?? []
const lostIn = ({ lost }: Parsed) => Object.fromEntries(lost.map(({ what, count }) => [what, count]))

describe('HTML as a rich text', () => {
  it.each([
    ['text without a paragraph', 'a<div>b</div>c', '<p>a</p><p>b</p><p>c</p>'],
    ['white space', '<p> a \n\n b <b> c</b> </p>\n\n', '<p>a b <strong>c</strong></p>'],
    ['a tag that objects have a property of', '<p>a<constructor b="c">d</constructor></p>', '<p>ad</p>'],
    ['formatting that overlaps', '<p><b>a<i>b</b>c</i></p>', '<p><strong>a<em>b</em></strong><em>c</em></p>'],
    ['formatting around blocks', '<b><p>a</p><p>b</p></b>', '<p><strong>a</strong></p><p><strong>b</strong></p>'],
    ['a picture in a paragraph', '<p>a<img src="b.png">c</p>', '<p>a</p><img src="./b.png" alt=""><p>c</p>'],
    ['a picture alone', '<p><img src="/b.png" alt="B"></p>', '<img src="/b.png" alt="B">'],
    ['a list without its items', '<ul>a<li>b</ul>', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    ['items without their list', '<li>a<li>b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    ['a list in a list', '<ul><li>a<ul><li>b</ul></ul>', '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>'],
    [
      'cells without a table',
      '<td>a<th>b',
      '<table><tbody><tr><td><p>a</p></td><th><p>b</p></th></tr></tbody></table>',
    ],
    [
      'tags that end in a cell what is open in it',
      '<table><tr><td><b>a<td>b</table>c',
      '<table><tbody><tr><td><p><strong>a</strong></p></td><td><p>b</p></td></tr></tbody></table><p>c</p>',
    ],
    [
      'code',
      '<pre>\n<code class="hljs language-ts">a\n  b\n</code></pre>',
      '<pre><code class="language-ts">a\n  b</code></pre>',
    ],
    [
      'Google Docs',
      '<b style="font-weight:normal"><span style="font-weight:700">a</span>b</b>',
      '<p><strong>a</strong>b</p>',
    ],
    ['alignment', '<p style="text-align: center">a</p>', '<p style="text-align:center">a</p>'],
    ['a link in a link', '<a href="/a">a<a href="/b">b</a>', '<p><a href="/a">a</a><a href="/b">b</a></p>'],
    ['entities', '<p>&lt;&eacute;&#128512;&nbsp;', '<p>&lt;é😀\u00a0</p>'],
  ])('is read as browsers show it: %s', (_, html, expected) => {
    const parsed = fromHtml(html)
    expect(toHtml(parsed.document)).toBe(expected)
    expect(isTaken(parsed)).toEqual([])
  })

  it('says what it cannot hold, and keeps the words', () => {
    const parsed = fromHtml(
      '<div class="a"><p id="b">H<sub>2</sub>O</p><p>m<sup>2</sup> <sub>i</sub></p><script>alert(1)</script>' +
        '<a href="javascript:x">c</a><iframe src="https://example.com/v" title="A video"></iframe>' +
        '<img src="data:image/png;base64,AAAA" alt="a dot"><!-- more --><dl><dt>d<dd>e</dl>',
    )
    expect(lostIn(parsed)).toEqual({
      'class of <div>': 1,
      'id of <p>': 1,
      '<sub>': 2,
      '<sup>': 1,
      '<script>': 1,
      address: 2,
      '<iframe>': 1,
      '<img>': 1,
      comment: 1,
      '<dl>': 1,
      '<dt>': 1,
      '<dd>': 1,
    })
    expect(parsed.lost.find(({ what }) => what === '<iframe>')?.sample).toBe(
      '<iframe src="https://example.com/v" title="A video">',
    )
    expect(toHtml(parsed.document)).toBe(
      '<p>H2O</p><p>m2 i</p><p>c</p><p><a href="https://example.com/v">A video</a></p><p>a dot</p><p>d</p><p>e</p>',
    )
  })

  it('says that the rest is missing after an element that does not end', () => {
    expect(lostIn(fromHtml('<p>a</p><svg><p>b</p>'))).toEqual({ '<svg>': 1, 'rest after <svg>': 1 })
    expect(lostIn(fromHtml('<p>a</p><div class="b'))).toEqual({ 'unfinished tag': 1 })
  })

  it('keeps pictures with their addresses, for whoever fetches them', () => {
    const { document } = fromHtml('<p>a</p><img src="https://example.com/a.jpg" width="640">')
    expect(document.content[1]).toEqual({ type: 'image', attrs: { src: 'https://example.com/a.jpg', width: 640 } })
  })

  it('keeps the words below a picture with it, however they are written', () => {
    const picture = (caption: string) => ({ type: 'image', attrs: { src: '/a.jpg', caption } })
    const figure = (caption: string) => fromHtml(`<figure><img src="/a.jpg"><figcaption>${caption}`)
    expect(figure('<p>Kiel, <em>1906</em></p></figcaption></figure><p>b</p>')).toMatchObject({
      document: {
        content: [picture('Kiel, 1906'), { type: 'paragraph', content: [{ type: 'text', text: 'b' }] }],
      },
      lost: [{ what: '<em> in a caption', count: 1 }],
    })
    // Without end tags, the next block is none of it.
    expect(figure('Kiel<h2>b</h2>').document.content.map(({ type }) => type)).toEqual(['image', 'heading'])
    expect(figure('Kiel').document.content).toEqual([picture('Kiel')])
  })

  it('is taken by the field, whatever it is', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...'<p> </p> <b> </b> <i> <ul> </ul> <ol> <li> </li> <table> </table> <tr> </tr> <td> </td> <th> <br> <hr>'.split(
          ' ',
        ),
        ...'<pre> </pre> <code> </code> <h2> </h2> <blockquote> </blockquote> <div> </div> <caption> <svg> </svg>'.split(
          ' ',
        ),
        '<img src="a.png">',
        '<a href="/a" title="b">',
        '<a href="javascript:a">',
        '</a>',
        '<p style="text-align:right;color:red">',
        '<!--',
        '-->',
        '<input type="checkbox" checked>',
      ),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const parsed = fromHtml(pieces.join(''))
        expect(isTaken(parsed)).toEqual([])
        expect(fromHtml(toHtml(parsed.document)).document).toEqual(parsed.document)
      }),
      { numRuns: 500 },
    )
  })
})

describe('Markdown as a rich text', () => {
  it('holds what GFM has', () => {
    const parsed = fromMarkdown(
      '# A\n\nb ~~c~~ https://example.com www.example.org, README.md\n\n- [x] d\n- [ ] e\n\n| f |\n| -: |\n| g |\n',
    )
    expect(toHtml(parsed.document)).toBe(
      '<h1>A</h1><p>b <s>c</s> <a href="https://example.com">https://example.com</a> ' +
        '<a href="http://www.example.org">www.example.org</a>, README.md</p>' +
        '<ul><li><p>☑ d</p></li><li><p>☐ e</p></li></ul>' +
        '<table><tbody><tr><th style="text-align:right"><p>f</p></th></tr><tr><td style="text-align:right"><p>g</p></td></tr></tbody></table>',
    )
    expect(lostIn(parsed)).toEqual({ task: 2 })
  })

  it('holds HTML within it, and Markdown within that', () => {
    const parsed = fromMarkdown('<div>\n\n**a** <kbd>b</kbd> <script>c</script>\n\n</div>\n\n<p>d <b>e</b></p>\n')
    expect(toHtml(parsed.document)).toBe('<p><strong>a</strong> <code>b</code></p><p>d <strong>e</strong></p>')
    expect(lostIn(parsed)).toEqual({ '<script>': 1 })
  })

  it('keeps footnotes as text, and says so', () => {
    const parsed = fromMarkdown('a[^1] and [b]\n\n[^1]: see\n\n[b]: /b "t"\n')
    expect(toHtml(parsed.document)).toBe('<p>a[^1] and <a href="/b" title="t">b</a></p><p>[^1]: see</p>')
    expect(lostIn(parsed)).toEqual({ footnote: 1 })
  })

  it('is taken by the field, whatever it is', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...[
          '# ',
          '- ',
          '1. ',
          '> ',
          '    ',
          '\n',
          '\n\n',
          '```',
          '~~~',
          '---',
          '|a|b|\n|-|-|\n',
          '**',
          '_',
          '`',
          '[',
          ']',
          '(/a)',
        ],
        ...[
          '![a](b.png)',
          '<b>',
          '</b>',
          '<div>',
          '</div>',
          '<script>',
          '[^1]: ',
          '[ ] ',
          '\\',
          '&amp;',
          'http://a.b',
          '<!--',
        ],
      ),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const parsed = fromMarkdown(pieces.join(''))
        expect(isTaken(parsed)).toEqual([])
        expect(() => toMarkdown(parsed.document)).not.toThrow()
      }),
      { numRuns: 500 },
    )
  })
})

describe('work in proportion to the text', () => {
  const n = 30_000
  const times = (text: string) => text.repeat(n)
  const readers = { html: fromHtml, markdown: fromMarkdown }
  it.each<[keyof typeof readers, string, string]>([
    ['html', 'deep elements', times('<div>')],
    ['html', 'deep lists', times('<ul><li>')],
    ['html', 'deep tables', times('<table><tr><td>')],
    ['html', 'formatting that never ends', times('<b><i>') + times('<p>x')],
    ['html', 'links that never end', Array.from({ length: n }, (_, i) => `<a href="/${i}">`).join('') + times('<p>x')],
    ['html', 'ends of nothing', times('</li></b></table>')],
    ['html', 'attributes', `<p ${Array.from({ length: n }, (_, i) => `a${i}`).join(' ')}>`],
    ['html', 'unfinished tags', times('<a ')],
    ['html', 'comments', times('<!--')],
    ['html', 'entities', times('&amp')],
    ['html', 'a long paragraph', times('ab cd <b>e</b> ')],
    ['markdown', 'quotations', times('>')],
    ['markdown', 'quotations with spaces', times('> ')],
    ['markdown', 'items', times('- ')],
    ['markdown', 'emphasis', times('*a **b ')],
    ['markdown', 'emphasis of both kinds', times('*a_b ')],
    ['markdown', 'brackets', times('[')],
    ['markdown', 'links', times('[a](')],
    ['markdown', 'pictures', times('![a](')],
    ['markdown', 'code', Array.from({ length: 1500 }, (_, i) => `a${'`'.repeat(i)}`).join('')],
    ['markdown', 'tags', times('<a ')],
    ['markdown', 'comments', times('a <!-- ')],
    ['markdown', 'footnotes', times('[^a]: b\n')],
    ['markdown', 'unfinished footnotes', times('[^')],
    ['markdown', 'addresses', times('http://a.b ')],
    ['markdown', 'addresses without a scheme', times('www.')],
    ['markdown', 'tables', `|a|b|\n|-|-|\n${times('|c|d|\n')}`],
    ['markdown', 'paragraphs', times('a *b*\n\n')],
    ['markdown', 'inline elements', times('<b>')],
  ])('%s: %s', (kind, _, text) => {
    const started = performance.now()
    const parsed = readers[kind](text)
    // Quadratic work would take minutes; a busy machine takes seconds.
    expect(performance.now() - started).toBeLessThan(15_000)
    expect(isTaken(parsed).slice(0, 1)).toEqual([])
  })
})
