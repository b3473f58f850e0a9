import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONFIG, cms, collection, createProject, type Project } from './cms.ts'
import { type DevEvent, type DevProcess, startDev } from './dev-server.ts'

/** Returns a collection that anyone may write to, so that the tests do not need to sign in. */
const posts = (fields: string, more = ''): string =>
  collection('posts', `title: field.string({ required: true }), ${fields}`).replace(
    'fields:',
    `access: { read: 'public', create: 'public', update: 'public' }, ${more} fields:`,
  )

const PROBE = (imports: string): string => `import { definePlugin } from 'lintel'
${imports}
export default definePlugin({ name: 'probe', version: '1.0.0' })
`
const WITH_PROBE = CONFIG.replace('\n\n', "\nimport probe from './plugins/probe.ts'\n\n").replace(
  'collections: [posts],',
  'collections: [posts],\n  plugins: [probe()],',
)

const BASE = 'motto: field.string(), years: field.string(), also: field.references("posts")'

let project: Project
let dev: DevProcess

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: project.root })
const commit = () => {
  git('add', '--all')
  git('commit', '--quiet', '--message', 'a change')
}

/** Writes a file, waits until the change is served, and returns the notices shown until then. */
const save = async (path: string, text: string): Promise<string[]> => {
  const mark = dev.mark()
  project.write(path, text)
  await dev.next('served', mark)
  return dev.events.slice(mark).flatMap(({ event, message }) => (event === 'notice' ? [String(message)] : []))
}

const saveBroken = async (path: string, text: string): Promise<DevEvent> => {
  const mark = dev.mark()
  project.write(path, text)
  return dev.next('broken', mark)
}

const request = async (path: string, method = 'GET', document?: Record<string, unknown>) => {
  const headers = { 'content-type': 'application/json' }
  const body = document === undefined ? {} : { body: JSON.stringify(document) }
  const answer = await fetch(`${dev.url}/api/posts${path}`, { method, headers, ...body })
  // biome-ignore lint/suspicious/noExplicitAny: the tests read responses of any shape
  return { status: answer.status, body: (await answer.json()) as any }
}

/** Reads the local database from its file. */
function rows(sql: string): Record<string, unknown>[] {
  const [path] = globSync('.wrangler/state/v3/d1/**/*.sqlite', { cwd: project.root }).filter(
    (name) => !name.includes('metadata'),
  )
  const database = new DatabaseSync(join(project.root, path ?? ''), { readOnly: true })
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }))
  } finally {
    database.close()
  }
}

const ids: string[] = []

beforeAll(async () => {
  project = createProject({
    'collections/posts.ts': posts(BASE),
    'cms.config.ts': WITH_PROBE,
    'plugins/probe.ts': PROBE(''),
    '.gitignore': '.cms\n.wrangler\n.dev.vars\nnode_modules\n',
  })
  git('init', '--quiet')
  await cms(['build'], { cwd: project.root })
  commit()
  dev = await startDev(project)
  for (const years of ['1990', 'the nineties', 'long ago']) {
    const { body } = await request('', 'POST', { title: 'Same title', motto: 'words', years, also: ids })
    ids.push(body.data.id)
  }
})
afterAll(async () => {
  await dev?.stop()
  project.remove()
})

