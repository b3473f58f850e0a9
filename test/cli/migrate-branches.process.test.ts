import { execFileSync } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withLocalDatabase } from '../../src/cli/workerd/with-local-database.ts'
import { cms, collection, createProject, type Project } from './cms.ts'
import { boundWranglerFiles } from './wrangler-files.ts'

let project: Project
const path = (name: string): string => join(project.root, name)
const run = (...args: string[]) => cms(args, { cwd: project.root })
const migrate = (...args: string[]) => run('migrate', ...args, '--persist', 'data')
const git = (...args: string[]) =>
  execFileSync('git', ['-C', project.root, '-c', 'user.name=Test', '-c', 'user.email=t@example.com', ...args], {
    stdio: 'ignore',
  })
const commit = () => {
  git('add', '-A')
  git('commit', '-m', 'change')
}

const CONFIG = `import { defineConfig } from 'lintel'
import posts from './collections/posts.ts'

export default defineConfig({ name: 'site', collections: [posts], environments: { development: {} } })
`

beforeAll(async () => {
  project = createProject({
    ...boundWranglerFiles,
    'cms.config.ts': CONFIG,
    '.gitignore': 'node_modules\n.cms\ndata\n',
  })
  git('init', '-b', 'main')
  await run('build')
  commit()
})
afterAll(() => project.remove())

const posts = (fields: string) => project.write('collections/posts.ts', collection('posts', fields))
const TITLE = 'title: field.string({ required: true })'
const DATA = '0002_fill_in_posts.sql'

describe('a data migration', () => {
  it('needs words for its name', async () => {
    expect(await run('migrate', 'create')).toMatchObject({ code: 2, stdout: '' })
  })

  it('is not made on top of a migration that is not written', async () => {
    posts(`${TITLE}, rating: field.string()`)
    const { code, stderr } = await run('migrate', 'create', '--name', 'x')
    expect(code).toBe(3)
    expect(stderr).toContain('does not match the config, so the new migration')
    posts(TITLE)
  })

  it('is made, typed in, checked and applied', async () => {
    const { code, stdout } = await run('migrate', 'create', '--name', 'Fill in posts', '--json')
    expect({ code, created: JSON.parse(stdout).created }).toEqual({ code: 0, created: `migrations/${DATA}` })
    appendFileSync(path(`migrations/${DATA}`), `UPDATE posts SET title = 'none' WHERE title IS NULL;\n`)
    expect(await run('check')).toMatchObject({ code: 0 })
    expect((await migrate('apply')).stdout).toBe(`applied 0001_initial.sql\napplied ${DATA}\n`)
    commit()
    const rows = `INSERT INTO posts (id, title, status, created_at, updated_at, version)
      VALUES ('p1', 'One', 'draft', 1, 1, 1), ('p2', 'One', 'draft', 1, 1, 1), ('p3', 'Longer', 'draft', 1, 1, 1)`
    await withLocalDatabase(project.root, path('data'), (database) => database.query(rows))
  })
})

describe('cms migrate plan', () => {
  it('counts the rows that would fail, names some, and exits with 3', async () => {
    posts('title: field.string({ required: true, unique: true, max: 5 }), lead: field.string({ index: false })')
    const text = await migrate('plan')
    expect(text.code).toBe(3)
    expect(text.stdout).toMatch(
      /✗ 2 rows: posts.title must be unique, but is not \(collections\/posts.ts:5\)\n {4}p1, p2/,
    )
    expect(text.stdout).toMatch(/about \d+ rows read and \d+ rows written \(an estimate\)/)
    const { code, stdout } = await migrate('plan', '--json')
    expect(code).toBe(3)
    expect(JSON.parse(stdout)).toMatchObject({
      environment: 'development',
      estimate: true,
      failing: 2,
      rowsRead: 6,
      rowsWritten: 3,
      migrations: [{ checks: [{ kind: 'unique', table: 'posts', rows: 2, sample: ['p1', 'p2'] }], copies: [] }],
      rules: [{ kind: 'rule', rows: 1, sample: ['p3'] }],
    })
    posts(TITLE)
  })
})

