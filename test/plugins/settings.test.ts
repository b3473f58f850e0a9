import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { documents, pluginsWithSettings } from '../../scripts/doc-tables/documents.ts'
import type { Messages } from '../../src/config/index.ts'
import type { PluginSpec } from '../../src/config/plugin.ts'
import { insideOf } from '../../src/ground/inside-schema.ts'
import { type Input, inputOf } from '../../src/system/admin/schema-form/input.ts'

const names = pluginsWithSettings()

it('are found', () => {
  expect(names).toContain('core-auth')
})

it.each(names)('each setting of %s is described, in English and in German', async (name) => {
  const plugin: { readonly default: { readonly plugin: PluginSpec } } = await import(`../../plugins/${name}/plugin.ts`)
  const german: { readonly default: Messages } = await import(`../../plugins/${name}/messages/de.ts`)
  const { inputs } = inputOf('settings', insideOf(plugin.default.plugin.settings as never).schema)
  const settings = inputs.flatMap((input) => withInner(input))
  expect(settings.length).toBeGreaterThan(0)
  expect(settings.filter(({ help }) => help === null).map(({ name }) => name)).toEqual([])
  expect(settings.filter(({ help }) => !((help ?? '') in german.default)).map(({ name }) => name)).toEqual([])
  // A sentence, or several: they stand below inputs.
  expect(settings.map(({ help }) => help).filter((help) => !/^[A-Z`].*\.$/.test(help ?? ''))).toEqual([])
})

it('are listed in the documentation as they are (npm run doc-tables)', async () => {
  const made = await documents()
  expect(made.flatMap(({ plugins }) => plugins).toSorted()).toEqual(names)
  for (const { path, text } of made) expect(readFileSync(path, 'utf8'), path).toBe(text)
})

/** A setting and the properties inside of it; lines of a list are described by the list. */
function withInner(input: Input, path = ''): readonly Input[] {
  const name = `${path}${input.name}`
  const inner = ['group', 'rows', 'variant'].includes(input.kind)
    ? [...input.inputs, ...Object.values(input.variants).flat()]
    : []
  return [{ ...input, name }, ...inner.flatMap((one) => withInner(one, `${name}.`))]
}
