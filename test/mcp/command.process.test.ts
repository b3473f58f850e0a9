import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CONFIG, cms, createProject, launcher, POSTS, type Project } from '../cli/cms.ts'
import { type McpSession, startSession } from './client.ts'

let project: Project
let session: McpSession

const read = (path: string) => readFileSync(join(project.root, path), 'utf8')
const git = (...args: string[]) => {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false']
  return execFileSync('git', [...identity, ...args], { cwd: project.root, stdio: 'pipe', encoding: 'utf8' })
}

beforeAll(async () => {
  project = createProject({ '.gitignore': 'node_modules\n.cms/\n', 'worker.ts': 'export default {}\n' })
  git('init', '--quiet', '--initial-branch', 'main')
  const { code, stderr } = await cms(['build'], { cwd: project.root })
  if (code !== 0) throw new Error(stderr)
  git('add', '--all')
  git('commit', '--quiet', '--message', 'begin')
  session = await startSession({ cwd: project.root })
})
afterEach(() => {
  git('reset', '--quiet', '--hard')
  git('clean', '--quiet', '--force', '-d')
})
afterAll(async () => {
  await session.close()
  project.remove()
})

describe('what a client is offered', () => {
  it('has tools with a title, schemas, and the truth about whether they write', async () => {
    const { tools } = await session.client.listTools()
    const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name)
    expect(writing).toEqual([
      'propose_collection',
      'propose_field',
      'propose_change',
      'propose_deletion',
      'propose_settings',
    ])
    for (const tool of tools) {
      expect(tool).toMatchObject({ title: expect.any(String), inputSchema: { type: 'object' }, outputSchema: {} })
      expect(JSON.stringify(tool.inputSchema)).not.toContain('$ref') // several clients cannot follow it
    }
    expect(session.client.getInstructions()).toContain('Start with project')
  })

  it('speaks the protocol of 2026 as well', async () => {
    const modern = await startSession({ cwd: project.root, mode: 'auto' })
    try {
      expect((await modern.call('project')).data).toMatchObject({ ok: true, name: 'site' })
    } finally {
      await modern.close()
    }
  })

  it('has the documentation, the lock and the migrations as resources', async () => {
    const { resources } = await session.client.listResources()
    const uris = resources.map(({ uri }) => uri)
    expect(uris).toContain('lintel://lock')
    expect(uris).toContain('lintel://docs/config')
    const migration = uris.find((uri) => uri.startsWith('lintel://migrations/0001')) ?? ''
    const text = async (uri: string) => {
      const { contents } = await session.client.readResource({ uri })
      return contents.map((part) => ('text' in part ? part.text : '')).join('')
    }
    expect(await text('lintel://lock')).toBe(read('cms.lock.json'))
    expect(await text(migration)).toContain('CREATE TABLE "posts"')
    expect(await text('lintel://migrations/0001')).toBe(await text(migration))
    expect(await text('lintel://docs/config')).toContain('# Writing the config')
    for (const uri of [
      'lintel://docs/..%2F..%2Fpackage',
      'lintel://migrations/..%2Fcms.config.ts',
      'lintel://docs/__proto__',
    ])
      await expect(session.client.readResource({ uri })).rejects.toThrow('There is no')
  })

  it('has prompts, one of them with the review of the change', async () => {
    project.write('collections/posts.ts', POSTS.replace('title:', 'summary: field.text(), title:'))
    const { messages } = await session.client.getPrompt({ name: 'review_migration', arguments: { base: 'HEAD' } })
    expect(JSON.stringify(messages)).toContain('posts.summary')
    const { prompts } = await session.client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(['review_migration', 'change_schema'])
  })
})

