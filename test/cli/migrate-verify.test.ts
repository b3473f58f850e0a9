import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cms, collection, createProject, type Project } from './cms.ts'

let project: Project

beforeAll(async () => {
  project = createProject()
  await cms(['build'], { cwd: project.root })
  project.seal()
  project.write(
    'collections/posts.ts',
    collection('posts', 'title: field.string({ required: true }), lead: field.text()'),
  )
  await cms(['build'], { cwd: project.root })
})
afterAll(() => project.remove())

const MIGRATION = 'migrations/0002_add_posts_lead.sql'
const read = () => readFileSync(join(project.root, MIGRATION), 'utf8')

test('a chain that loses nothing passes, on D1 too', async () => {
  const { code, stdout } = await cms(['migrate', 'verify', '--json'], { cwd: project.root })
  expect(JSON.parse(stdout)).toEqual({ ok: true, migrations: 2, rows: expect.any(Number), failures: [] })
  expect(JSON.parse(stdout).rows).toBeGreaterThan(5)
  expect(code).toBe(0)
})

test('a step that loses what it does not name is named with its line, its table and the rows', async () => {
  const honest = read()
  project.seal()
  project.write(MIGRATION, honest.replace(/(ADD COLUMN.*;)/, `$1\nDELETE FROM "posts" WHERE "id" LIKE '%-2';`))
  const { code, stdout, stderr } = await cms(['migrate', 'verify'], { cwd: project.root })
  project.write(MIGRATION, honest)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(
    'error 0002_add_posts_lead.sql, step "add field posts.lead": rows of posts are gone (sample rows posts-1-2)',
  )
  expect(stderr).toMatch(/migrations\/0002_add_posts_lead\.sql:8, from collections\/posts\.ts:\d+/)
})

test('a statement that D1 refuses is named, though Node takes it', async () => {
  const honest = read()
  project.seal()
  project.write(MIGRATION, `${honest}\n-- safe: note the version\nPRAGMA user_version = 2;\n`)
  const { code, stdout } = await cms(['migrate', 'verify', '--json'], { cwd: project.root })
  project.write(MIGRATION, honest)
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    ok: false,
    failures: [{ migration: '0002_add_posts_lead.sql', message: expect.stringContaining('D1 refuses it') }],
  })
})
