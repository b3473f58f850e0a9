import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile } from '../../src/compile/index.ts'
import { createProject, type Project } from '../cli/cms.ts'
import { sharedService } from '../runtime/fixture.ts'
import { editing } from './admin/content-page.ts'

const service = sharedService()
const { open } = editing(service)

describe('labels by language', () => {
  const form = async (language: string) =>
    (await open('/admin/content/new?collection=articles', 'editor', { 'accept-language': language })).text

  it('are those of the reader, also inside groups and for choices', async () => {
    const german = await form('de-AT')
    expect(german).toContain('Eine Rezension')
    expect(german).toContain('Titel für Suchmaschinen')
    const english = await form('en')
    expect(english).toContain('A review')
    expect(english).not.toContain('Titel für')
  })

  it('are those of the first language for readers of any other', async () => {
    expect(await form('fr')).toContain('A review')
  })

  it('name the collection and the columns of its list', async () => {
    const list = await open('/admin/content?collection=topics', 'editor', { 'accept-language': 'de' })
    expect(list.text).toMatch(/<h1[^>]*>Themen</)
    expect(list.text).toContain('Bezeichnung')
  })
})

describe('a label by language in a collection', () => {
  let project: Project
  beforeAll(() => {
    project = createProject()
  })
  afterAll(() => project.remove())

  const posts = (label: string) => `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  label: ${label},
  fields: { title: field.string({ label: ${label} }) },
})
`
  const diagnosed = async (label: string) => {
    project.write('collections/posts.ts', posts(label))
    const { diagnostics } = await compile({ root: project.root })
    return diagnostics.map(({ code, line, message }) => `${line} ${code}: ${message}`)
  }

  it('is taken', async () => {
    expect(await diagnosed("{ en: 'Posts', 'pt-BR': 'Artigos' }")).toEqual([])
  })

  it.for([
    ['nothing', '{}'],
    ['no language', "{ English: 'Posts' }"],
    ['an empty text', "{ en: '' }"],
    ['a number', '7'],
  ])('is refused with %s', async ([, label]) => {
    const said = await diagnosed(label ?? '')
    expect(said.map((line) => line.split(' ')[0])).toEqual(['5', '6'])
    expect(said).toMatchSnapshot()
  })
})