describe('reading the project', () => {
  it('shows collections with their places, and one in full', async () => {
    const { data, text } = await session.call('project')
    expect(data).toMatchObject({
      ok: true,
      collections: [{ name: 'posts', fields: ['title: string!'], source: 'collections/posts.ts:3' }],
      environments: [{ name: 'development' }, { name: 'production', domain: 'cms.example.com' }],
    })
    expect(text).toContain('posts (collections/posts.ts:3): title: string!')
    const one = await session.call('collection', { name: 'posts' })
    expect(one.data.collection).toMatchObject({
      access: { read: 'everyone', create: 'admin, author, editor' },
      fields: [{ name: 'title', type: 'string', required: true, source: 'collections/posts.ts:5' }],
    })
  })

  it('names the nearest collection in place of one that does not exist', async () => {
    const { text, isError } = await session.call('collection', { name: 'post' })
    expect({ text, isError }).toEqual({ text: 'There is no collection post.\n→ Did you mean posts?', isError: true })
  })

  it.each(['__proto__', 'constructor', '../posts', 'a'.repeat(100)])('knows no collection %s', async (name) => {
    expect(await session.call('collection', { name })).toMatchObject({ isError: true, data: undefined })
  })

  it('lists routes with who may call them', async () => {
    const { data } = await session.call('routes', { prefix: '/api/posts' })
    expect(data.routes[0]).toMatchObject({ method: 'GET', path: '/api/posts', access: 'everyone' })
  })

  it('searches the documentation and reads a section', async () => {
    const { data } = await session.call('search_docs', { query: 'renamedFrom' })
    expect(data.results.map(({ page }: { page: string }) => page)).toContain('migrations')
    const { text } = await session.call('read_doc', { page: 'config', section: 'access' })
    expect(text).toMatch(/^## Access\n/)
    expect(text).not.toContain('## Plugins')
    for (const page of ['../package.json', '/etc/passwd', '__proto__', '..%2Fsrc%2FREADME'])
      expect(await session.call('read_doc', { page })).toMatchObject({ isError: true })
  })
})

describe('what a change brings', () => {
  it('checks, plans and reviews what nobody has built yet', async () => {
    const sound = await session.call('check', { base: 'HEAD' })
    expect(sound.text).toBe('Everything is up to date.')
    expect(sound.data).toMatchObject({ ok: true, stale: [] })
    expect((await session.call('plan')).text).toBe('Nothing is pending.')
    project.write('collections/posts.ts', POSTS.replace('title:', 'summary: field.text(), title:'))
    const plan = await session.call('plan')
    expect(plan.data.steps).toMatchObject([{ class: 'safe', message: expect.stringContaining('posts.summary') }])
    expect(plan.data.steps[0].sql[0]).toContain('ALTER TABLE "posts" ADD COLUMN "summary"')
    const checked = await session.call('check', { base: 'HEAD' })
    expect(checked.data).toMatchObject({ ok: false, stale: expect.arrayContaining(['cms.lock.json']) })
    const diff = await session.call('diff', { base: 'HEAD', detail: 'everything' })
    expect(diff.data).toMatchObject({ ok: true, breaking: false, changes: { api: expect.any(Array) } })
    expect(diff.text).toContain('posts.summary')
    expect(git('status', '--porcelain')).toBe(' M collections/posts.ts\n')
  })

  it('counts the rows of the local database that the migration would meet', async () => {
    expect((await session.call('plan')).data.rows).toBeNull()
    const applied = await cms(['migrate', 'apply'], { cwd: project.root })
    expect(applied.code, applied.stderr).toBe(0)
    project.write('collections/posts.ts', POSTS.replace('title:', 'summary: field.text(), title:'))
    const { rows } = (await session.call('plan')).data
    expect(rows).toMatchObject({
      failing: 0,
      migrations: [{ name: expect.stringMatching(/^0002_/), destructive: false }],
    })
  })

  it('answers while the config does not compile, with the place and the remedy', async () => {
    project.write('collections/posts.ts', POSTS.replace('field.string', 'field.strin'))
    for (const tool of ['project', 'routes', 'check', 'plan', 'diff'])
      expect(await session.call(tool, {})).toMatchObject({
        isError: false,
        data: { ok: false, diagnostics: [{ severity: 'error', file: 'collections/posts.ts', line: 5 }] },
        text: expect.stringContaining('collections/posts.ts:5'),
      })
    expect(await session.call('search_docs', { query: 'field types' })).toMatchObject({ isError: false })
    expect(
      await session.call('propose_field', { collection: 'posts', name: 'a', field: { type: 'text' } }),
    ).toMatchObject({
      isError: true,
      text: expect.stringContaining('The project does not compile: '),
    })
  })

  it('takes no option of git for a base', async () => {
    for (const base of ['--output=/tmp/x', '-p', ''])
      expect(await session.call('diff', { base })).toMatchObject({ isError: true })
    expect(await session.call('diff', { base: 'nowhere' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('git does not know the commit'),
    })
  })
})

describe('proposing a change', () => {
  const field = { collection: 'posts', name: 'summary', field: { type: 'text', help: 'A sentence' } }

  it('shows the patch and what it brings, and writes nothing', async () => {
    const { data, text } = await session.call('propose_field', field)
    expect(data).toMatchObject({ outcome: 'preview', file: 'collections/posts.ts', mistakes: [] })
    expect(data.patch).toContain('+++ b/collections/posts.ts')
    expect(data.patch).toContain("summary: field.text({ help: 'A sentence' })")
    expect(data.migration[0].sql[0]).toContain('ADD COLUMN "summary"')
    expect(data.effects.length).toBeGreaterThan(0)
    expect(text).toContain('Nothing was written')
    expect(git('status', '--porcelain')).toBe('')
  })

  it('writes the same patch to the working copy, and leaves git, lock and migrations alone', async () => {
    const { state } = (await session.call('propose_field', field)).data
    expect((await session.call('propose_field', { ...field, apply: true, state })).data.outcome).toBe('saved')
    expect(read('collections/posts.ts')).toContain("summary: field.text({ help: 'A sentence' })")
    expect(git('status', '--porcelain')).toBe(' M collections/posts.ts\n')
    expect(git('log', '--oneline').split('\n')).toHaveLength(2)
  })

  it('writes nothing where the files are others than in the preview that was seen', async () => {
    const { state } = (await session.call('propose_field', field)).data
    project.write('collections/posts.ts', POSTS.replace('title:', 'lead: field.text(), title:'))
    const { data } = await session.call('propose_field', { ...field, apply: true, state })
    expect(data.outcome).toBe('outdated')
    expect(read('collections/posts.ts')).not.toContain('summary')
  })

  it('creates a collection, changes and deletes one, with a reason for what is lost', async () => {
    const created = await session.call('propose_collection', {
      name: 'notes',
      fields: { text: { type: 'text' }, post: { type: 'reference', target: 'posts' } },
      options: { drafts: true },
      apply: true,
    })
    expect(created.data).toMatchObject({ outcome: 'saved', file: 'collections/notes.ts' })
    expect(read('cms.config.ts')).toContain('[posts, notes]')
    expect(read('collections/notes.ts')).toContain("post: field.reference('posts')")
    const changed = await session.call('propose_change', {
      collection: 'posts',
      fields: { headline: { type: 'string', required: true, renamedFrom: 'title' } },
      remove: { title: 'renamed' },
    })
    expect(changed.data.patch).toContain("renamedFrom: 'title'")
    const deleted = await session.call('propose_deletion', { collection: 'notes', reason: 'a test', apply: true })
    expect(deleted.data.outcome).toBe('saved')
    expect(existsSync(join(project.root, 'collections/notes.ts'))).toBe(false)
  })

  it('changes settings of a plugin that came with the package, for all environments and for one', async () => {
    const config = CONFIG.replace('import posts', "import cache from 'lintel/plugins/cache'\nimport posts").replace(
      'collections: [posts],',
      'collections: [posts],\n  plugins: [cache()],',
    )
    project.write('cms.config.ts', config)
    const call = await session.call('propose_settings', { plugin: 'cache', settings: { memoryEnabled: false } })
    expect(call.data).toMatchObject({ outcome: 'preview', patch: expect.stringContaining('memoryEnabled: false') })
    const one = { plugin: 'cache', environment: 'production', settings: { memoryEnabled: false } }
    expect((await session.call('propose_settings', one)).data.patch).toContain('production: {')
  })

  it('says what would not compile, and does not write it', async () => {
    const { data, text } = await session.call('propose_field', {
      collection: 'posts',
      name: 'author',
      field: { type: 'reference', target: 'nobody' },
      apply: true,
    })
    expect(data).toMatchObject({ outcome: 'broken', mistakes: [{ code: 'unknown-collection' }] })
    expect(text).toContain('would not compile with this patch, so nothing was written')
    expect(git('status', '--porcelain')).toBe('')
  })

  it.each([
    ['propose_field', { collection: '__proto__', name: 'a', field: { type: 'text' } }],
    ['propose_field', { collection: 'posts', name: '__proto__', field: { type: 'text' } }],
    ['propose_field', { collection: 'posts', name: 'a', field: { type: '../x' } }],
    ['propose_collection', { name: '__proto__', fields: { a: { type: 'text' } } }],
    ['propose_collection', { name: '../../outside', fields: { a: { type: 'text' } } }],
    ['propose_collection', { name: 'a/b', fields: { a: { type: 'text' } } }],
    ['propose_collection', { name: 'x'.repeat(5000), fields: { a: { type: 'text' } } }],
    ['propose_deletion', { collection: 'constructor', reason: 'x' }],
    ['propose_settings', { plugin: '__proto__', settings: { a: 1 } }],
    ['propose_settings', { plugin: 'x', settings: JSON.parse('{"__proto__": {"polluted": true}}') }],
  ])('refuses %s %j', async (tool, args) => {
    const { isError, data } = await session.call(tool, { ...args, apply: true })
    expect(isError || data.outcome === 'broken').toBe(true)
    expect(git('status', '--porcelain')).toBe('')
  })

  it('does not write through a link that leads out of the project', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'lintel-outside-'))
    try {
      writeFileSync(join(outside, 'posts.ts'), POSTS)
      rmSync(join(project.root, 'collections'), { recursive: true })
      symlinkSync(outside, join(project.root, 'collections'))
      const folder = await session.call('propose_field', { ...field, apply: true })
      project.write('content/posts.ts', POSTS)
      project.write('cms.config.ts', CONFIG.replace('./collections/', './content/'))
      const notes = { name: 'notes', fields: { a: { type: 'text' } } }
      const created = await session.call('propose_collection', { ...notes, apply: true })
      expect(created.text).toContain('collections/notes.ts is behind a link that leads out of the project')
      project.write('cms.config.ts', CONFIG)
      rmSync(join(project.root, 'collections'))
      mkdirSync(join(project.root, 'collections'))
      symlinkSync(join(outside, 'posts.ts'), join(project.root, 'collections/posts.ts'))
      const file = await session.call('propose_field', { ...field, apply: true })
      expect([folder, created, file]).toMatchObject([{ isError: true }, { isError: true }, { isError: true }])
      expect(readFileSync(join(outside, 'posts.ts'), 'utf8')).toBe(POSTS)
      expect(existsSync(join(outside, 'notes.ts'))).toBe(false)
    } finally {
      rmSync(outside, { recursive: true })
    }
  })
})

