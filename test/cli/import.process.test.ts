import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StandIn, startStandIn } from '../cloudflare/stand-in.ts'
import { cms } from './cms.ts'
import { createTransferProject, idOf, line, ring } from './transfer.ts'

let api: StandIn
let project: ReturnType<typeof createTransferProject>
const run = (...args: string[]) => cms(args, { cwd: project.root, env: api.env })
const text = (path: string) => readFileSync(join(project.root, path), 'utf8')
/** Creates an empty database, and returns the options that select it. */
const emptyDatabase = async (name: string) => {
  const persist = ['--persist', `.state/${name}`]
  expect((await run('migrate', 'apply', ...persist)).code).toBe(0)
  return persist
}
/** Selects a database that several tests share, each with its own documents. */
const persist = ['--persist', '.state/shared']
const exported = async (name: string, persist: readonly string[]) => {
  const { code, stderr } = await run('export', '--out', name, ...persist)
  expect(code, stderr).toBe(0)
  return text(name)
}

beforeAll(async () => {
  api = await startStandIn(['db-production'])
  project = createTransferProject()
  project.seal()
  const built = await run('build')
  expect(built.code, built.stderr).toBe(0)
})
afterAll(async () => {
  await api.dispose()
  project.remove()
})

const documentsOf = (ndjson: string) =>
  ndjson
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { collection: string; document: Record<string, unknown> })

