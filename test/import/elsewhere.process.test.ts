import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ImportProject, startImportProject } from './import-project.ts'

let site: ImportProject

beforeAll(async () => {
  site = await startImportProject()
})
afterEach(() => site?.clear())
afterAll(() => site?.dispose())

const mapped = (path: string, mapping: string, ...args: string[]) =>
  site.run(path, '--mapping', site.path(mapping), ...args)
const done = async (path: string, mapping: string, ...args: string[]) => {
  const { code, stdout, stderr } = await mapped(path, mapping, '--json', ...args)
  expect(code, stdout + stderr).toBe(0)
  return JSON.parse(stdout)
}
const plan = async (path: string, mapping: string) => {
  const planned = await site.run(path, '--plan', '--out', site.path(mapping))
  expect(planned.code, planned.stderr).toBe(0)
  return planned.stdout
}
const sum = (report: { kinds: Record<string, Record<string, number>> }, what: string) =>
  Object.values(report.kinds).reduce((total, counts) => total + (counts[what] ?? 0), 0)

/** Types of the nodes of a rich text, and the pictures among them. */
function nodesOf(text: unknown): { types: Set<string>; pictures: { src: string; mediaId?: string }[] } {
  const types = new Set<string>()
  const pictures: { src: string; mediaId?: string }[] = []
  const visit = (node: { type: string; attrs?: never; content?: never[] }): void => {
    types.add(node.type)
    if (node.type === 'image') pictures.push(node.attrs ?? { src: '' })
    for (const child of node.content ?? []) visit(child)
  }
  visit(text as never)
  return { types, pictures }
}

describe('exports of other systems', () => {
  it('WordPress: what the plan guesses is imported with its files, and again changes nothing', async () => {
    site.copy('wordpress/magazine.xml', 'export.xml')
    site.copy('wordpress/uploads', 'uploads')
    const told = await plan('export.xml', 'wordpress.yaml')
    expect(told).toContain('is a WordPress export (wordpress)')
    expect(told).toContain("cms new collection venues --fields 'name:string! slug:slug(name)")
    site.edit(
      'wordpress.yaml',
      ['folder: null', 'folder: uploads'],
      ['title: title', 'title: { from: title, default: Untitled }'],
    )

    const dry = await done('export.xml', 'wordpress.yaml', '--dry-run')
    expect([dry.written, dry.files.waiting, (await site.list('posts')).length]).toEqual([false, 4, 0])
    const first = await done('export.xml', 'wordpress.yaml')
    expect(first).toMatchObject({
      written: true,
      files: { uploaded: 4, missing: [] },
      kinds: { post: { records: 10, created: 9 } },
    })
    expect(first.leftOut.first).toEqual([
      expect.objectContaining({ kind: 'post', message: 'the mapping skips records with its status' }),
    ])

    const posts = await site.list('posts')
    const harbor = posts.find(({ slug }) => slug === 'the-harbor-at-five-in-the-morning')
    expect(harbor).toMatchObject({
      status: 'published',
      publishedAt: '2026-05-04T03:12:00.000Z',
      author: { name: 'Ada Lindqvist' },
      categories: [{ name: 'Craft' }, { name: 'Harbors & piers' }],
      cover: { alt: 'A sailing boat & a barge at sunrise' },
    })
    const { types, pictures } = nodesOf(harbor?.body)
    expect([...types]).toEqual(expect.arrayContaining(['heading', 'bulletList', 'codeBlock', 'table', 'image']))
    expect(pictures.every(({ src, mediaId }) => src.startsWith('/media/') && mediaId !== undefined)).toBe(true)
    expect((await site.fetch(pictures[0]?.src ?? '')).status).toBe(200)
    expect(posts.find(({ slug }) => slug === 'spring-issue')).toMatchObject({ status: 'scheduled' })
    expect((await site.list('categories')).filter(({ parent }) => parent !== null)).toHaveLength(1)

    const again = await done('export.xml', 'wordpress.yaml')
    expect([sum(again, 'unchanged'), sum(again, 'created'), again.files.uploaded]).toEqual([
      sum(first, 'created'),
      0,
      0,
    ])
  })

  it.each([
    ['payload', 'payload', 'payload.yaml'],
    ['strapi', 'strapi/export.tar.gz', 'strapi.yaml'],
  ])('%s: documents, references and files arrive', async (_, fixture, mapping) => {
    site.copy(fixture, fixture)
    await plan(fixture, mapping)
    const report = await done(fixture, mapping, '--on-problem', 'skip')
    expect(report.files).toMatchObject({ missing: [] })
    expect(report.files.uploaded).toBeGreaterThan(0)
    const posts = await site.list('posts')
    const harbor = posts.find(({ title }) => title === 'The harbor at five in the morning')
    expect(harbor).toMatchObject({
      status: 'published',
      author: { name: 'Ada Lindqvist' },
      cover: { url: expect.any(String) },
    })
    expect(posts.filter(({ status }) => status === 'draft').length).toBeGreaterThan(0)
    const again = await done(fixture, mapping, '--on-problem', 'skip')
    expect([sum(again, 'created'), again.files.uploaded]).toEqual([0, 0])
  })

  it('Markdown: pictures beside the pages, and dates of the front matter', async () => {
    site.copy('wordpress/uploads/2026/05/harbor.jpg', 'content/posts/harbor.jpg')
    site.write(
      'content/posts/2024-05-01-first.md',
      '---\ntitle: First\ndate: 2024-05-01\ncover: harbor.jpg\n---\n\n# Hello\n\n![The harbor](harbor.jpg)\n\n- one\n- two\n',
    )
    site.write('content/posts/second.md', '---\ntitle: Second\ndraft: true\n---\n\nNot yet.\n')
    await plan('content', 'markdown.yaml')
    const report = await done('content', 'markdown.yaml')
    expect(report).toMatchObject({ files: { uploaded: 1 } })
    const [first, second] = await site.list('posts')
    expect(first).toMatchObject({
      title: 'First',
      slug: 'first',
      status: 'published',
      createdAt: '2024-05-01T00:00:00.000Z',
      cover: { url: expect.any(String) },
    })
    expect(nodesOf(first?.body).pictures).toMatchObject([{ mediaId: expect.any(String), alt: 'The harbor' }])
    expect(second).toMatchObject({ status: 'draft' })
  })

  it('tables: references by name, numbered slugs, and records that are left out', async () => {
    site.write('tables/authors.csv', 'id,name\n1,Ada\n2,Jörg\n')
    site.write(
      'tables/posts.csv',
      `id,title,writer,rating,date\na,Same title,ada,4.5,2024-01-02\nb,Same title,Jörg,,2024-01-03\nc,${'long '.repeat(30)},Ada,high,\n`,
    )
    await plan('tables', 'tables.yaml')
    const guess = site.text('tables.yaml')
    expect(guess).toContain('title: title')
    site.edit('tables.yaml', [
      '      title: title',
      '      author: { from: writer, refers: authors, by: name }\n      title: title',
    ])
    const refused = await mapped('tables', 'tables.yaml')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('posts.csv:4 posts “c”, title: At most 100 characters. It comes from tables.yaml:')
    expect(await site.list('posts')).toEqual([])
    const report = await done('tables', 'tables.yaml', '--on-problem', 'skip')
    expect(report.leftOut).toMatchObject({ total: 1, first: [{ key: 'c', place: 'posts.csv:4' }] })
    const [first, second] = await site.list('posts')
    expect([first, second]).toMatchObject([{ author: { name: 'Ada' } }, { author: { name: 'Jörg' } }])
    expect([first?.slug, second?.slug].sort()).toEqual(['same-title', 'same-title-2'])
  })

  it('goes on where it was interrupted: what is there is neither uploaded nor written again', async () => {
    site.copy('payload', 'again')
    await plan('again', 'again.yaml')
    const first = await done('again', 'again.yaml', '--on-problem', 'skip')
    // As a run leaves it that ended in the middle of a line, with some documents still to come.
    const [whole = '', ...others] = site.text('again.files.ndjson').trim().split('\n')
    site.write('again.files.ndjson', [...others, whole.slice(0, 20)].join('\n'))
    await site.clear()
    const second = await done('again', 'again.yaml', '--on-problem', 'skip')
    expect(second.files).toMatchObject({ uploaded: 1, known: first.files.uploaded - 1 })
    expect(sum(second, 'created')).toBe(sum(first, 'created'))
  })
})

