import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile, writeOutputs } from '../../src/compile/index.ts'
import { readDocumentation } from '../../src/docs/read-documentation.ts'
import { makeProject, type TestProject } from '../compile/project.ts'
import { crawl } from '../docs/site/crawl.ts'
import { type Service, startService } from '../harness/service.ts'
import { SECRET } from '../plugins/core-auth/people.ts'

const { pages } = readDocumentation('docs')

let service: Service

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: SECRET }, assets: resolve('.cms/assets') })
})
afterAll(() => service.dispose())

const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

describe('the guides on a service', () => {
  it('are a static page each, which browsers may keep while it has not changed', async () => {
    for (const name of pages.map((page) => page.name)) {
      const page = await service.fetch(`/docs/guides/${name}`)
      expect([page.status, page.headers.get('content-type')], name).toEqual([200, 'text/html; charset=utf-8'])
      expect(page.headers.get('x-request-id'), 'the worker is not asked').toBeNull()
    }
    const { headers } = await service.fetch('/docs/guides/config')
    const again = await service.fetch('/docs/guides/config', {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })

  it('have the headers of pages, by which they run our script alone', async () => {
    for (const path of ['/docs/guides', '/docs/guides/config', '/docs/guides/config.md', '/docs/guides/llms.txt']) {
      const { headers } = await service.fetch(path)
      expect(headers.get('content-security-policy'), path).toMatch(
        /^default-src 'none'; style-src 'self'; script-src 'self'; /,
      )
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    }
    const html = await (await service.fetch('/docs/guides/config')).text()
    expect(html).not.toMatch(/<script(?![^>]*src=)|\son\w+="|style="|<style/)
    expect(html).toContain('<meta name="robots" content="noindex">')
  })

  it('are there as Markdown', async () => {
    const page = await service.fetch('/docs/guides/config.md')
    expect(page.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(await page.text()).toMatch(/^# Writing the config\n/)
  })

  it('link to what exists, as does the reference, which leads to them', async () => {
    const { pages: found, broken } = await crawl(new URL('/docs', service.url), async ({ pathname, search }) => {
      if (!/^\/docs(?:\/|$)/.test(pathname)) return (await service.fetch(pathname + search)).ok ? '' : null
      const response = await service.fetch(pathname + search, asBrowser)
      const isPage = response.headers.get('content-type')?.startsWith('text/html')
      const text = await response.text()
      return response.status === 200 ? (isPage ? text : '') : null
    })
    expect(broken).toEqual([])
    expect(found.size).toBeGreaterThan(2 * pages.length)
  })

  it('say nothing of an address at which there is nothing', async () => {
    expect((await service.fetch('/docs/guides/nothing', asBrowser)).status).toBe(404)
  })
})

describe('the search in the guides', () => {
  it('finds sections, without a script', async () => {
    const response = await service.fetch('/docs/guides/search?q=renamedFrom', asBrowser)
    const text = await response.text()
    expect(response.status).toBe(200)
    expect(text).toMatch(/<li><a href="\/docs\/guides\/migrations#[\w-]+">/)
    expect(text).not.toContain('<script')
    expect(text).toContain('value="renamedFrom"')
    expect(response.headers.get('content-security-policy')).toContain("form-action 'self'")
  })

  it.each([
    ['', 'Type words above'],
    ['?q=', 'Type words above'],
    ['?q=xyzzyplugh', 'No section of the guides contains “xyzzyplugh”.'],
    ['?q=%3Cscript%3Ealert(1)%3C/script%3E%22onx=', '&lt;script&gt;alert(1)&lt;/script&gt;&quot;onx='],
  ])('answers %s', async (query, words) => {
    const response = await service.fetch(`/docs/guides/search${query}`, asBrowser)
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(words)])
  })

  it('answers while the database is away, which is when people look things up', async () => {
    const broken = await startService({ vars: { JWT_SECRET: SECRET }, assets: resolve('.cms/assets'), faults: true })
    await broken.fault('DB', 'down')
    expect((await broken.fetch('/api/posts')).status).toBe(503)
    for (const path of ['/docs/guides/search?q=secret', '/docs/guides/environments', '/llms.txt'])
      expect((await broken.fetch(path)).status, path).toBe(200)
    await broken.dispose()
  })

  it('refuses a question that is too long', async () => {
    expect((await service.fetch(`/docs/guides/search?q=${'a'.repeat(5000)}`)).status).toBe(400)
  })
})

describe('llms.txt', () => {
  it('lists the reference and the guides', async () => {
    const response = await service.fetch('/llms.txt')
    const text = await response.text()
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(text).toMatch(/^# newsroom\n\n> .+\n\n## Reference\n\n- \[OpenAPI document\]\(\/api\/\): /)
    expect(text).toMatch(/\n- \[Posts\]\(\/docs\/posts\): /)
    expect(text).toMatch(/\n## Guides: Design content\n\n- \[Modeling content\]\(\/docs\/guides\/modelling\.md\): /)
    const addresses = [...text.matchAll(/\]\((\/[^)]+)\)/g)].map(([, address = '']) => address)
    expect(addresses.length).toBeGreaterThan(pages.length)
    for (const address of addresses) expect((await service.fetch(address)).status, address).toBe(200)
  })

  it('has it all in one file, endpoints first', async () => {
    const text = await (await service.fetch('/llms-full.txt')).text()
    expect(text).toMatch(/\n## Posts\n\n[\s\S]*\n- `GET \/api\/posts`: /)
    for (const page of pages) expect(text).toContain(`\n# ${page.title}\n`)
  })
})

describe('a collection called guides', () => {
  let project: TestProject
  let named: Service

  beforeAll(async () => {
    project = makeProject({
      'collections/guides.ts': `import { defineCollection, field } from 'lintel'
export default defineCollection({ name: 'guides', fields: { title: field.string() } })
`,
      'cms.config.ts': `import { defineConfig } from 'lintel'
import guides from './collections/guides.ts'
export default defineConfig({ name: 'site', collections: [guides], environments: { development: {} } })
`,
    })
    const compilation = await compile({ root: project.root })
    expect(compilation.diagnostics).toEqual([])
    writeOutputs(project.root, compilation)
    named = await startService({ root: project.root, assets: join(project.root, '.cms/assets') })
  })
  afterAll(async () => {
    await named?.dispose()
    project?.dispose()
  })

  it('has its page in the reference beside the guides', async () => {
    const home = await (await named.fetch('/docs', asBrowser)).text()
    const [, path = ''] = /<a href="(\/docs\/guides\.[^"]+)"/.exec(home) ?? []
    const page = await named.fetch(path, asBrowser)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/api/guides')])
    expect(await (await named.fetch('/docs/guides')).text()).toContain('<h1>Lintel</h1>')
  })
})
