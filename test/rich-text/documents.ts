import fc from 'fast-check'
import type { RichText, RichTextMark, RichTextNode } from '../../src/rich-text/index.ts'

/** Characters that mean something in HTML or Markdown, and some that do not. */
export const CHARACTERS = [
  ...'abzAZ019*_~`[]()<>!#&;:+-.|\\"\'/@=^{}$%,?€ßé漢🙂\u00a0\u2028',
  'www.',
  'http://',
  '&amp;',
  '1.',
  '2)',
]

export const MARKS = [
  'bold',
  'italic',
  'strike',
  'underline',
  'code',
] as const satisfies readonly RichTextMark['type'][]

/** Links and embeds that only readers and writers with options for them keep. */
const toDocument = {
  collection: fc.constantFrom('posts', 'two_words'),
  documentId: fc.constantFrom('0199a1f0-0000-7000-8000-000000000001', 'b'),
}

const embed = fc
  .record(
    {
      provider: fc.constantFrom('youtube', 'own'),
      id: fc.constantFrom('dQw4w9WgXcQ', '-_1'),
      title: fc.constantFrom('A boat', '[x](y) *z* `a` <b>', 'a & b'),
    },
    { requiredKeys: ['provider', 'id'] },
  )
  .map((attrs): RichTextNode => ({ type: 'embed', attrs }))

interface Kinds {
  readonly characters?: readonly string[]
  readonly formats?: readonly (typeof MARKS)[number][]
  readonly documentLinks?: boolean
  readonly embeds?: boolean
}

