import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withLocalDatabase } from '../../src/cli/workerd/with-local-database.ts'
import { type StandIn, startStandIn } from '../cloudflare/stand-in.ts'
import { cms, collection, createProject, type Project } from './cms.ts'
import { wranglerFiles } from './wrangler-files.ts'

const TITLE = 'title: field.string({ required: true })'

let api: StandIn
let project: Project
const run = (...args: string[]) => cms(args, { cwd: project.root, env: api.env })
const migrate = (...args: string[]) => run('migrate', ...args, '--persist', 'data')
const migrations = () => readdirSync(join(project.root, 'migrations')).sort()
const git = (...args: string[]) =>
  execFileSync('git', ['-C', project.root, '-c', 'user.name=Test', '-c', 'user.email=t@example.com', ...args], {
    stdio: 'pipe',
  })
const commit = () => {
  git('add', '-A')
  git('commit', '-m', 'change')
}
const posts = async (fields: string, more = '') => {
  project.write(
    'collections/posts.ts',
    collection('posts', `${TITLE}, ${fields}`).replace('fields:', `${more} fields:`),
  )
  expect(await run('build')).toMatchObject({ code: 0 })
}
/** Runs statements on the local database, and returns the rows of each. */
const sql = (...statements: string[]) =>
  withLocalDatabase(project.root, join(project.root, 'data'), (database) => database.query(...statements))

/** Returns the findings of `cms doctor` about the schema. */
const doctor = async () => {
  const { stdout } = await run('doctor', '--json', '--persist', 'data')
  const { findings } = JSON.parse(stdout) as { findings: { topic: string; severity: string; remedy: string }[] }
  return findings
    .filter(({ topic }) => topic === 'schema' || topic === 'drift')
    .map(({ topic, severity, remedy }) => ({ topic, severity, remedy }))
}

const expectSettled = async () => {
  const { code, stdout } = await migrate('status', '--json')
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, pending: [], drift: [] })
  expect(JSON.parse(stdout).applied.map(({ name }: { name: string }) => name)).toEqual(migrations())
}

beforeAll(async () => {
  api = await startStandIn(['db-production'])
  project = createProject({
    ...wranglerFiles({ production: 'db-production' }),
    '.gitignore': 'node_modules\n.cms\ndata\n',
  })
  git('init', '-b', 'main')
  await posts('summary: field.string()')
  commit()
  await migrate('apply')
  await sql(
    `INSERT INTO posts (id, title, summary, status, created_at, updated_at, version)
     VALUES ('p1', 'One', 'first', 'draft', 1, 1, 1), ('p2', 'Two', 'second', 'draft', 1, 1, 1)`,
  )
})
afterAll(async () => {
  await api.dispose()
  project.remove()
})

