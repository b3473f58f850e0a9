import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changedModules } from '../../src/cli/diff/changed-modules.ts'
import { resolveBase } from '../../src/cli/git.ts'
import { compile } from '../../src/compile/index.ts'
import { makeProject, type TestProject } from '../compile/project.ts'

const PROJECT = {
  '.gitignore': 'node_modules\n.cms\n',
  'cms.config.ts': `import { defineConfig } from 'lintel'
import posts from './collections/posts.ts'
import forms from './plugins/forms/plugin.ts'

export default defineConfig({ name: 'site', collections: [posts], plugins: [forms()], environments: { development: {} } })
`,
  'collections/posts.ts': `import { defineCollection, field } from 'lintel'
import { mayRead } from '../rules/reading.ts'

export default defineCollection({ name: 'posts', access: { read: mayRead }, fields: { title: field.string() } })
`,
  'rules/reading.ts': `import { isStaff } from './staff.ts'

export const mayRead = ({ user }: { user: { role: string } | null }) => isStaff(user?.role)
`,
  'rules/staff.ts': `export const isStaff = (role: string | undefined) =>
  role === 'editor'
`,
  'plugins/forms/plugin.ts': `import { definePlugin } from 'lintel'
import { seconds } from './seconds.ts'

export default definePlugin({ name: 'forms', version: '1.0.0', description: 'x', http: { hooks: { 'content:save': () => { void seconds } } } })
`,
  'plugins/forms/seconds.ts': 'export const seconds = 3\n',
}

let project: TestProject

function git(...args: string[]): void {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false']
  execFileSync('git', [...identity, ...args], { cwd: project.root, stdio: 'pipe' })
}

async function find() {
  const { modulesOf, diagnostics } = await compile(project)
  expect(diagnostics).toEqual([])
  return changedModules(project.root, resolveBase(project.root, 'main'), modulesOf)
}

beforeAll(() => {
  project = makeProject(PROJECT)
  git('init', '--quiet', '--initial-branch', 'main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'base')
})
afterAll(() => project.dispose())

it('names the modules of a rule and of a plugin that differ from the base, with the first line', async () => {
  const before = await find()
  expect(before({ kind: 'function', name: 'posts.read' })).toEqual([])
  project.write({
    'rules/staff.ts': `export const isStaff = (role: string | undefined) =>
  role === 'editor' || role === 'viewer'
`,
    'plugins/forms/seconds.ts': "export { seconds } from './more.ts'\n",
    'plugins/forms/more.ts': 'export const seconds = 4\n',
  })
  const after = await find()
  expect(after({ kind: 'function', name: 'posts.read' })).toEqual(['rules/staff.ts:2'])
  expect(after({ kind: 'plugin', name: 'forms' })).toEqual([
    'plugins/forms/more.ts (new)',
    'plugins/forms/seconds.ts:1',
  ])
  expect(after({ kind: 'worker', name: '' })).toEqual([])
  expect(after({ kind: 'function', name: 'posts.update' })).toEqual([])
})
