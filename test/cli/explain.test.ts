import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cms, createProject, type Project, repository } from './cms.ts'

let project: Project
const run = (...args: string[]) => cms(args, { cwd: project.root })

const MISTAKES = `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  fields: { title: field.string({ requird: true }), lead: field.text({ serach: true }), parts: 'none' },
})
`

beforeAll(() => {
  project = createProject({ 'collections/posts.ts': MISTAKES })
})
afterAll(() => project.remove())

it('a diagnostic ends with its section, the first time that its code appears', async () => {
  const { code, stderr } = await run('build')
  expect(code).toBe(1)
  const [first = '', second = '', third = ''] = stderr.split('\n\n')
  expect(first.split('\n').at(-1)).toBe('  docs/diagnostics.md#unknown-option')
  expect(second).toContain("no option 'serach'")
  expect(second).not.toContain('docs/')
  expect(third.split('\n').at(-1)).toBe('  docs/diagnostics.md#not-a-field')
})

it('the section stands in the output for programs', async () => {
  const { stdout } = await run('check', '--json')
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; docs: string }[] }
  expect(diagnostics.map(({ docs }) => docs)).toContain('docs/diagnostics.md#not-a-field')
})

it.each([
  ['not-a-field', 'Declare the field with field.string()', 'docs/diagnostics.md#not-a-field'],
  ['validation_failed', 'Status 422.', 'docs/errors.md#validation_failed'],
  ['too_small', 'below the minimum', 'docs/errors.md#too_small'],
  ['6', 'differs from its migrations', 'docs/cli.md#exit-code-6'],
])('explains %s', async (word, text, section) => {
  const { code, stdout } = await run('explain', word)
  expect(code).toBe(0)
  expect(stdout.replace(/\s+/g, ' ')).toContain(text.replace('field.string()', '`field.string()`'))
  expect(stdout.trim().split('\n').at(-1)?.trim()).toBe(section)
  expect(existsSync(`${repository}/${section.split('#')[0]}`)).toBe(true)
})

it('names the nearest code, and where all of them are', async () => {
  const near = await run('explain', 'not-a-feild')
  expect([near.code, near.stderr]).toEqual([2, expect.stringContaining('`cms explain not-a-field`')])
  const far = await run('explain', 'zzzzzzzz')
  expect([far.code, far.stderr]).toEqual([2, expect.stringContaining('docs/errors.md list all codes')])
  expect((await run('explain')).stderr).toContain('cms explain unknown-option')
})
