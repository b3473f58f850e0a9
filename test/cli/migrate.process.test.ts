import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cms, createProject, type Project, type Run, repository } from './cms.ts'
import { wranglerFiles } from './wrangler-files.ts'

let project: Project
const migrate = (...args: string[]) => cms(['migrate', ...args, '--persist', 'data'], { cwd: project.root })

const byOutput = (one: Run, other: Run) => (one.stdout < other.stdout ? -1 : 1)

beforeAll(async () => {
  project = createProject({ ...wranglerFiles() })
  await cms(['build'], { cwd: project.root })
})
afterAll(() => project.remove())

describe('cms migrate', () => {
  it('lists what is pending and exits with 3', async () => {
    const { code, stdout } = await migrate('status')
    expect(code).toBe(3)
    expect(stdout).toBe('pending 0001_initial.sql\n')
    const json = await migrate('status', '--json')
    expect(json.code).toBe(3)
    expect(JSON.parse(json.stdout)).toEqual({ applied: [], pending: ['0001_initial.sql'], drift: [] })
  })

  it('applies once, and says what, also where several processes try together', async () => {
    const runs = await Promise.all([migrate('apply'), migrate('apply'), migrate('apply')])
    expect(runs.map(({ stdout, ...rest }) => ({ ...rest, stdout: stdout.replace('✓ ', '') })).sort(byOutput)).toEqual([
      { code: 0, stdout: 'Nothing is pending.\n', stderr: '' },
      { code: 0, stdout: 'Nothing is pending.\n', stderr: '' },
      { code: 0, stdout: 'applied 0001_initial.sql\n', stderr: '' },
    ])
    const again = await migrate('apply', '--json')
    expect(JSON.parse(again.stdout)).toEqual({ applied: [], replaced: [], archived: [] })
    const { code, stdout } = await migrate('status', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      applied: [
        {
          name: '0001_initial.sql',
          appliedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ],
      pending: [],
      drift: [],
    })
  })

  it('keeps the database where wrangler finds it', async () => {
    const sql = "SELECT name FROM sqlite_schema WHERE name = 'posts' UNION ALL SELECT name FROM d1_migrations"
    const wrangler = join(repository, 'node_modules/wrangler/bin/wrangler.js')
    const args = ['d1', 'execute', 'site-development', '--local', '--persist-to', 'data', '--json', '--command', sql]
    const { stdout } = await promisify(execFile)(process.execPath, [wrangler, ...args], {
      cwd: project.root,
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false', CI: 'true' },
    })
    const [{ results }] = JSON.parse(stdout) as [{ results: { name: string }[] }]
    expect(results.map(({ name }) => name)).toEqual(['posts', '0001_initial.sql'])
  })

  it('says what is missing to reach an environment, and which environments there are', async () => {
    const production = await migrate('apply', '--env', 'production')
    expect(production).toMatchObject({ code: 1, stdout: '' })
    expect(production.stderr).toContain(
      'The binding DB of [[env.production.d1_databases]] in wrangler.toml has no database_id.',
    )
    const unknown = await migrate('status', '--env', 'prodution')
    expect(unknown).toMatchObject({ code: 2, stdout: '' })
    expect(unknown.stderr).toContain('Did you mean --env production?')
  })
})