/** Documents as editors and readers leave them: what is the same on a page is the same tree. */
export function documentsOf({
  characters = CHARACTERS,
  formats = MARKS,
  documentLinks = false,
  embeds = false,
}: Kinds = {}): fc.Arbitrary<RichText> {
  const word = fc.array(fc.constantFrom(...characters), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))
  const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '))

  const address = fc.constantFrom(
    'https://example.com',
    'https://example.com/a_b*c(d)?e=1&f=&amp;#g',
    '/a b/<c>',
    './x\\y',
    '#here',
    'mailto:a@example.com',
    'HTTPS://EXAMPLE.COM/ü',
  )

  const link: fc.Arbitrary<RichTextMark> = fc
    .oneof(
      { weight: 3, arbitrary: fc.record({ href: address, title: words }, { requiredKeys: ['href'] }) },
      {
        weight: documentLinks ? 1 : 0,
        arbitrary: fc.record({ title: words, ...toDocument }, { requiredKeys: ['collection', 'documentId'] }),
      },
    )
    .map((attrs) => ({ type: 'link', attrs }))

  /** Marks in the order in which readers leave them. */
  const marks: fc.Arbitrary<RichTextMark[]> = fc
    .tuple(fc.option(link, { nil: undefined, freq: 5 }), fc.subarray([...formats]))
    .map(([outer, inner]) => [...(outer ? [outer] : []), ...inner.map((type) => ({ type }))])

  const text: fc.Arbitrary<RichTextNode> = fc
    .tuple(words, fc.oneof({ weight: 2, arbitrary: fc.constant<RichTextMark[]>([]) }, { weight: 3, arbitrary: marks }))
    .map(([value, on]) => ({ type: 'text', text: value, ...(on.length > 0 && { marks: on }) }))

  const inline = (withBreaks: boolean): fc.Arbitrary<RichTextNode[]> =>
    fc
      .array(
        withBreaks
          ? fc.oneof({ weight: 6, arbitrary: text }, { weight: 1, arbitrary: fc.constant({ type: 'hardBreak' }) })
          : text,
        { minLength: 1, maxLength: 5 },
      )
      .map(joined)

  const paragraph = inline(true).map((content): RichTextNode => ({ type: 'paragraph', content }))

  const heading = fc
    .tuple(fc.integer({ min: 1, max: 6 }), inline(true))
    .map(([level, content]): RichTextNode => ({ type: 'heading', attrs: { level }, content }))

  const code = fc
    .tuple(
      fc.option(fc.constantFrom('ts', 'c++', 'objective-c'), { nil: undefined }),
      fc.array(fc.oneof(words, fc.constantFrom('', '  indented', '```', '~~~~', '</code></pre>')), { maxLength: 4 }),
    )
    .map(([language, lines]): RichTextNode => {
      const value = lines.join('\n').replace(/\n+$/, '')
      return {
        type: 'codeBlock',
        ...(language !== undefined && { attrs: { language } }),
        ...(value !== '' && { content: [{ type: 'text', text: value }] }),
      }
    })

  const image = fc
    .record(
      {
        src: fc.constantFrom('/a.png', './a b.png', 'https://example.com/(x).jpg'),
        alt: words,
        title: words,
        // White space as browsers show it.
        caption: words.map((value) => value.trim().replace(/ +/g, ' ')).filter((value) => value !== ''),
      },
      {
        requiredKeys: ['src'],
      },
    )
    .map((attrs): RichTextNode => ({ type: 'image', attrs }))

  const cell = (type: string, align: string | null): fc.Arbitrary<RichTextNode> =>
    inline(true).map((content) => ({
      type,
      ...(align !== null && { attrs: { align } }),
      content: [{ type: 'paragraph', content }],
    }))

  const table = fc
    .array(fc.constantFrom(null, 'left', 'center', 'right'), { minLength: 1, maxLength: 3 })
    .chain((columns) =>
      fc
        .tuple(
          fc.tuple(...columns.map((align) => cell('tableHeader', align))),
          fc.array(fc.tuple(...columns.map((align) => cell('tableCell', align))), { maxLength: 2 }),
        )
        .map(
          ([head, rows]): RichTextNode => ({
            type: 'table',
            content: [head, ...rows].map((content) => ({ type: 'tableRow', content })),
          }),
        ),
    )

  /** A table that GFM does not have: blocks in cells, merged cells, a head at the side. */
  const richTable = (blocks: fc.Arbitrary<RichTextNode[]>): fc.Arbitrary<RichTextNode> =>
    fc
      .array(
        fc.array(
          fc.tuple(fc.constantFrom('tableHeader', 'tableCell'), fc.constantFrom(1, 2), blocks).map(
            ([type, colspan, content]): RichTextNode => ({
              type,
              ...(colspan > 1 && { attrs: { colspan } }),
              content,
            }),
          ),
          { minLength: 1, maxLength: 2 },
        ),
        { minLength: 1, maxLength: 2 },
      )
      .map((rows) => ({ type: 'table', content: rows.map((content) => ({ type: 'tableRow', content })) }))

  const blocksWithin = (depth: number): fc.Arbitrary<RichTextNode[]> => {
    const simple = [
      { weight: 4, arbitrary: paragraph },
      { weight: 1, arbitrary: heading },
      { weight: 1, arbitrary: code },
      { weight: 1, arbitrary: image },
      { weight: 1, arbitrary: table },
      { weight: embeds ? 1 : 0, arbitrary: embed },
      { weight: 1, arbitrary: fc.constant<RichTextNode>({ type: 'horizontalRule' }) },
    ]
    if (depth === 0) return fc.array(fc.oneof(...simple), { minLength: 1, maxLength: 3 })
    const inside = blocksWithin(depth - 1)
    const item = fc
      .tuple(paragraph, fc.option(inside, { nil: [], freq: 2 }))
      .map(([first, rest]): RichTextNode => ({ type: 'listItem', content: [first, ...rest] }))
    const items = fc.array(item, { minLength: 1, maxLength: 3 })
    const list = fc.oneof(
      items.map((content): RichTextNode => ({ type: 'bulletList', content })),
      fc.tuple(fc.constantFrom(undefined, 0, 7), items).map(
        ([start, content]): RichTextNode => ({
          type: 'orderedList',
          ...(start !== undefined && { attrs: { start } }),
          content,
        }),
      ),
    )
    const quote = inside.map((content): RichTextNode => ({ type: 'blockquote', content }))
    return fc.array(
      fc.oneof(
        ...simple,
        { weight: 2, arbitrary: list },
        { weight: 1, arbitrary: quote },
        {
          weight: 1,
          arbitrary: richTable(inside),
        },
      ),
      { minLength: 1, maxLength: 4 },
    )
  }

  return blocksWithin(2).map((content) => ({ type: 'doc', content }))
}

/** Neighbours with the same marks are one text; the others stay. */
function joined(nodes: readonly RichTextNode[]): RichTextNode[] {
  const kept: RichTextNode[] = []
  for (const node of nodes) {
    const last = kept.at(-1)
    if (last?.text !== undefined && node.text !== undefined && alike(last, node)) last.text += node.text
    else kept.push({ ...node })
  }
  return kept
}

function alike(a: RichTextNode, b: RichTextNode): boolean {
  return JSON.stringify(a.marks) === JSON.stringify(b.marks)
}
