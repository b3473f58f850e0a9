import { request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compile, writeOutputs } from '../../src/compile/index.ts'
import { makeProject, type TestProject } from '../compile/project.ts'
import { type Service, startService } from '../harness/service.ts'

const SECRET = 'aFieldThatNobodyKnowsOf'

let project: TestProject
let service: Service

beforeAll(async () => {
  project = makeProject({
    'collections/posts.ts': `import { defineCollection, field } from 'lintel'
export default defineCollection({
  name: 'posts',
  fields: { title: field.string(), ${SECRET}: field.string({ access: { read: ['editor'] } }) },
})
`,
  })
  const compilation = await compile({ root: project.root })
  expect(compilation.diagnostics).toEqual([])
  writeOutputs(project.root, compilation)
  service = await startService({ root: project.root, assets: join(project.root, '.cms/assets') })
})
afterAll(async () => {
  await service?.dispose()
  project?.dispose()
})

/** Asks for a path as it stands: `fetch` would tidy it up. Redirects are followed, since whoever looks for something does. */
async function ask(path: string, method = 'GET', hops = 3): Promise<{ status: number; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>()
  const question = request({ host: service.url.hostname, port: service.url.port, path, method }, async (answer) => {
    const { statusCode: status = 0, headers } = answer
    const body = await text(answer)
    if (headers.location === undefined || hops === 0) resolve({ status, body })
    else resolve(ask(headers.location.replace(service.url.origin, ''), method, hops - 1))
  })
  question.once('error', reject)
  question.end()
  return promise
}

describe('the parts of the reference, behind which lies all that nobody may know of', () => {
  it.each([
    '/program/reference.json',
    '/program/reference',
    '/program/',
    '//program/reference.json',
    '/program//reference.json',
    '/program/reference.json?a=b',
    '/%70rogram/reference.json',
    '/program%2Freference.json',
    '/program/reference%2ejson',
    '/assets/../program/reference.json',
    '/assets/%2e%2e/program/reference.json',
    '/assets/..%2fprogram/reference.json',
    '/assets/..%2fprogram%2freference.json',
    '/assets//../program/reference.json',
  ])('are not at %s', async (path) => {
    const { status, body } = await ask(path)
    expect(status).toBe(404)
    expect(body).not.toContain(SECRET)
    expect((await ask(path, 'HEAD')).status).toBe(404)
  })

  it('make the document that a caller is told', async () => {
    const { status, body } = await ask('/api/')
    expect(status).toBe(200)
    expect(JSON.parse(body).components.schemas.posts.properties).toHaveProperty('title')
    expect(body).not.toContain(SECRET)
    expect(body).not.toContain('x-lintel-words')
  })

  it('lie beside what browsers load, which everybody is given', async () => {
    const [, style = ''] = /href="(\/assets\/[^"]+\.css)"/.exec((await ask('/docs')).body) ?? []
    expect((await ask(style)).status).toBe(200)
    expect((await ask('/assets/icons.svg')).status).toBe(200)
    expect((await ask('/assets/nothing.css')).status).toBe(404)
  })
})

describe('a worker without its static files', () => {
  it('says what is missing in its log, and serves everything else', async () => {
    const bare = await startService({ root: project.root, without: ['ASSETS'] })
    expect((await bare.fetch('/api/')).status).toBe(500)
    expect((await bare.fetch('/api/posts')).status).toBe(200)
    await expect.poll(() => JSON.stringify(bare.logs)).toContain('the worker has no binding ASSETS')
    await bare.dispose()
  })
})
