import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { richTextType } from '../../src/fields/rich-text/rich-text.ts'
import { type RichText, type RichTextNode, toHtml } from '../../src/rich-text/index.ts'
import { fromHtml, fromMarkdown } from '../../src/rich-text/parse/index.ts'

const field = richTextType.schema({}, () => z.unknown())

const tree = (node: RichTextNode): RichText => ({ type: 'doc', content: [node] })
const linked = (attrs: object): RichTextNode => ({
  type: 'paragraph',
  content: [{ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { href: '/', ...attrs } }] }],
})

/** Paths of what the field refuses, from the node or the mark. */
function refused(node: RichTextNode): string[] {
  const result = field.safeParse(tree(node))
  const issues = result.success ? [] : JSON.stringify(result.error.issues).match(/"attrs","\w+"/g)
  return (issues ?? []).map((path) => path.slice(9, -1))
}

const SCRIPT = '1"><script>alert(1)</script>'

/** Values that a field takes and those that it does not, by type and attribute. */
const VALUES: {
  readonly [type: string]: { readonly [attribute: string]: readonly [good: unknown[], bad: unknown[]] }
} = {
  paragraph: {
    textAlign: [
      ['left', 'center', 'right', 'justify', null],
      ['start', 'left;color:red', SCRIPT, 1, true],
    ],
  },
  heading: {
    level: [
      [1, 6, null],
      [0, 7, 1.5, '1', SCRIPT, true],
    ],
    textAlign: [['center'], ['top', SCRIPT]],
  },
  bulletList: {
    tight: [
      [true, false],
      ['true', 1],
    ],
  },
  orderedList: {
    start: [
      [0, 1, -3, 999_999_999],
      ['1', 1.5, 1_000_000_000, SCRIPT],
    ],
    type: [
      ['1', 'a', 'A', 'i', 'I'],
      ['disc', 1, SCRIPT],
    ],
    tight: [[true], [SCRIPT]],
  },
  codeBlock: {
    language: [
      ['ts', 'c++', 'objective-c', 'f#', '{r,', ''],
      ['a b', "js' x='", SCRIPT, 1, 'x'.repeat(101)],
    ],
  },
  image: {
    alt: [
      ['', 'Any "words" <at> all'],
      [1, true],
    ],
    title: [['Any "words"'], [1]],
    caption: [['Any <words>'], [1]],
    width: [
      [0, 300, '300'],
      [-1, 1.5, '50%', '300px', SCRIPT, 100_000, true],
    ],
    height: [[300], ['auto', SCRIPT]],
    mediaId: [['019a-b_c'], ['a b', SCRIPT, 7]],
  },
  tableCell: {
    colspan: [
      [1, 100],
      [0, 101, '2', SCRIPT],
    ],
    rowspan: [[2], [1.5, SCRIPT]],
    align: [['right'], ['char', SCRIPT]],
  },
  tableHeader: { colspan: [[2], [SCRIPT]], rowspan: [[2], [SCRIPT]], align: [['left'], [SCRIPT]] },
  link: {
    target: [
      ['_blank', 'main', ''],
      ['_blank" onclick="x', 'a b', SCRIPT, 1],
    ],
    rel: [
      ['noopener noreferrer', 'nofollow,ugc', ''],
      ["a' b='", SCRIPT, true],
    ],
    class: [
      ['button md:w-1/2', ''],
      ['"x', SCRIPT],
    ],
    title: [['Any "words"'], [1]],
    documentId: [[], [SCRIPT]],
  },
}

const ROWS = Object.entries(VALUES).flatMap(([type, attributes]) =>
  Object.entries(attributes).map(([name, [good, bad]]) => ({ type, name, good, bad })),
)

const nodeWith = (type: string, attrs: RichTextNode['attrs'] = {}): RichTextNode =>
  type === 'link' ? linked(attrs) : { type, attrs: { ...(type === 'image' && { src: '/a.png' }), ...attrs } }

describe('an attribute of rich text', () => {
  it.each(ROWS)('$name of $type', ({ type, name, good, bad }) => {
    for (const value of good) expect([value, refused(nodeWith(type, { [name]: value } as never))]).toEqual([value, []])
    for (const value of bad) {
      const node = nodeWith(type, { [name]: value } as never)
      expect([value, refused(node)]).toEqual([value, [name]])
      if (value === SCRIPT) expect(toHtml(tree(node))).not.toContain('<script')
    }
  })

  it('is refused at its path where the type has none of the name', () => {
    expect(refused({ type: 'paragraph', attrs: { onclick: 'x' } })).toEqual(['onclick'])
    expect(refused({ type: 'horizontalRule', attrs: { constructor: 'x' } })).toEqual(['constructor'])
  })
})

describe('text from elsewhere', () => {
  const HTML = [
    `<a href="/x" target="a b" rel="nofollow&quot;x" class="<b>">link</a>`,
    `<a href="/y" data-collection="No" data-document-id="a b">document</a>`,
    `<img src="/a.png" width="300" data-media-id="a b">`,
    `<pre><code class="language-a&quot;b">x</code></pre>`,
    `<ol start="7"><li>a</li></ol>`,
  ].join('')

  it('loses what a field does not take, and says so', () => {
    const { document, lost } = fromHtml(HTML)
    expect(field.safeParse(document).error).toBeUndefined()
    expect(lost.map(({ what }) => what)).toEqual([
      'target of link',
      'rel of link',
      'class of link',
      'document of link',
      'mediaId of image',
      'language of codeBlock',
    ])
    expect(JSON.stringify(document)).toContain('"href":"/y"')
    const fence = fromMarkdown('```a"b\nx\n```')
    expect([field.safeParse(fence.document).success, fence.lost[0]?.what]).toEqual([true, 'language of codeBlock'])
  })
})
