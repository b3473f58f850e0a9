import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestService } from '../../src/testing/index.ts'
import { type InstalledProject, installProject } from './installed-project.ts'
import { startInstalled } from './installed-service.ts'

/** Pages that every service has, and lists of each template. */
const PAGES = ['/', '/docs', '/auth/login']
const LISTS = {
  blank: ['/api/posts'],
  blog: ['/api/posts?populate=author,tags,cover&q=the', '/api/authors', '/api/tags', '/api/pages'],
} as const

describe.each(['blank', 'blog'] as const)('the template %s', (template) => {
  let project: InstalledProject

  beforeAll(async () => {
    project = await installProject(template)
  })
  afterAll(() => project?.remove())

  test('builds without a word of warning, and its own tests pass', async () => {
    expect(await project.run('build')).toMatchObject({ code: 0, stderr: '' })
    expect(project.typeMistakes()).toBe('')
    const tested = await project.npm('test')
    expect(tested.code, tested.stdout + tested.stderr).toBe(0)
  })

  test('may be deployed', async () => {
    expect(await project.run('deploy', '--env', 'production', '--dry-run')).toMatchObject({ code: 0, stderr: '' })
  })

  test('is served', async () => {
    await using service = await startInstalled(project)
    const answers = await Promise.all([...PAGES, ...LISTS[template]].map((path) => statusOf(service, path)))
    expect(answers).toEqual([...PAGES, ...LISTS[template]].map((path) => `${path} 200`))
  })
})

async function statusOf(service: TestService, path: string): Promise<string> {
  const { status } = await service.fetch(path)
  return `${path} ${status}`
}
