import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { cms, createProject, type Project, repository } from './cms.ts'

let project: Project
afterEach(() => project.remove())

it.each([
  ['a version that is none', {}, ['--from', 'latest'], 2, 'latest is not a version'],
  ['a project that was never built', {}, [], 1, 'cms upgrade --from 0.1.0'],
  ['a lock that is no JSON', { 'cms.lock.json': '{' }, [], 1, 'cms.lock.json is not an object in JSON'],
  ['a package.json that is no JSON', { 'package.json': '[1' }, ['--from', '0.1.0'], 1, 'package.json is not an object'],
] as const)('refuses %s, and changes nothing', async (_, files, args, code, message) => {
  project = createProject()
  for (const [path, text] of Object.entries(files)) writeFileSync(join(project.root, path), text)
  const run = await cms(['upgrade', ...args], { cwd: project.root })
  expect(run).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) })
  for (const [path, text] of Object.entries(files)) expect(readFileSync(join(project.root, path), 'utf8')).toBe(text)
})

it('requires this version of the package and of its importers, but of no file', async () => {
  project = createProject()
  const packages = { lintel: '^0.1.0', '@lintel/import': '0.1.0', '@lintel/client': 'file:../client.tgz' }
  writeFileSync(join(project.root, 'package.json'), JSON.stringify({ devDependencies: packages }))
  await cms(['upgrade', '--from', '0.1.9'], { cwd: project.root })
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  expect(JSON.parse(readFileSync(join(project.root, 'package.json'), 'utf8')).devDependencies).toMatchObject({
    ...packages,
    lintel: version,
    '@lintel/import': version,
  })
})