describe('wrong calls', () => {
  it.each([
    ['collection', { name: 7 }],
    ['collection', {}],
    ['collection', { name: 'posts', misspelled: true }],
    ['search_docs', { query: ['a'] }],
    ['search_docs', { query: 'x'.repeat(100_000) }],
    ['read_document', { collection: '..', id: 'a' }],
    ['read_document', { collection: 'posts', id: '../../admin' }],
    ['list_documents', { collection: '__proto__' }],
  ])('%s %j is a mistake that says which argument', async (tool, args) => {
    const { isError, text } = await session.call(tool, args)
    expect(isError).toBe(true)
    expect(text.length).toBeGreaterThan(20)
  })

  it('an unknown tool is an error of the protocol', async () => {
    await expect(session.call('rm')).rejects.toThrow('rm')
  })

  it('goes on after a call was given up', async () => {
    const giveUp = new AbortController()
    const waiting = session.client.callTool({ name: 'diff', arguments: {} }, { signal: giveUp.signal })
    const behind = session.client.callTool({ name: 'plan', arguments: {} }, { signal: giveUp.signal })
    giveUp.abort()
    await expect(waiting).rejects.toThrow()
    await expect(behind).rejects.toThrow()
    expect((await session.call('project')).data.ok).toBe(true)
  })
})

