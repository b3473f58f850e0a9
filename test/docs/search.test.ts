import { expect, it } from 'vitest'
import { parsePage } from '../../src/docs/doc-page.ts'
import { findPage, parseDocumentation } from '../../src/docs/documentation.ts'
import { printLlmsFull, printLlmsIndex } from '../../src/docs/llms-txt.ts'
import { readDocumentation } from '../../src/docs/read-documentation.ts'
import { createDocSearch } from '../../src/docs/search-docs.ts'

const documentation = readDocumentation('docs')
const search = createDocSearch(documentation)
const first = (query: string) => search(query, 5).map(({ page }) => page)

it.each([
  ['rename a field and keep its values', 'migrations'],
  ['renamedFrom', 'migrations'],
  ['who may read a collection: access rule', 'access'],
  ['cursor pagination of lists', 'api'],
  ['webhook signature', 'webhooks'],
  ['cms deploy rollback', 'deploy'],
  ['register middleware of a plugin', 'plugins'],
  ['magic link', 'magic-links'],
  ['authetication token lifetime', 'authentication'],
])('a search for “%s” finds the page %s', (query, page) => {
  expect(first(query)).toContain(page)
})

it('shows where it was found, without formatting', () => {
  const [hit] = search('backfill opens', 1)
  expect(hit).toMatchObject({ page: 'diagnostics', anchor: expect.stringMatching(/^[\w-]+$/) })
  expect(hit?.excerpt.toLowerCase()).toContain('backfill')
  expect(hit?.excerpt.length).toBeLessThan(260)
})

it.each([
  '',
  '   ',
  '!!!',
  '"',
  '__proto__',
  'constructor',
  '\u0000',
  '語',
  'a'.repeat(100_000),
  'a b '.repeat(50_000),
])('answers a query that asks for nothing (%#)', (query) => {
  expect(search(query, 5).length).toBeLessThanOrEqual(5)
})

it.each(['../package', '../../etc/passwd', 'config.md/../../package.json', '__proto__', 'README', '/etc/passwd', ''])(
  'has no page “%s”',
  (name) => {
    expect(findPage(documentation, name)).toBeNull()
  },
)

it('finds a page with or without its ending', () => {
  expect(findPage(documentation, 'config')?.title).toBe('Writing the config')
  expect(findPage(documentation, 'config.md')?.name).toBe('config')
})

it('reads headings outside of code, with the anchors of GitHub', () => {
  const page = parsePage(
    'x',
    '# A `b` **c**\n\nOne [two](x.md)\nthree.\n\n```sh\n# no heading\n```\n\n## D!\n\n## D!\nend',
  )
  expect(page).toMatchObject({ title: 'A b c', summary: 'One two three.' })
  expect(page.sections.map(({ heading }) => heading.anchor)).toEqual(['a-b-c', 'd', 'd-1'])
})

it('refuses an index that leaves a page out, or names one that is missing', () => {
  const index = '| **G** | |\n| do it | [x](x.md) |\n'
  expect(() => parseDocumentation(new Map([['README', index]]))).toThrow('x.md')
  const files = new Map([
    ['README', index],
    ['x', '# X'],
    ['y', '# Y'],
  ])
  expect(() => parseDocumentation(files)).toThrow('does not name y')
})

it('makes llms.txt with every page under its group, and llms-full.txt with every text', () => {
  const options = {
    title: 'Lintel',
    description: 'A CMS.',
    addressOf: ({ name }: { name: string }) => `/docs/${name}.md`,
  }
  const index = printLlmsIndex(documentation, options)
  expect(index).toMatch(
    /^# Lintel\n\n> A CMS\.\n\n## \w.*\n\n- \[[\s\S]*\n## Design content\n\n- \[Modeling content\]\(\/docs\/modelling\.md\): /,
  )
  const full = printLlmsFull(documentation, options)
  for (const { name, text } of documentation.pages) {
    expect(index).toContain(`(/docs/${name}.md): `)
    expect(full).toContain(text.trim())
  }
})