describe('a mapping', () => {
  it('tells each mistake with its line, and how to mend it', async () => {
    site.write('one.csv', 'id,title\n1,One\n')
    const mapping = (...lines: string[]) =>
      site.write(
        'wrong.yaml',
        ['version: 1', 'source: { format: csv }', 'time: 2026-01-01T00:00:00Z', ...lines, ''].join('\n'),
      )
    const mistakes = async () => (await mapped('one.csv', 'wrong.yaml')).stderr

    mapping('kinds:', '  one:', '    colection: posts', '    fields: { title: { frm: title } }', 'file: {}')
    expect(await mistakes()).toContain(
      'wrong.yaml:6 kinds.one.colection: There is no such setting. Did you mean collection?',
    )
    expect(await mistakes()).toContain('wrong.yaml:8 file: There is no such setting. Did you mean files?')
    mapping('kinds:', '  two: skip', '  one:', '    collection: post', '    fields: { title: title }')
    expect(await mistakes()).toContain(
      'wrong.yaml:7 kinds.one.collection: There is no collection post. Did you mean posts?',
    )
    expect(await mistakes()).toContain('wrong.yaml:5 kinds.two: The export has no kind two. Choose from: one.')
    mapping('kinds:', '  one:', '    collection: posts', '    fields:', '      titel: title', '      author: title')
    expect(await mistakes()).toContain(
      'wrong.yaml:8 kinds.one.fields.titel: posts has no field titel. Did you mean title?',
    )
    expect(await mistakes()).toContain(
      'wrong.yaml:9 kinds.one.fields.author: author refers to authors, but the mapping does not say',
    )
    expect(await mistakes()).toContain(
      'wrong.yaml:7 kinds.one.fields: posts.title is required, but the mapping gives it no value.',
    )
    mapping('kinds:', '  one:', '    collection: posts', '    fields:', '      title: titel')
    expect(await mistakes()).toContain(
      'wrong.yaml:8 kinds.one.fields.title.from: No record of one has a value titel. Did you mean title?',
    )
    mapping('kinds: [')
    expect(await mistakes()).toMatch(/wrong\.yaml:\d+ This is not YAML/)
  })

  it('is never written over, and an export without one says how to make it', async () => {
    site.write('one.csv', 'id,title\n1,One\n')
    site.write('kept.yaml', 'kept\n')
    const refused = await site.run('one.csv', '--plan', '--out', site.path('kept.yaml'))
    expect([refused.code, site.text('kept.yaml')]).toEqual([2, 'kept\n'])
    expect(refused.stderr).toContain('--force')
    const without = await site.run('one.csv')
    expect(without.code).toBe(2)
    expect(without.stderr).toContain('--plan` writes one')
  })
})