describe('cms import', () => {
  it('takes documents that refer to each other in a ring, and an export of them is the same bytes again', async () => {
    const given = ring(230)
    const one = await emptyDatabase('one')
    const { code, stdout, stderr } = await run('import', project.lines('ring.ndjson', given), ...one)
    expect({ code, stdout }, stderr).toEqual({
      code: 0,
      stdout: 'imported: 235 created, 0 replaced, 0 unchanged, 0 skipped\n',
    })
    expect(stderr).toContain('import 100 %')
    const first = await exported('first.ndjson', one)
    const found = new Map(documentsOf(first).map((line) => [line.document.id, line]))
    for (const line of given as ReturnType<typeof documentsOf>) expect(found.get(line.document.id)).toMatchObject(line)

    const two = await emptyDatabase('two')
    // As after an interrupted import: references to later documents are not yet written.
    const bare = first.replace(/"best":"[^"]+"/g, '"best":null').replace(/"related":\[[^\]]*\]/g, '"related":[]')
    writeFileSync(join(project.root, 'bare.ndjson'), bare)
    expect((await run('import', 'bare.ndjson', ...two)).code).toBe(0)
    expect((await run('import', 'first.ndjson', ...two)).code).toBe(0)
    expect(await exported('second.ndjson', two)).toBe(first)
    const again = await run('import', 'first.ndjson', '--json', ...two)
    expect(JSON.parse(again.stdout)).toMatchObject({ ok: true, created: 0, unchanged: 235 })
  })

  it('works on a remote database; when an answer is lost it goes on, and duplicates nothing', async () => {
    const production = ['--env', 'production']
    expect((await run('migrate', 'apply', ...production)).code).toBe(0)
    await api.sql('db-production', `INSERT INTO media (id) VALUES ('${idOf(50)}')`)
    const covered = line('articles', 90, { title: 'Covered', cover: idOf(50) })
    const path = project.lines('remote.ndjson', [covered, ...ring(230)])
    const requests = api.requests.length
    expect((await run('import', path, '--dry-run', ...production)).code).toBe(0)
    expect(api.requests.slice(requests).some(({ body }) => JSON.stringify(body).includes('INSERT'))).toBe(false)

    api.fail({ kind: 'drop', when: 'after', containing: 'INSERT INTO' })
    const lost = await run('import', path, ...production)
    expect([lost.code, lost.stdout]).toEqual([1, ''])
    expect(await api.sql('db-production', 'SELECT count(*) AS n FROM content')).toEqual([[{ n: 200 }]])
    const { code, stderr } = await run('import', path, ...production)
    expect(code, stderr).toBe(0)
    const lines = documentsOf((await run('export', ...production)).stdout)
    const found = new Map(lines.map((line) => [line.document.id, line]))
    expect(lines).toHaveLength(236)
    for (const line of [covered, ...ring(230)] as typeof lines) {
      expect(found.get(line.document.id)).toMatchObject(line)
    }
  })

  it('says what is wrong with which line, and writes nothing', async () => {
    await emptyDatabase('shared')
    const path = project.lines('wrong.ndjson', [
      line('people', 1, { name: 'Fine' }),
      'not json',
      '',
      line('peopel', 2, { name: 'x' }),
      line('people', 3, { nmae: 'x' }),
      line('people', 1, { name: 'Again' }),
      line('people', 4, { name: 'A', email: 'same@x.com' }),
      line('people', 5, { name: 'B', email: 'same@x.com' }),
      line('articles', 6, { title: 'Lost', tags: [idOf(99)], author: idOf(1), status: 'gone' }),
      line('articles', 7, { title: 'Lost', tags: [idOf(99)], author: idOf(1) }),
      line('articles', 8, { title: 'Planned', status: 'scheduled' }),
      line('tags', 9, { name: 'Never a draft', status: 'draft' }),
      { collection: 'people', document: { id: 'x', name: 'x' } },
      { collection: 'people' },
      line('people', 10, { name: 'x', best: idOf(7), version: 0, createdAt: 'yesterday' }),
      line('articles', 16, { title: 'Planned', status: 'draft', scheduledAt: '2020-01-01T00:00:00Z' }),
      line('articles', 17, { title: 'Planned', scheduledAt: '2999-01-01T00:00:00Z', status: 'published' }),
      line('articles', 18, { title: 'Quoting', parts: [{ type: 'quote', text: 'x', source: idOf(98) }] }),
      JSON.stringify(line('people', 19, { name: 'x', proto: {} })).replace('"proto"', '"__proto__"'),
    ])
    const { code, stdout, stderr } = await run('import', path, ...persist)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    const problems = stderr.split('\n').filter((line) => line.startsWith('wrong.ndjson:'))
    expect(problems).toEqual([
      'wrong.ndjson:2 This is not JSON.',
      'wrong.ndjson:4 There is no collection peopel. Did you mean people?',
      'wrong.ndjson:5 nmae: There is no such field. Did you mean name?',
      'wrong.ndjson:5 name: A value is required.',
      expect.stringContaining('wrong.ndjson:9 status: '),
      'wrong.ndjson:11 status: A scheduled document needs a scheduledAt.',
      'wrong.ndjson:12 status: This collection has no drafts.',
      'wrong.ndjson:13 id: A UUID of version 7 in lower case is required.',
      'wrong.ndjson:14 A line must be {"collection": name, "document": {…}}.',
      expect.stringContaining('wrong.ndjson:15 createdAt: '),
      expect.stringContaining('wrong.ndjson:15 version: '),
      'wrong.ndjson:16 status: A draft has no scheduledAt.',
      'wrong.ndjson:17 status: The scheduledAt of a published document is in the past.',
      'wrong.ndjson:19 __proto__: There is no such field.',
      'wrong.ndjson:6 id: Line 1 has a document with this id too.',
      'wrong.ndjson:8 email: Line 7 has this value too.',
      `wrong.ndjson:18 parts.0.source: There is no people with the id ${idOf(98)}.`,
      `wrong.ndjson:10 tags.0: There is no tags with the id ${idOf(99)}.`,
    ])
    expect(stderr).toContain('18 problems; nothing was written.')
    expect(await exported('nothing.ndjson', persist)).toBe('')
  })

  it('documents that are there already and differ: fail, skip, replace', async () => {
    const people = (name: string) => [
      line('people', 1, { name, email: 'one@x.com' }),
      line('people', 2, { name: 'Two' }),
    ]
    await run('import', project.lines('a.ndjson', people('Before').slice(0, 1)), ...persist)
    const path = project.lines('b.ndjson', people('After'))
    const failed = await run('import', path, '--json', ...persist)
    expect(failed.code).toBe(1)
    expect(JSON.parse(failed.stdout)).toEqual({
      ok: false,
      problems: [
        { file: 'b.ndjson', line: 1, path: 'id', message: 'The database already has this document, and it differs.' },
      ],
      total: 1,
    })
    expect((await run('import', path, '--on-conflict', 'skip', ...persist)).stdout).toBe(
      'imported: 1 created, 0 replaced, 0 unchanged, 1 skipped\n',
    )
    expect((await run('import', path, '--on-conflict', 'replace', ...persist)).stdout).toBe(
      'imported: 0 created, 1 replaced, 1 unchanged, 0 skipped\n',
    )
    const replaced = documentsOf(await exported('replaced.ndjson', persist))
    expect(replaced.map(({ document }) => document.name)).toEqual(['After', 'Two'])

    const taken = line('people', 3, { name: 'Three', email: 'one@x.com' })
    const refused = project.lines('taken.ndjson', [taken, line('tags', 1, { name: 'A tag' })])
    const { stderr } = await run('import', refused, '--on-conflict', 'replace', ...persist)
    expect(stderr).toContain(`taken.ndjson:1 email: Document ${idOf(1)} has this value.`)
    expect(stderr).toContain('taken.ndjson:2 id: people has a document with this id.')
  })

  it('takes a folder of files, and fills in what is left out', async () => {
    project.write('folder/a.ndjson', `${JSON.stringify(line('people', 501, { name: 'One', best: idOf(505) }))}\n`)
    project.write('folder/b.ndjson', `${JSON.stringify(line('articles', 505, { title: 'Best' }))}\n`)
    project.write('folder/0-empty.ndjson', '')
    project.write('folder/notes.txt', 'not an export\n')
    expect((await run('import', 'folder', ...persist)).code).toBe(0)
    const lines = documentsOf(await exported('folder.ndjson', persist))
    const [person, article] = [501, 505].map((n) => lines.find(({ document }) => document.id === idOf(n)))
    expect(person?.document).toMatchObject({ best: idOf(505), status: 'published', version: 1 })
    expect(article?.document).toMatchObject({
      status: 'draft',
      kind: 'news',
      views: 0,
      tags: [],
      createdAt: '2026-01-01T00:00:00.505Z',
      publishedAt: null,
    })
  })

  it.each([
    [['import'], 2, 'needs a file'],
    [['import', 'nowhere.ndjson'], 2, 'does not exist'],
    [['import', 'collections'], 2, 'contains no .ndjson file'],
    [['import', 'own.ndjson', '--on-conflict', 'merge'], 2, 'fail, skip or replace'],
    [['import', 'own.ndjson', '--env', 'producton'], 2, 'no environment producton'],
    [['import', 'own.ndjson', '--persist', '.state/fresh'], 3, 'is not applied to this database yet'],
  ])('%j ends with %i', async (args, code, message) => {
    project.lines('own.ndjson', [line('tags', 1, { name: 'One' })])
    const result = await run(...args)
    expect({ code: result.code, stdout: result.stdout }).toEqual({ code, stdout: '' })
    expect(result.stderr).toContain(message)
  })

  it("refuses another's database", async () => {
    const config = text('cms.config.ts')
    project.write('cms.config.ts', config.replace("name: 'site'", "name: 'other'"))
    project.lines('one.ndjson', [line('people', 1, { name: 'One' })])
    const imported = await run('import', 'one.ndjson', ...persist)
    const out = await run('export', ...persist)
    project.write('cms.config.ts', config)
    expect([imported.code, out.code]).toEqual([7, 7])
    expect(imported.stderr).toContain('belongs to site (development)')
  })
})
