import fc from 'fast-check'
import { marked } from 'marked'
import { describe, expect, it } from 'vitest'
import { type DocumentLink, type Embeds, type RichText, toHtml, toMarkdown } from '../../src/rich-text/index.ts'
import { fromHtml, fromMarkdown } from '../../src/rich-text/parse/index.ts'
import { CHARACTERS, documentsOf } from './documents.ts'

/** A site of one's own beside one that is known by its name. */
const EMBEDS: Embeds = [
  'youtube',
  { name: 'own', match: 'https://video.example.com/{id}', frame: 'https://video.example.com/{id}/frame?a=1' },
]

const addressOf = ({ collection, documentId }: DocumentLink) => `/to/${collection}/${documentId}`

const READ = {
  embeds: EMBEDS,
  link: (address: string): DocumentLink | null => {
    const [, collection, documentId] = /^\/to\/(\w+)\/(.+)$/.exec(address) ?? []
    return collection && documentId ? { collection, documentId } : null
  },
}

const RUNS = { numRuns: 300 }

/** Documents that `marked` reads as CommonMark says: it errs on emoji, on signs in titles, on strikethrough within a word. */
const plainer = documentsOf({
  characters: CHARACTERS.filter((character) => !'🙂()2)`'.includes(character)),
  formats: ['bold', 'italic', 'underline', 'code'],
})

describe('a document that goes out and comes back', () => {
  it('is the same by way of HTML', () => {
    fc.assert(
      fc.property(documentsOf(), (document) => {
        expect(fromHtml(toHtml(document))).toEqual({ document, lost: [] })
      }),
      RUNS,
    )
  })

  it('is the same by way of Markdown', () => {
    fc.assert(
      fc.property(documentsOf(), (document) => {
        expect(fromMarkdown(toMarkdown(document))).toEqual({ document, lost: [] })
      }),
      RUNS,
    )
  })

  it('is the same with links to documents and embeds, by way of both', () => {
    fc.assert(
      fc.property(documentsOf({ documentLinks: true, embeds: true }), (document) => {
        const written = { embeds: EMBEDS, link: addressOf }
        expect(fromHtml(toHtml(document, written), READ)).toEqual({ document, lost: [] })
        expect(fromMarkdown(toMarkdown(document, written), READ)).toEqual({ document, lost: [] })
      }),
      RUNS,
    )
  })

  it('is the same where a line would read as the definition of a link', () => {
    const marks = [{ type: 'link' as const, attrs: { href: 'https://example.com' } }, { type: 'code' as const }]
    const text = { type: 'text', text: ']:a', marks }
    const document: RichText = { type: 'doc', content: [{ type: 'paragraph', content: [text] }] }
    expect(fromMarkdown(toMarkdown(document))).toEqual({ document, lost: [] })
  })

  it('is the same when another parser reads the Markdown', () => {
    fc.assert(
      fc.property(plainer, (document) => {
        const html = marked.parse(toMarkdown(document), { async: false })
        expect(withPlainAddresses(fromHtml(html).document)).toEqual(document)
      }),
      { ...RUNS, seed: 1 },
    )
  })
})

/** `marked` writes addresses percent-encoded. */
function withPlainAddresses(document: RichText): unknown {
  return JSON.parse(JSON.stringify(document), (name, value) =>
    name === 'href' || name === 'src' ? decodeURI(value) : value,
  )
}