describe('a save over a migration that git has', () => {
  it('that changes a type keeps the table, and names what does not read as the new one', async () => {
    const changed = BASE.replace('years: field.string()', 'years: field.number()')
    const [notice = '', ...others] = await save('collections/posts.ts', posts(changed, "lossy: { years: 'few read' },"))
    expect(others).toEqual([])
    const copy = /^posts loses 2 values of years\. A copy of the table is kept as (archive__posts__\w+)\.$/.exec(notice)
    expect(rows(`SELECT years FROM "${copy?.[1]}" ORDER BY created_at, id`)).toEqual([
      { years: '1990' },
      { years: 'the nineties' },
      { years: 'long ago' },
    ])
    expect((await request('?sort=createdAt')).body.data.map(({ years }: { years: unknown }) => years)).toEqual([
      1990,
      null,
      null,
    ])
  })

  it('that drops a field, as acknowledged, does the same', async () => {
    commit()
    const dropped = posts(
      'years: field.number(), also: field.references("posts")',
      "dropped: { motto: 'nobody reads it' },",
    )
    const [notice = ''] = await save('collections/posts.ts', dropped)
    const copy = /^posts loses 3 values of motto\. .* (archive__posts__\w+)\.$/.exec(notice)
    expect(rows(`SELECT motto FROM "${copy?.[1]}"`)).toEqual(Array(3).fill({ motto: 'words' }))
  })

  it('that leaves one of many does the same', async () => {
    commit()
    const [notice = ''] = await save(
      'collections/posts.ts',
      posts(
        'years: field.number(), also: field.reference("posts")',
        "dropped: { motto: 'nobody reads it' }, lossy: { also: 'one is enough' },",
      ),
    )
    const copy = /^posts__also loses 1 value of also\. .* (archive__posts__also__\w+)\.$/.exec(notice)
    expect(rows(`SELECT target_id FROM "${copy?.[1]}"`)).toHaveLength(3)
    commit()
  })

  it('that asks what the rows do not hold is refused in words, and the last good program serves', async () => {
    const fields = (title: string) =>
      posts('years: field.number(), also: field.reference("posts")', "dropped: { motto: 'nobody reads it' },").replace(
        'title: field.string({ required: true })',
        `title: field.string({ required: true${title} })`,
      )
    const broken = await saveBroken('collections/posts.ts', fields(', unique: true'))
    expect(broken).toMatchObject({
      lastGood: true,
      diagnostics: [
        {
          code: 'database-refused',
          file: 'collections/posts.ts',
          line: 5,
          message:
            'posts.title must be unique, but is not: 3 rows share a value with another ("Same title" in 3 rows).',
          hint: 'Give these rows different values, or remove `unique`. Nothing in the local database was changed.',
        },
      ],
    })
    const { status, body } = await request('')
    expect([status, body.data.length]).toEqual([200, 3])
    for (const [index, id] of ids.entries())
      expect((await request(`/${id}`, 'PATCH', { title: `Title ${index}` })).status).toBe(200)
    // Saved again, the change is applied.
    await save('collections/posts.ts', `${fields(', unique: true')}\n`)
    expect((await request('', 'POST', { title: 'Title 1' })).status).toBe(409)
    expect((await request('')).status).toBe(200)
  })

  it('that requires what rows do not have is refused alike', async () => {
    commit()
    const fields = posts(
      'years: field.number({ required: true }), also: field.reference("posts")',
      "dropped: { motto: 'nobody reads it' },",
    )
    const broken = await saveBroken('collections/posts.ts', fields)
    const [diagnostic] = broken.diagnostics as { message: string; hint: string }[]
    expect(diagnostic?.message).toMatch(/^posts\.years is required and has no value in some rows: 2 rows \(/)
    expect(diagnostic?.hint).toContain('`backfill`')
    expect((await request('')).status).toBe(200)
  })
})

describe('a save for which workerd is replaced', () => {
  it('meets the database all the same: a library that nothing imported before, and a new field', async () => {
    await save(
      'collections/posts.ts',
      posts('extra: field.string()', "dropped: { motto: '-', years: '-', also: '-' },"),
    )
    project.write('plugins/probe.ts', PROBE("import { sign } from 'hono/jwt'\nexport const kept = sign"))
    await save('collections/posts.ts', posts('extra: field.text()', "dropped: { motto: '-', years: '-', also: '-' },"))
    expect((await request('', 'POST', { title: 'Written', extra: 'x' })).status).toBe(201)
    expect((await request('')).status).toBe(200)
  })

  it('is the hundredth, too', async () => {
    for (let count = 0; count < 101; count += 1) await save('plugins/probe.ts', PROBE(`export const count = ${count}`))
    await save('collections/posts.ts', posts('other: field.text()', "dropped: { motto: '-', years: '-', also: '-' },"))
    expect((await request('?fields=other')).status).toBe(200)
  })
})