describe('cms migrate resolve', () => {
  const refused = async (reason: string, ...args: string[]) => {
    const { code, stdout, stderr } = await migrate('resolve', ...args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(reason)
  }

  it('refuses nonsense', async () => {
    expect(await migrate('resolve', DATA)).toMatchObject({ code: 2 })
    await refused('There is no migration 0002_fil', '0002_fil', '--applied')
    await refused('is already marked as applied', DATA, '--applied')
    await refused(`${DATA} was applied after 0001_initial.sql`, '0001_initial', '--rolled-back')
  })

  it('marks the ledger, and runs nothing', async () => {
    expect((await migrate('resolve', DATA, '--rolled-back')).code).toBe(0)
    await refused(`${DATA} is not applied`, DATA, '--rolled-back')
    expect(JSON.parse((await migrate('status', '--json')).stdout).pending).toEqual([DATA])
    expect((await migrate('resolve', DATA, '--applied')).code).toBe(0)
    expect(await migrate('plan')).toEqual({ code: 0, stdout: '✓ Nothing is pending.\n', stderr: '' })
  })

  it('forgets what this project does not know', async () => {
    const text = readFileSync(path(`migrations/${DATA}`), 'utf8')
    rmSync(path(`migrations/${DATA}`))
    const { code, stdout } = await migrate('status')
    expect(code).toBe(3)
    expect(stdout).toContain(`${DATA} was applied to this database, but this program does not know it`)
    expect((await migrate('resolve', DATA, '--rolled-back')).code).toBe(0)
    expect((await migrate('status')).code).toBe(0)
    project.write(`migrations/${DATA}`, text)
  })
})

describe('branches', () => {
  it('that fork are found by cms check, and mended by cms migrate rebase', async () => {
    git('checkout', '-b', 'feature')
    posts(`${TITLE},\n// one\n// two\n// three\nviews: field.number()`)
    await run('build')
    commit()
    git('checkout', 'main')
    posts(`lead: field.string(), ${TITLE}`)
    await run('build')
    commit()
    git('checkout', 'feature')
    expect(await run('migrate', 'rebase', '--onto', 'main')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('main has 0003_add_posts_lead.sql, but this folder does not'),
    })
    expect(() => git('merge', 'main')).toThrow()
    posts(`lead: field.string(), ${TITLE}, views: field.number()`)
    const check = await run('check')
    expect(check.code).toBe(1)
    expect(check.stderr).toContain('have the same number: they come from two branches')
    const { code, stdout } = await run('migrate', 'rebase')
    expect(code).toBe(0)
    expect(stdout).toContain('On top of main:\nmoved   0003_add_posts_views.sql → 0004_add_posts_views.sql\n')
    expect(readdirSync(path('migrations')).sort()).toEqual([
      '0001_initial.sql',
      DATA,
      '0003_add_posts_lead.sql',
      '0004_add_posts_views.sql',
    ])
    expect(await run('check')).toMatchObject({ code: 0 })
    expect(JSON.parse((await run('migrate', 'rebase', '--json')).stdout)).toMatchObject({ moved: [], planned: [] })
    commit()
  })

  it('and files that were tampered with stop every build, with one sentence and nothing written', async () => {
    const edit = async (name: string, change: (text: string) => string) => {
      const text = readFileSync(path(name), 'utf8')
      project.write(name, change(text))
      const { code, stderr } = await run('check')
      expect(readFileSync(path(name), 'utf8')).toBe(change(text))
      project.write(name, text)
      return { code, message: stderr.split('\n')[0] }
    }
    const last = 'migrations/0004_add_posts_views.sql'
    expect(await edit(last, (text) => `${text}-- note\n`)).toEqual({
      code: 1,
      message: 'error 0004_add_posts_views.sql was changed after it was committed migration-edited',
    })
    expect(await edit(last, (text) => `<<<<<<< HEAD\n${text}`)).toEqual({
      code: 1,
      message: 'error 0004_add_posts_views.sql has merge conflict markers migration-conflict',
    })
    expect(await edit('cms.lock.json', (text) => text.replace('"site"', '"sites"'))).toEqual({
      code: 3,
      message: 'stale cms.lock.json: `cms build` brings it up to date.',
    })
  })
})
