import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterEach, describe, expect, it } from 'vitest'
import { compile } from '../../src/compile/index.ts'
import { type Fields, field } from '../../src/config/index.ts'
import { makeProject, type TestProject } from './project.ts'
import { linesOf, reviewOfFields } from './review/review-of.ts'

let project: TestProject | undefined
afterEach(() => {
  project?.dispose()
  project = undefined
})

const CALLOUT = `nodes: {
  callout: {
    label: 'Box',
    content: 'blocks',
    fields: {
      tone: field.select({ options: ['note', 'warning'], required: true, default: 'note' }),
      places: field.list({ of: field.group({ fields: { name: field.string({ required: true }) } }) }),
    },
  },
  mention: { inline: true, fields: { person: field.string({ required: true }) } },
  pageBreak: {},
}`

async function compiled(options: string, more = '') {
  project = makeProject({
    'collections/posts.ts': `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  ${more}
  fields: { title: field.string(), body: field.richText({ ${options} }) },
})
`,
  })
  const compilation = await compile({ root: project.root })
  const mistakes = compilation.diagnostics.map(({ code, message, line }) => `${line} ${code}: ${message}`)
  return { compilation, mistakes }
}

describe('nodes of a rich text', () => {
  it('are in the lock, each with its fields, and without what people read', async () => {
    const { compilation, mistakes } = await compiled(CALLOUT)
    expect(mistakes).toEqual([])
    const { fields } = JSON.parse(compilation.outputs.get('cms.lock.json') ?? '').collections.posts
    expect(fields['body.nodes.callout']).toEqual({ type: 'node', content: 'blocks' })
    expect(fields['body.nodes.callout.fields.tone']).toMatchObject({ type: 'select', default: 'note' })
    expect(fields['body.nodes.mention']).toEqual({ type: 'node', inline: true })
    expect(fields['body.nodes.pageBreak']).toEqual({ type: 'node' })
  })

  it('are types, with the values that their fields have', async () => {
    const { compilation } = await compiled(CALLOUT)
    const types = compilation.outputs.get('.cms/types.d.ts')
    expect(types).toContain(
      'body: RichText<{ callout: { tone: "note" | "warning"; places?: Array<{ name: string }> | null }; ' +
        'mention: { person: string }; pageBreak: {} }> | null',
    )
  })

  it('are in the OpenAPI document, as they are taken and answered', async () => {
    const { compilation } = await compiled(CALLOUT)
    const document = JSON.parse(compilation.reference().get('.cms/openapi.json') ?? '')
    expect((await new Validator().validate(structuredClone(document))).errors ?? []).toEqual([])
    const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, date: true, uuid: true } })
    ajv.addSchema(document, 'api.json')
    const takes = ajv.compile({ $ref: 'api.json#/components/schemas/posts.input/properties/body' })
    const box = (attrs: object) => ({ type: 'doc', content: [{ type: 'callout', attrs, content: [] }] })
    expect(takes(box({ tone: 'note', places: [{ name: 'a' }] }))).toBe(true)
    expect(takes(box({ tone: 'loud' }))).toBe(false)
    expect(takes(box({ tone: 'note', color: 'red' }))).toBe(false)
    expect(takes({ type: 'doc', content: [{ type: 'unknown' }] })).toBe(false)
    const shows = ajv.compile({ $ref: 'api.json#/components/schemas/posts/properties/body' })
    expect(shows(box({ tone: 'note', places: null }))).toBe(true)
    expect(shows(box({}))).toBe(false)
  })

  it.each([
    ['paragraph: {}', "Rich text already has nodes of the type 'paragraph'"],
    ["'call-out': {}", "A node cannot be named 'call-out'"],
    ["a: { content: 'rows' }", "content'"],
    ["a: { inline: true, content: 'blocks' }", "The node 'a' of the field 'body' of 'posts' is inline"],
    ['a: { fields: { b: 1 as never } }', "'nodes.a.fields.b' of the field 'body' of 'posts' is not a field."],
    ['a: { fields: {} }', "'nodes.a.fields' of the field 'body' of 'posts' needs at least one field."],
    ["a: { fields: { b: field.string({ renamedFrom: 'c' }) } }", 'migrations change nothing inside rich text'],
    ["a: { fields: { b: field.list({ of: field.string({ max: 'x' as never }) }) } }", "'max'"],
    ['a: { colour: 1 }', 'colour'],
  ])('are refused where they are declared wrong: %s', async (nodes, said) => {
    const { mistakes } = await compiled(`nodes: { ${nodes} }`)
    expect(mistakes).toEqual([expect.stringContaining(said)])
    expect(mistakes[0]).toMatch(/^6 /)
  })

  const reviewed = (before: Fields, after: Fields) => linesOf(reviewOfFields(before, after).api)
  const title = field.string({ required: true })
  const body = (tone: readonly string[], more: object = {}) => ({
    title,
    body: field.richText({ nodes: { callout: { fields: { tone: field.select({ options: tone }) }, ...more } } }),
  })

  it('are part of the API that a review compares', () => {
    expect(reviewed({ title, body: field.richText() }, body(['note']))).toEqual([
      'safe: orders.body.callout (node) is new',
    ])
    expect(reviewed(body(['note']), { title, body: field.richText() })).toEqual([
      'breaking: orders.body.callout is removed',
    ])
    expect(reviewed(body(['note', 'warning']), body(['note']))).toEqual([
      expect.stringMatching(/^breaking: orders\.body\.callout\.tone /),
    ])
    expect(reviewed(body(['note']), body(['note'], { label: 'Box' }))).toEqual([])
    expect(reviewed(body(['note']), body(['note'], { content: 'inline' }))).toEqual([
      expect.stringContaining('orders.body.callout'),
    ])
  })
})
