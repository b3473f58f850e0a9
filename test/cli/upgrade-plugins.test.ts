import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { cms, createProject, type Project, repository } from './cms.ts'

/** Project from before plugins had groups, with the lock and the migrations of the compiler at that time. */
const FLAT = join(repository, 'test/fixtures/upgrade/flat-plugins')
/** The same plugins after the upgrade. */
const GROUPED = join(repository, 'test/fixtures/upgrade/grouped-plugins')

let project: Project
afterEach(() => project.remove())

const textsIn = (folder: string, pattern = '**/*.*') =>
  Object.fromEntries(globSync(pattern, { cwd: folder }).map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
const pluginsNow = () => textsIn(join(project.root, 'plugins'))
const upgrade = (...args: string[]) => cms(['upgrade', '--from', '0.1.0', ...args], { cwd: project.root })

describe('a project from before plugins had groups', () => {
  it('is told where each part belongs, and that the command moves it', async () => {
    project = createProject(textsIn(FLAT))
    const { code, stderr } = await cms(['build'], { cwd: project.root })
    expect(code).toBe(1)
    expect(stderr).toContain("'adminPages' of the plugin letters belongs to 'admin' as 'pages'.")
    expect(stderr).toContain('Write `operations: { queues: … }`, or let `cms upgrade` move it.')
  })

  it('has its parts in groups after an upgrade, once and for all, with all comments', async () => {
    project = createProject(textsIn(FLAT))
    expect(await upgrade()).toMatchObject({ code: 0, stdout: expect.stringContaining('are in groups') })
    expect(pluginsNow()).toEqual(textsIn(GROUPED))
    expect(await upgrade()).toMatchObject({ code: 0, stdout: expect.not.stringContaining('are in groups') })
    expect(pluginsNow()).toEqual(textsIn(GROUPED))
  })

  it('builds to the same facts and migrations', async () => {
    project = createProject(textsIn(FLAT))
    await upgrade()
    expect(await cms(['build'], { cwd: project.root })).toMatchObject({ code: 0 })
    const [old, now] = [FLAT, project.root].map((root) => JSON.parse(readFileSync(join(root, 'cms.lock.json'), 'utf8')))
    const names = Object.keys(textsIn(GROUPED, '*/plugin.ts')).map((path) => path.split('/')[0] ?? '')
    expect(names).toHaveLength(3)
    for (const name of names) expect(now.plugins[name]).toEqual(old.plugins[name])
    const routesOf = (lock: { readonly routes: Readonly<Record<string, { readonly plugin?: string }>> }) =>
      Object.entries(lock.routes).filter(([, { plugin = '' }]) => names.includes(plugin))
    expect(routesOf(now)).toEqual(routesOf(old))
    expect(routesOf(now)).toHaveLength(2)
    expect([now.hooks['content:save'], now.hooks['content:delete']]).toEqual([['letters'], ['stamps']])
    const added = readdirSync(join(project.root, 'migrations')).filter((file) => !file.startsWith('0001'))
    expect(
      added.filter((file) => /letters|notes/.test(readFileSync(join(project.root, 'migrations', file), 'utf8'))),
    ).toEqual([])
  })
})

describe('what the command cannot move', () => {
  const plugin = (members: string, before = '') =>
    `import { definePlugin } from 'lintel'\n${before}\nexport default definePlugin({\n  name: 'odd',\n${members}})\n`

  it.each([
    [
      'parts of another file',
      plugin('  ...parts,\n', "import { parts } from './parts.ts'\n"),
      6,
      'Parts come from elsewhere',
    ],
    [
      'parts of two groups',
      plugin('  ...both,\n', 'const both = { hooks: {}, tables: {} }\n'),
      6,
      'Parts come from elsewhere',
    ],
    ['parts that a function makes', plugin('  ...(isOn ? parts() : { hooks: {} }),\n'), 5, 'Parts come from elsewhere'],
    ['routes of files', plugin("  uploads: { media: { upload: '/api/media' } },\n"), 5, 'Each target declares its own'],
    ['a name that is computed', plugin("  ['hooks']: {},\n"), 5, 'The name is computed'],
    [
      'a group that is there',
      plugin('  http: { routes: {} },\n  hooks: {},\n'),
      6,
      'belongs to `http`, which already exists',
    ],
    [
      'a plugin that code makes',
      "import * as cms from 'lintel'\nexport default cms.definePlugin(made())\n",
      2,
      'This plugin is built by code',
    ],
  ])('is named with its line, and stays: %s', async (_, text, line, message) => {
    project = createProject({ 'plugins/odd/plugin.ts': text })
    const { code, stdout } = await upgrade('--json')
    expect(code).toBe(3)
    expect(JSON.parse(stdout).left).toEqual([
      { file: 'plugins/odd/plugin.ts', line, message: expect.stringContaining(message) },
    ])
    expect(pluginsNow()).toEqual({ 'odd/plugin.ts': text })
  })

  it('is nothing of what belongs at the top', async () => {
    const text = plugin("  ...(isOld && { version: '1.0.0' }),\n  ...others,\n", 'const others = { essential: true }\n')
    project = createProject({ 'plugins/odd/plugin.ts': text })
    expect(await upgrade()).toMatchObject({ code: 0 })
    expect(pluginsNow()).toEqual({ 'odd/plugin.ts': text })
  })
})