describe('the local database of a working copy', () => {
  it('goes along when a migration that it has is rewritten: build, apply, edit, build, apply', async () => {
    await posts('summary: field.string(), lead: field.string()')
    expect((await migrate('apply')).code).toBe(0)
    await sql(`UPDATE posts SET lead = 'a lead'`)
    await posts('summary: field.string(), lead: field.string(), views: field.number({ default: 3 })')
    const status = await migrate('status')
    expect(status.code).toBe(3)
    expect(status.stderr).toContain('`cms migrate apply` updates the local database')
    expect(await doctor()).toEqual([{ topic: 'schema', severity: 'warning', remedy: 'cms migrate apply' }])
    expect((await migrate('plan')).code).toBe(0)
    const { code, stdout, stderr } = await migrate('apply')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`applied ${migrations()[1]}`)
    expect(await sql('SELECT id, lead, views FROM posts ORDER BY id')).toEqual([
      [
        { id: 'p1', lead: 'a lead', views: 3 },
        { id: 'p2', lead: 'a lead', views: 3 },
      ],
    ])
    await expectSettled()
    expect(await run('drift', '--persist', 'data')).toMatchObject({ code: 0 })
    expect(await doctor()).toEqual([])
  })

  it('keeps what goes in a copy of the table, and says so', async () => {
    await posts('summary: field.string()')
    const { code, stdout } = await migrate('apply', '--json')
    const { archived, replaced } = JSON.parse(stdout)
    expect({ code, replaced }).toEqual({ code: 0, replaced: ['0002_add_posts_lead_and_add_posts_views.sql'] })
    expect(archived).toEqual([
      {
        table: 'posts',
        copy: expect.stringMatching(/^archive__posts__/),
        lost: expect.arrayContaining([
          { field: 'lead', count: 2 },
          { field: 'views', count: 2 },
        ]),
      },
    ])
    expect(await sql(`SELECT id, lead FROM "${archived[0].copy}" ORDER BY id`)).toEqual([
      [
        { id: 'p1', lead: 'a lead' },
        { id: 'p2', lead: 'a lead' },
      ],
    ])
  })

  it('goes along with a rebase on another branch', async () => {
    git('checkout', '-b', 'feature')
    await posts('summary: field.string(),\n// one\n// two\n// three\nviews: field.number()')
    await migrate('apply')
    await sql('UPDATE posts SET views = 7')
    commit()
    git('checkout', 'main')
    await posts('lead: field.string(), summary: field.string()')
    commit()
    git('checkout', 'feature')
    expect(() => git('merge', 'main')).toThrow()
    project.write(
      'collections/posts.ts',
      collection('posts', `${TITLE}, lead: field.string(), summary: field.string(), views: field.number()`),
    )
    expect((await run('migrate', 'rebase')).code).toBe(0)
    expect(migrations()).toEqual(['0001_initial.sql', '0002_add_posts_lead.sql', '0003_add_posts_views.sql'])
    const { code, stdout } = await migrate('apply')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout:
        'left    0002_add_posts_views.sql: this folder does not have it\napplied 0002_add_posts_lead.sql\napplied 0003_add_posts_views.sql\n',
    })
    expect(await sql('SELECT views, lead FROM posts')).toEqual([Array(2).fill({ views: 7, lead: null })])
    await expectSettled()
    commit()
  })

  it('goes back to an older branch, and comes again', async () => {
    git('checkout', 'main')
    const { code, stdout, stderr } = await migrate('apply')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'left    0003_add_posts_views.sql: this folder does not have it\n',
    })
    expect(stderr).toMatch(/^! posts loses 2 values of views\. A copy of the table is kept as archive__posts__\w+\.\n$/)
    git('checkout', 'feature')
    expect((await migrate('apply')).stdout).toBe('applied 0003_add_posts_views.sql\n')
    await expectSettled()
  })

  it('keeps what a migration that git has takes away, too', async () => {
    await posts('lead: field.string(), views: field.number()', "dropped: { summary: 'nobody reads it' },")
    const { code, stdout, stderr } = await migrate('apply')
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'applied 0004_drop_posts_summary.sql\n' })
    expect(stderr).toContain('posts loses 2 values of summary. A copy of the table is kept as archive__posts__')
    commit()
  })

  it('stays as it is where its rows do not allow the change, and says which', async () => {
    await sql(`UPDATE posts SET lead = 'the same'`)
    await posts(
      'lead: field.string({ unique: true }), views: field.number()',
      "dropped: { summary: 'nobody reads it' },",
    )
    const { code, stderr } = await migrate('apply')
    expect(code).toBe(1)
    expect(stderr).toBe(
      'cms: posts.lead must be unique, but is not: 2 rows share a value with another ("the same" in 2 rows). Nothing was changed.\n     Give these rows different values, or remove `unique`.\n',
    )
    await sql(`UPDATE posts SET lead = id`)
    expect((await migrate('apply')).code).toBe(0)
  })
})

describe('a database of others', () => {
  it('is never moved: it takes what stands in migrations/, in order, and nothing else', async () => {
    const production = (...args: string[]) => run(...args, '--env', 'production')
    expect((await production('migrate', 'apply')).code).toBe(0)
    await posts(
      'lead: field.string({ unique: true }), views: field.number(), more: field.string()',
      "dropped: { summary: 'nobody reads it' },",
    )
    const { code, stderr } = await production('migrate', 'apply')
    expect(code).toBe(6)
    expect(stderr).toContain('was applied to this database, but this program does not know it')
    const status = await production('migrate', 'status')
    expect(status.code).toBe(3)
    expect(status.stdout).toMatch(/cms migrate resolve 0005_\w+\.sql --rolled-back --env production/)
    const names = await production('migrate', 'status', '--json')
    expect(JSON.parse(names.stdout).applied).toHaveLength(5)
  })
})
