import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONFIG, collection, createProject, POSTS, type Project } from './cms.ts'
import { type DevProcess, startDev } from './dev-server.ts'

const PROBE = `import { definePlugin, defineRoute } from 'lintel'
import { greeting } from './greeting.ts'

export default definePlugin({
  name: 'probe',
  version: '1.0.0',
  http: {
    routes: {
      page: defineRoute({
        method: 'GET',
        path: '/auth/probe',
        access: 'public',
        handler: (c) => c.html('<!doctype html><title>Probe</title><p>' + greeting),
      }),
    },
  },
})
`
const WITH_PROBE = CONFIG.replace('\n\n', "\nimport probe from './plugins/probe/plugin.ts'\n\n").replace(
  'collections: [posts],',
  'collections: [posts],\n  plugins: [probe()],',
)

let project: Project
let dev: DevProcess
const fields = async (name: string) => (await fetch(`${dev.url}/api/posts?fields=${name}`)).status
const page = async (path: string) => (await fetch(dev.url + path, { headers: { accept: 'text/html' } })).text()
const save = async (path: string, text: string, event = 'served') => {
  const mark = dev.mark()
  project.write(path, text)
  return dev.next(event, mark)
}

beforeAll(async () => {
  project = createProject({
    'cms.config.ts': WITH_PROBE,
    'plugins/probe/plugin.ts': PROBE,
    'plugins/probe/greeting.ts': "export const greeting = 'hello'\n",
  })
  dev = await startDev(project)
})
afterAll(async () => {
  await dev?.stop()
  project.remove()
})

