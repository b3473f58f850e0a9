import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ownEntries } from '../../src/compile/load/own-entries.ts'

it('is reached by four doors of the package', async () => {
  const doors = Object.entries(ownEntries()).filter(([name]) => name.startsWith('lintel/rich-text'))
  expect(doors.map(([name]) => name.replace('lintel/rich-text', ''))).toEqual([
    '',
    '/parse',
    '/react',
    '/RichText.astro',
  ])
  for (const [name, path] of doors) expect([name, existsSync(path)]).toEqual([name, true])
  expect(Object.keys(await import('lintel/rich-text'))).toEqual(
    expect.arrayContaining(['toHtml', 'toMarkdown', 'toText', 'fromPlainText', 'escapeHtml']),
  )
  expect(Object.keys(await import('lintel/rich-text/parse'))).toEqual(['fromHtml', 'fromMarkdown'])
  expect(Object.keys(await import('lintel/rich-text/react'))).toEqual(['RichText'])
})
