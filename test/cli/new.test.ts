import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { CONFIG, cms, createProject, POSTS, type Project } from './cms.ts'

let project: Project

afterEach(() => project.remove())

const run = (...args: string[]) => cms(['new', ...args], { cwd: project.root })
const read = (path: string) => readFileSync(join(project.root, path), 'utf8')
const json = ({ stdout }: { stdout: string }) => JSON.parse(stdout)

describe('cms new collection', () => {
  it('writes a file as a person would, names it in the config, and the project builds', async () => {
    project = createProject()
    const fields =
      'title:string! slug:slug(title) body:richText author:reference(posts)! kind:select(news, other) n:list(date)'
    const answer = await run('collection', 'notes', '--fields', fields)
    expect({ code: answer.code, stderr: answer.stderr }).toEqual({ code: 0, stderr: '' })
    expect(answer.stdout).toContain('collections/notes.ts')
    expect(read('collections/notes.ts')).toBe(`import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'notes',
  fields: {
    title: field.string({ required: true }),
    slug: field.slug({ from: 'title' }),
    body: field.richText(),
    author: field.reference('posts', { required: true }),
    kind: field.select({ options: ['news', 'other'] }),
    n: field.list({ of: field.date() }),
  },
})
`)
    expect(read('cms.config.ts')).toBe(
      CONFIG.replace('import posts', "import notes from './collections/notes.ts'\nimport posts").replace(
        '[posts]',
        '[posts, notes]',
      ),
    )
    expect((await cms(['build'], { cwd: project.root })).code).toBe(0)
  })

  it('tells programs what it wrote, and begins with a title where nothing is said', async () => {
    project = createProject()
    const answer = await run('collection', 'notes', '--json')
    expect(json(answer)).toEqual({
      ok: true,
      name: 'notes',
      file: 'collections/notes.ts',
      created: ['collections/notes.ts'],
      changed: ['cms.config.ts'],
      next: 'cms build',
    })
    expect(read('collections/notes.ts')).toContain('title: field.string({ required: true })')
  })

  it('overwrites nothing, and writes nothing that would not compile', async () => {
    project = createProject({ 'collections/pages.ts': '// mine\n' })
    const taken = await run('collection', 'posts')
    expect(taken.code).toBe(1)
    expect(taken.stderr).toContain('collections/posts.ts:3')
    expect((await run('collection', 'pages')).code).toBe(1)
    const broken = await run('collection', 'notes', '--fields', 'a:reference(nobody)', '--json')
    expect(broken.code).toBe(1)
    expect(json(broken)).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'unknown-collection', file: 'collections/notes.ts', line: 6 }],
    })
    expect([read('cms.config.ts'), read('collections/posts.ts'), read('collections/pages.ts')]).toEqual([
      CONFIG,
      POSTS,
      '// mine\n',
    ])
  })

  it.each([
    [[], 'needs a name'],
    [['Bad-Name'], 'cannot be the name of a collection'],
    [['../up'], 'cannot be the name of a collection'],
    [['notes', '--fields', 'title'], 'is not a field'],
    [['notes', '--fields', 'title:strin'], 'Did you mean string?'],
    [['notes', '--fields', 'a:reference'], 'needs brackets'],
    [['notes', '--fields', 'a:boolean(yes)'], 'takes no brackets'],
    [['notes', '--fields', 'a:string a:text'], 'twice'],
  ])('does not understand %j', async (args, message) => {
    project = createProject()
    const answer = await run('collection', ...args)
    expect(answer.code).toBe(2)
    expect(answer.stderr).toContain(message)
    expect(read('cms.config.ts')).toBe(CONFIG)
  })

  it('refuses a config that it would have to rewrite, with the place', async () => {
    project = createProject({ 'cms.config.ts': CONFIG.replace('[posts]', 'Object.values({ posts })') })
    const answer = await run('collection', 'notes')
    expect(answer.code).toBe(1)
    expect(answer.stderr).toContain('cms.config.ts:6')
  })
})

describe('cms new plugin', () => {
  it('writes a plugin with a test', async () => {
    project = createProject()
    const answer = await run('plugin', 'guest-book', '--json')
    expect(json(answer)).toMatchObject({
      ok: true,
      file: 'plugins/guest-book/plugin.ts',
      created: [
        'plugins/guest-book/plugin.ts',
        'plugins/guest-book/routes.ts',
        'plugins/guest-book/README.md',
        'test/plugins/guest-book/guest-book.test.ts',
      ],
      changed: ['cms.config.ts'],
      next: 'npx node --test test/plugins/guest-book/guest-book.test.ts',
    })
    expect(read('cms.config.ts')).toContain("import guestBook from './plugins/guest-book/plugin.ts'")
    expect(read('cms.config.ts')).toContain('plugins: [guestBook()],')
    expect((await run('plugin', 'guest-book')).code).toBe(1)
  })

  it('takes the test runner that the project has', async () => {
    project = createProject({ 'package.json': '{ "type": "module", "devDependencies": { "vitest": "1" } }' })
    expect(json(await run('plugin', 'greeting', '--json')).next).toBe(
      'npx vitest run test/plugins/greeting/greeting.test.ts',
    )
    expect(read('test/plugins/greeting/greeting.test.ts')).toContain("from 'vitest'")
  })

  it.each([
    [[], 'needs a name'],
    [['Guest_Book'], 'cannot be the name of a plugin'],
  ])('does not understand %j', async (args, message) => {
    project = createProject()
    const answer = await run('plugin', ...args)
    expect(answer.code).toBe(2)
    expect(answer.stderr).toContain(message)
  })
})
