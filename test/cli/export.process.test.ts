import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cms } from './cms.ts'
import { changeLocal } from './local-database.ts'
import { createTransferProject, idOf, line, ring } from './transfer.ts'

let project: ReturnType<typeof createTransferProject>
const run = (...args: string[]) => cms(args, { cwd: project.root })

beforeAll(async () => {
  project = createTransferProject()
  project.seal()
  await run('build')
  await run('migrate', 'apply')
  const people = Array.from({ length: 210 }, (_, index) => line('people', 1000 + index, { name: `Person ${index}` }))
  const { code, stderr } = await run('import', project.lines('given.ndjson', [...ring(5), ...people]))
  expect(code, stderr).toBe(0)
})
afterAll(() => project.remove())

describe('cms export', () => {
  it('writes every document to standard output, by collection and id, hidden fields included', async () => {
    const { code, stdout, stderr } = await run('export')
    expect(code).toBe(0)
    expect(stderr).toContain('exported 220 documents')
    const lines = stdout
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text))
    const ids = (name: string) =>
      lines.filter(({ collection }) => collection === name).map(({ document }) => document.id)
    expect([ids('people').length, ids('articles').length, ids('tags').length]).toEqual([212, 6, 2])
    for (const name of ['people', 'articles', 'tags']) expect(ids(name)).toEqual([...ids(name)].sort())
    const { document } = lines.find(({ document }) => document.id === idOf(101))
    expect(document).toMatchObject({ secret: 'hidden', tags: [idOf(11), idOf(10)], version: 2, createdBy: 'user-1' })
    // Its time has passed, but it has not been published yet.
    expect(lines.find(({ document }) => document.id === idOf(99)).document).toMatchObject({
      status: 'scheduled',
      scheduledAt: '2020-01-01T00:00:00.000Z',
      publishedAt: null,
    })
  })

  it('writes a file, or a folder of them, once they are whole', async () => {
    const { code, stdout } = await run('export', '--collection', 'tags, people', '--out', 'out/', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ exported: { people: 212, tags: 2 }, total: 214, pendingChanges: 0 })
    expect(readdirSync(join(project.root, 'out')).sort()).toEqual(['people.ndjson', 'tags.ndjson'])
    const { stdout: all } = await run('export', '--collection', 'tags', '--out', 'tags.ndjson')
    expect(all).toBe('')
    expect(readFileSync(join(project.root, 'tags.ndjson'), 'utf8')).toBe(
      readFileSync(join(project.root, 'out/tags.ndjson'), 'utf8'),
    )
    expect(existsSync(join(project.root, 'tags.ndjson.partial'))).toBe(false)
  })

  it('says of how many documents pending changes are left out', async () => {
    changeLocal(
      project,
      `INSERT INTO content_drafts (document_id, collection_id, data, version, revision, created_at, updated_at)
       SELECT id, collection_id, '{"summary":"Pending"}', 1, 1, 0, 0 FROM content WHERE collection_id = 'articles' LIMIT 1`,
    )
    const { stdout, stderr } = await run('export', '--collection', 'articles')
    expect(stdout).not.toContain('Pending')
    expect(stderr).toContain('1 document has pending changes, which are not exported. cms backup includes them.')
    const { stdout: report } = await run('export', '--out', 'all.ndjson', '--json')
    expect(JSON.parse(report)).toMatchObject({ total: 220, pendingChanges: 1 })
  })

  it.each([
    [['--collection', 'tgas'], 2, 'Did you mean tags?'],
    [['--json'], 2, '--json needs --out'],
    [['--env', 'preview'], 2, 'no environment preview'],
    [['--persist', '.state/fresh'], 3, 'is not applied to this database yet'],
  ])('%j ends with %i', async (args, code, message) => {
    const result = await run('export', ...args)
    expect(result.code).toBe(code)
    expect(result.stdout + result.stderr).toContain(message)
  })
})
