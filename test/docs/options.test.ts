import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type * as z from 'zod'
import { collectionShape, configShape, pluginShape, routeShape } from '../../src/compile/check/config-shape.ts'
import { parsePage } from '../../src/docs/doc-page.ts'
import { fieldTypes } from '../../src/fields/index.ts'

/** Words in code in the first cell of the rows of a page, or of one of its sections. */
function listed(path: string, anchor?: string): string[] {
  const page = parsePage(path, readFileSync(path, 'utf8'))
  const text = anchor === undefined ? page.text : page.sections.find(({ heading }) => heading.anchor === anchor)?.text
  const cells = [...(text ?? '').matchAll(/^\| ([^|]+) \|/gm)].map(([, cell = '']) => cell)
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
}

const names = (shape: z.ZodObject) => Object.keys(shape.shape)
const environment = (configShape.shape.environments as z.ZodRecord<z.ZodString, z.ZodObject>).valueType

it.each([
  ['options-of-the-config', names(configShape)],
  ['options-of-an-environment', names(environment)],
  ['options-of-a-collection', names(collectionShape)],
])('docs/config.md lists each of the %s, and no other', (anchor, options) => {
  expect(listed('docs/config.md', anchor).toSorted()).toEqual(options.toSorted())
})

it('docs/config.md lists each option of each type of field', () => {
  const page = readFileSync('docs/config.md', 'utf8')
  const shared = listed('docs/config.md', 'options-of-a-field')
  for (const [kind, { options }] of Object.entries(fieldTypes)) {
    const row = new RegExp(`^\\| \`${kind}(?:\\(target\\))?\` \\|.*$`, 'm').exec(page)?.[0] ?? ''
    const own = [...row.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.split(' '))
    const missing = Object.keys(options).filter((name) => ![...shared, ...own, 'target'].includes(name))
    expect([kind, missing]).toEqual([kind, []])
  }
})

it('docs/plugins.md lists each option of plugins and routes', () => {
  const page = readFileSync('docs/plugins.md', 'utf8')
  const rows = listed('docs/plugins.md')
  expect(names(pluginShape).filter((name) => !rows.includes(name))).toEqual([])
  expect(names(routeShape).filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})

it('docs/client.md names each export of the client that is no type', async () => {
  const page = readFileSync('docs/client.md', 'utf8')
  const exported = Object.keys(await import('../../src/client/index.ts'))
  expect(exported.filter((name) => !page.includes(name))).toEqual([])
})