describe('content', () => {
  it('is read from the service at --url, with the token of the environment, which nobody sees', async () => {
    const asked: (string | undefined)[][] = []
    const service = createServer((request, response) => {
      asked.push([request.url, request.headers.authorization])
      if (request.url?.startsWith('/api/secrets')) response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
      else if (request.url?.startsWith('/api/posts/'))
        response.end(JSON.stringify({ data: { id: 'a1', title: 'One' } }))
      else if (request.url?.startsWith('/api/posts'))
        response.end(JSON.stringify({ data: [{ id: 'a1' }], pagination: { hasNext: false, nextCursor: null } }))
      else response.writeHead(403).end(JSON.stringify({ detail: 'Not for you.' }))
    })
    await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    const own = await startSession({ cwd: project.root, args: ['--url', url], env: { CMS_TOKEN: 'cms_hush' } })
    try {
      const found = await own.call('list_documents', { collection: 'posts', filters: { 'title[contains]': 'a&b' } })
      expect(found.data.documents).toEqual([{ id: 'a1' }])
      expect((await own.call('read_document', { collection: 'posts', id: 'a1' })).data.document.title).toBe('One')
      const refused = await own.call('search_content', { query: 'x' })
      expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('403: Not for you.') })
      expect(await own.call('list_documents', { collection: 'secrets' })).toMatchObject({ isError: true })
      expect(asked.map(([path]) => path)).toEqual([
        '/api/posts?title%5Bcontains%5D=a%26b&limit=10',
        '/api/posts/a1',
        '/api/content?q=x&limit=10',
        '/api/secrets?limit=10',
      ])
      expect(new Set(asked.map(([, token]) => token))).toEqual(new Set(['Bearer cms_hush']))
      expect(JSON.stringify([found, refused]) + own.stderr()).not.toContain('hush')
    } finally {
      await own.close()
      service.close()
    }
  })

  it('says how to start a service where none answers, and sends no token in the open', async () => {
    const nobody = await startSession({ cwd: project.root, args: ['--url', 'http://127.0.0.1:9'] })
    const open = await startSession({
      cwd: project.root,
      args: ['--url', 'http://cms.example'],
      env: { CMS_TOKEN: 'x' },
    })
    try {
      expect((await nobody.call('search_content', { query: 'x' })).text).toContain('cms dev')
      expect((await open.call('search_content', { query: 'x' })).text).toContain('not encrypted')
    } finally {
      await nobody.close()
      await open.close()
    }
  })
})

