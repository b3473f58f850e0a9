import { describe, expect, it } from 'vitest'
import { type RichText, toMarkdown, toText } from '../../src/rich-text/index.ts'
import { fromMarkdown } from '../../src/rich-text/parse/index.ts'

const { document } = fromMarkdown(
  '# A *b*\n\nc  \nd\n\n- e\n- f\n\n  g\n\n| h | i |\n| - | - |\n| j | k |\n\n```\nl\n  m\n```\n',
)

describe('a rich text as plain text', () => {
  it('is its words, a line for an item or a row', () => {
    expect(toText(document)).toBe('A b\n\nc\nd\n\ne\nf\ng\n\nh\ti\nj\tk\n\nl\n  m')
  })

  it('has the words that own nodes give', () => {
    const own: RichText<{ video: { title: string } }> = {
      type: 'doc',
      content: [{ type: 'video', attrs: { title: 'A film' } }, ...document.content.slice(0, 1)],
    }
    expect(toText(own, { nodes: { video: ({ node }) => node.attrs.title } })).toBe('A film\n\nA b')
    expect(toText(own)).toBe('A b')
    expect(toText(null)).toBe('')
  })
})

describe('a rich text as Markdown', () => {
  it('is easy to read where nothing stands in the way', () => {
    expect(toMarkdown(document)).toBe(
      '# A *b*\n\nc\\\nd\n\n- e\n\n- f\n\n  g\n\n| h | i |\n| --- | --- |\n| j | k |\n\n```\nl\n  m\n```\n',
    )
  })

  it('takes renderers of own nodes, and says what nobody knows', () => {
    const left: string[] = []
    const own: RichText = {
      type: 'doc',
      content: [
        { type: 'callout', attrs: { tone: 'note' }, content: document.content.slice(0, 1) },
        { type: 'video' },
        { type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'underline' }] }] },
      ],
    }
    const markdown = toMarkdown(own, {
      nodes: { callout: ({ node, children }) => `:::${node.attrs?.tone}\n${children}\n:::` },
      marks: { underline: ({ children }) => `==${children}==` },
      onLeftOut: ({ what, type }) => left.push(`${what} ${type}`),
    })
    expect(markdown).toBe(':::note\n# A *b*\n:::\n\n==x==\n')
    expect(left).toEqual(['node video'])
    expect(toMarkdown(undefined)).toBe('')
  })
})