describe('cms dev', () => {
  it('serves the project from its own database', async () => {
    expect(await (await fetch(`${dev.url}/api/health`)).json()).toMatchObject({ status: 'ok' })
    const answer = await fetch(`${dev.url}/api/posts`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(dev.events.some((event) => event.type === 'request' && String(event.url).endsWith('/api/posts'))).toBe(true)
  })

  it('listens on both address families of this machine', async () => {
    const { port } = new URL(dev.url)
    expect((await fetch(`http://127.0.0.1:${port}/api/posts`)).status).toBe(200)
    expect((await fetch(`http://[::1]:${port}/api/posts`)).status).toBe(200)
  })

  it('answers as this machine alone, so that no other site can have its name lead here', async () => {
    const { port } = new URL(dev.url)
    const ask = (host: string) =>
      new Promise<number>((done, failed) => {
        const options = { port, host: '127.0.0.1', path: '/api/posts', headers: { host } }
        request(options, (answer) => done(answer.resume().statusCode ?? 0))
          .on('error', failed)
          .end()
      })
    for (const own of [`localhost:${port}`, `site.localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`])
      expect(await ask(own), own).toBe(200)
    for (const other of ['evil.example', `evil.example:${port}`, 'localhost.evil.example', '127.0.0.1.nip.io'])
      expect(await ask(other), other).toBe(403)
  })

  it('serves a new field as soon as it is saved, with the same workerd', async () => {
    expect(await fields('teaser')).toBe(400)
    const served = await save(
      'collections/posts.ts',
      collection('posts', 'title: field.string({ required: true }), teaser: field.text()'),
    )
    expect(served.files).toEqual(['collections/posts.ts'])
    expect(await fields('teaser')).toBe(200)
  })

  it('shows in the reference what is served, and writes it beside the program', async () => {
    await save('collections/posts.ts', collection('posts', 'title: field.string(), headline: field.string()'))
    const answered = await (await fetch(`${dev.url}/api/`)).text()
    expect(JSON.parse(answered).components.schemas.posts.properties).toHaveProperty('headline')
    const written = () => readFileSync(join(project.root, '.cms/openapi.json'), 'utf8')
    await expect.poll(written).toBe(answered)
    await save(
      'collections/posts.ts',
      collection('posts', 'title: field.string({ required: true }), teaser: field.text()'),
    )
  })

  it('shows a broken save in terminal and browser while the last good program serves, and recovers', async () => {
    const broken = await save('collections/posts.ts', POSTS.replace('required', 'requird'), 'broken')
    expect(broken).toMatchObject({ lastGood: true, diagnostics: [{ file: 'collections/posts.ts', line: 5 }] })
    const api = await fetch(`${dev.url}/api/posts?fields=teaser`)
    expect(api.status).toBe(200)
    expect(api.headers.get('x-config-error')).toContain('collections/posts.ts:5:')
    const shown = await page('/auth/probe')
    expect(shown).toContain('<p>hello')
    expect(shown).toContain('requird')
    expect(shown).toContain('collections/posts.ts:5:')
    expect(shown).toContain('href="/docs/guides/diagnostics#unknown-option"')
    await save('collections/posts.ts', POSTS)
    expect(await fields('teaser')).toBe(400)
    expect(await page('/auth/probe')).not.toContain('requird')
    expect((await fetch(`${dev.url}/api/posts`)).headers.get('x-config-error')).toBeNull()
  })

  it('keeps serving while a file has a syntax error, and where evaluating one throws', async () => {
    for (const text of [`${POSTS}export const = 1\n`, `${POSTS}throw new Error('at load')\n`]) {
      const { diagnostics } = (await save('collections/posts.ts', text, 'broken')) as {
        diagnostics: { file: string }[]
      }
      expect(diagnostics[0]?.file).toBe('collections/posts.ts')
      expect(await fields('title')).toBe(200)
    }
    await save('collections/posts.ts', POSTS)
  })

  it("takes up a plugin's handler and what it imports", async () => {
    await save('plugins/probe/greeting.ts', "export const greeting = 'good morning'\n")
    expect(await page('/auth/probe')).toContain('<p>good morning')
    await save('plugins/probe/plugin.ts', PROBE.replace("path: '/auth/probe'", "path: '/auth/elsewhere'"))
    expect(await page('/auth/elsewhere')).toContain('<p>good morning')
    await save('plugins/probe/plugin.ts', PROBE)
  })

  it('takes up a library that nothing imported before, and no request fails meanwhile', async () => {
    const statuses: number[] = []
    let isSaving = true
    const requests = (async () => {
      while (isSaving) statuses.push((await fetch(`${dev.url}/api/posts`)).status)
    })()
    const text = "import { sign } from 'hono/jwt'\nexport const greeting = typeof sign\n"
    await save('plugins/probe/greeting.ts', text)
    expect(await page('/auth/probe')).toContain('<p>function')
    isSaving = false
    await requests
    expect([...new Set(statuses)]).toEqual([200])
    await save('plugins/probe/greeting.ts', "export const greeting = 'hello'\n")
    // Parts of libraries that are loaded late match the libraries that are served now.
    const missing = await fetch(`${dev.url}/auth/nowhere`, { headers: { accept: 'text/html' } })
    expect([missing.status, await missing.text()]).toEqual([404, expect.stringContaining('<title>Not found')])
  })

  it('finds the WebAssembly of a library', async () => {
    const handler = `handler: async (c) => {
        const { default: codec } = await import('imagescript/wasm/any/jpeg.wasm')
        return c.text(String(codec instanceof WebAssembly.Module))
      },`
    await save('plugins/probe/plugin.ts', PROBE.replace(/handler: .*/, handler))
    expect(await page('/auth/probe')).toBe('true')
    await save('plugins/probe/plugin.ts', PROBE)
  })

  it('says which import cannot be found', async () => {
    const { diagnostics } = (await save(
      'plugins/probe/greeting.ts',
      "import 'not-installed'\nexport const greeting = ''\n",
      'broken',
    )) as {
      diagnostics: { file: string; line: number; message: string }[]
    }
    expect(diagnostics[0]).toMatchObject({ file: 'plugins/probe/greeting.ts', line: 1 })
    expect(diagnostics[0]?.message).toContain('not-installed')
    await save('plugins/probe/greeting.ts', "export const greeting = 'hello'\n")
  })

  it('takes up new, renamed and removed files', async () => {
    project.write('collections/tags.ts', collection('tags', 'name: field.string({ required: true })'))
    const withTags = WITH_PROBE.replace('\n\n', "\nimport tags from './collections/tags.ts'\n\n").replace(
      '[posts]',
      '[posts, tags]',
    )
    await save('cms.config.ts', withTags)
    expect((await fetch(`${dev.url}/api/tags`)).status).toBe(200)
    const mark = dev.mark()
    renameSync(join(project.root, 'collections/tags.ts'), join(project.root, 'collections/labels.ts'))
    await dev.next('broken', mark)
    await save('cms.config.ts', withTags.replace('tags.ts', 'labels.ts'))
    expect((await fetch(`${dev.url}/api/tags`)).status).toBe(200)
  })

  it("takes up an editor's atomic save, and a burst of saves", async () => {
    const next = join(project.root, 'collections/.posts.ts.swp')
    const mark = dev.mark()
    writeFileSync(next, collection('posts', 'title: field.string({ required: true }), atomic: field.text()'))
    renameSync(next, join(project.root, 'collections/posts.ts'))
    await dev.next('served', mark)
    expect(await fields('atomic')).toBe(200)
    const burst = dev.mark()
    for (let count = 0; count < 20; count += 1) {
      project.write(
        'collections/posts.ts',
        collection('posts', `title: field.string({ required: true }), burst${count}: field.text()`),
      )
    }
    await expect.poll(() => fields('burst19')).toBe(200)
    expect(dev.events.slice(burst).filter(({ event }) => event === 'served').length).toBeLessThan(10)
  })

  it('keeps documents while the pending migration is rewritten under them', async () => {
    const open = (more: string, rest = '') => `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  access: { create: 'public' },${rest}
  fields: { title: field.string({ required: true }), ${more} },
})
`
    const documents = async () => ((await (await fetch(`${dev.url}/api/posts`)).json()) as { data: object[] }).data
    await save('collections/posts.ts', open('motto: field.string()'))
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ title: 'Kept', motto: 'gone' })
    expect((await fetch(`${dev.url}/api/posts`, { method: 'POST', headers, body })).status).toBe(201)
    for (const more of ['motto: field.string(), a: field.text()', 'motto: field.string(), b: field.number()']) {
      await save('collections/posts.ts', open(more))
      expect(await documents(), more).toMatchObject([{ title: 'Kept', motto: 'gone' }])
    }
    const mark = dev.mark()
    await save('collections/posts.ts', open('b: field.number()'))
    expect(await documents()).toMatchObject([{ title: 'Kept', b: null }])
    expect((await dev.next('notice', mark)).message).toMatch(
      /^posts loses 1 value of motto\. A copy of the table is kept as archive__posts__\w+\.$/,
    )
  })

  it('does nothing for a save that changes nothing, or no part of the program', async () => {
    const mark = dev.mark()
    project.write('notes.md', 'nothing\n')
    project.write('plugins/probe/greeting.ts', "export const greeting = 'hello'\n")
    await save('plugins/probe/greeting.ts', "export const greeting = 'done'\n")
    const served = dev.events.slice(mark).filter(({ event }) => event === 'served')
    expect(served).toHaveLength(1)
  })

  it('is back at once when workerd has crashed', async () => {
    const { execFileSync } = await import('node:child_process')
    const workerd = execFileSync('pgrep', ['-P', String(dev.pid), 'workerd'], { encoding: 'utf8' }).trim()
    process.kill(Number(workerd), 'SIGKILL')
    expect((await fetch(`${dev.url}/api/posts`)).status).toBe(200)
    expect(await page('/auth/probe')).toContain('<p>done')
  })

  it('ends at Ctrl-C with exit code 0, and starts again on the same data', async () => {
    expect(await dev.stop()).toBe(0)
    dev = await startDev(project)
    expect((await fetch(`${dev.url}/api/posts`)).status).toBe(200)
    rmSync(join(project.root, 'collections/labels.ts'))
  })
})
