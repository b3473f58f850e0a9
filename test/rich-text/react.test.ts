import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { type RichText as Document, toHtml } from '../../src/rich-text/index.ts'
import { fromHtml } from '../../src/rich-text/parse/index.ts'
import { RichText } from '../../src/rich-text/react.ts'
import { documentsOf } from './documents.ts'

afterEach(() => vi.restoreAllMocks())

it('renders what HTML is made of, and React has nothing to say against it', () => {
  const said = vi.spyOn(console, 'error')
  fc.assert(
    fc.property(documentsOf(), (value) => {
      // React tells browsers to load pictures early.
      const html = renderToStaticMarkup(createElement(RichText, { value })).replace(/<link rel="preload"[^>]*>/g, '')
      expect(fromHtml(html)).toEqual({ document: fromHtml(toHtml(value)).document, lost: [] })
    }),
    { numRuns: 100 },
  )
  expect(said).not.toHaveBeenCalled()
})

it('renders own nodes and marks with components, and says what nobody knows', () => {
  const said = vi.spyOn(console, 'error')
  const value: Document<{ callout: { tone: string } }> = {
    type: 'doc',
    content: [
      {
        type: 'callout',
        attrs: { tone: 'note' },
        content: [{ type: 'paragraph', content: [{ type: 'text', text: '<a>', marks: [{ type: 'bold' }] }] }],
      },
      {
        type: 'table',
        content: [{ type: 'tableRow', content: [{ type: 'tableCell', attrs: { colspan: 2, align: 'right' } }] }],
      },
      { type: 'video', content: [] },
    ],
  }
  const left: string[] = []
  const element = createElement(RichText<{ callout: { tone: string } }>, {
    value,
    nodes: { callout: ({ node, children }) => createElement('aside', { className: node.attrs.tone }, children) },
    marks: { bold: ({ children }) => createElement('b', null, children) },
    onLeftOut: ({ what, type }) => left.push(`${what} ${type}`),
  })
  expect(renderToString(element)).toBe(
    '<aside class="note"><p><b>&lt;a&gt;</b></p></aside>' +
      '<table><tbody><tr><td colSpan="2" style="text-align:right"></td></tr></tbody></table>',
  )
  expect(left).toEqual(['node video'])
  expect(said).not.toHaveBeenCalled()
})

it('renders nothing of no text', () => {
  expect(renderToStaticMarkup(createElement(RichText, { value: null }))).toBe('')
})
