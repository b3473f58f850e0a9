import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))

it('is reached by four doors of the package', async () => {
  const doors = Object.keys(exports).filter((door) => door.startsWith('./rich-text'))
  expect(doors).toEqual(['./rich-text', './rich-text/parse', './rich-text/react', './rich-text/RichText.astro'])
  for (const door of doors) expect([door, existsSync(exports[door])]).toEqual([door, true])
  expect(Object.keys(await import('lintel/rich-text'))).toEqual(
    expect.arrayContaining(['toHtml', 'toMarkdown', 'toText', 'fromPlainText', 'escapeHtml']),
  )
  expect(Object.keys(await import('lintel/rich-text/parse'))).toEqual(['fromHtml', 'fromMarkdown'])
  expect(Object.keys(await import('lintel/rich-text/react'))).toEqual(['RichText'])
})