describe('the process', () => {
  it('writes nothing but the protocol to standard output, and ends with its client', async () => {
    project.write(
      'collections/posts.ts',
      `console.log('noise')\n${POSTS.replace('title:', 'summary: field.text(), title:')}`,
    )
    const child = spawn(process.execPath, [launcher, 'mcp'], { cwd: project.root, stdio: ['pipe', 'pipe', 'pipe'] })
    let stdout = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
    child.stdin.write('no json\n')
    const info = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } }
    send({ id: 1, method: 'initialize', params: info })
    send({ method: 'notifications/initialized' })
    send({ id: 2, method: 'tools/call', params: { name: 'project', arguments: {} } })
    // A new migration runs on D1's engine, which has a log of its own.
    send({ id: 3, method: 'tools/call', params: { name: 'check', arguments: { base: 'HEAD' } } })
    await expect.poll(() => stdout.includes('"id":2') && stdout.includes('"id":3')).toBe(true)
    for (const line of stdout.trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
    send({ id: 4, method: 'tools/call', params: { name: 'diff', arguments: { base: 'HEAD' } } })
    child.stdin.end()
    const code = await new Promise((done) => child.on('close', done))
    expect(code).toBe(0)
  })

  it('ends with a client that sends more than any message has', async () => {
    const child = spawn(process.execPath, [launcher, 'mcp'], { cwd: project.root, stdio: ['pipe', 'ignore', 'pipe'] })
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.stdin.on('error', () => {}) // it is gone before it has read everything
    child.stdin.write('x'.repeat(6 * 1024 * 1024))
    const code = await new Promise((done) => child.on('close', done))
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/cms mcp: .*(?:size|large|limit)/i),
    })
  })

  it('ends with an error where the address is none', async () => {
    const { code, stderr } = await cms(['mcp', '--url', 'nowhere'], { cwd: project.root })
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('nowhere is not an address') })
  })

  it('answers in a folder without a project, and says so', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lintel-empty-'))
    const empty = await startSession({ cwd: folder })
    try {
      expect(await empty.call('project')).toMatchObject({
        isError: true,
        text: expect.stringContaining('no cms.config.ts'),
      })
      expect(await empty.call('search_docs', { query: 'init' })).toMatchObject({ isError: false })
    } finally {
      await empty.close()
      rmSync(folder, { recursive: true })
    }
  })
})

it('keeps its config as it found it', () => {
  expect(read('cms.config.ts')).toBe(CONFIG)
})
