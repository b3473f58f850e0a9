import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCRIPT, type StartedServer, startServer } from './served/start-server.ts'

describe('a server of two processes', () => {
  let server: StartedServer

  beforeAll(async () => {
    server = await startServer({ PROCESSES: '2', JWT_SECRET: 'unused' })
  })

  afterAll(() => server.dispose())

  test('loses no write of many, and makes none twice', async () => {
    const before = await counts(server)
    const answers = await Promise.all(Array.from({ length: 400 }, (_, index) => ask(server, `/write?id=many-${index}`)))
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    expect(await counts(server)).toEqual({ notes: before.notes + 400, total: before.total + 400 })
    await expect.poll(async () => (await pidsOf(server)).size).toBe(2)
  })

  test('waits while another program writes, and reads meanwhile', async () => {
    const other = new DatabaseSync(server.database)
    other.exec('BEGIN IMMEDIATE')
    let isWritten = false
    const write = ask(server, '/write?id=waited').finally(() => (isWritten = true))
    await sleep(300)
    expect((await ask(server, '/counts')).status).toBe(200)
    expect(isWritten).toBe(false)
    other.exec('COMMIT')
    other.close()
    expect((await write).status).toBe(200)
  })

  test('answers others while a statement of the console goes on and on', async () => {
    const leaving = new AbortController()
    const endless = ask(server, '/endless', { signal: leaving.signal }).catch(() => 'left')
    await sleep(200)
    for (let index = 0; index < 10; index += 1) expect((await ask(server, '/counts')).status).toBe(200)
    leaving.abort()
    expect(await endless).toBe('left')
  })

  test('has a connection closed after 100 requests, for the process that is least busy to take the next', async () => {
    const together = 'GET /who HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(120)
    const answers = (await raw(server, together)).split(/(?=HTTP\/1\.1)/)
    expect(answers).toHaveLength(100)
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200 '))).toHaveLength(100)
    expect(answers.filter((answer) => /^connection: close/im.test(answer))).toEqual([answers[99]])
  })

  test('replaces processes that are killed, also all of them at once', async () => {
    for (const count of [1, 2]) {
      const killed = server.workers().slice(0, count)
      for (const pid of killed) process.kill(pid, 'SIGKILL')
      const isReplaced = async () => {
        const pids = await pidsOf(server).catch(() => new Set<number>())
        return pids.size === 2 && killed.every((pid) => !pids.has(pid))
      }
      await expect.poll(isReplaced).toBe(true)
    }
    expect(server.log()).toContain('A process exited unexpectedly (SIGKILL). Starting another one.')
  })

  test('loses no request while its processes are replaced', async () => {
    const before = server.workers()
    let isOver = false
    const statuses: number[] = []
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const load = Promise.all(
      Array.from({ length: 8 }, async () => {
        while (!isOver) statuses.push(await statusOf(server, agent, '/wait?ms=2'))
      }),
    )
    server.signal('SIGHUP')
    await expect.poll(() => server.log()).toContain('Every process now runs the new build.')
    isOver = true
    await load
    agent.destroy()
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect(server.workers().filter((pid) => before.includes(pid))).toEqual([])
  })
})

test('a process that is killed before it is ready is replaced', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-killed-'))
  const server = await startServer({ PROCESSES: '2', KILLED_ONCE: join(folder, 'note') })
  expect(existsSync(join(folder, 'note'))).toBe(true)
  expect(server.workers()).toHaveLength(2)
  await server.dispose()
  rmSync(folder, { recursive: true })
})

describe('a server that ends', () => {
  test('answers what is under way, keeps what is kept alive for no longer, and exits with 0', async () => {
    const server = await startServer()
    const agent = new Agent({ keepAlive: true, maxSockets: 20 })
    const underWay = Array.from({ length: 20 }, () => statusOf(server, agent, '/wait?ms=500'))
    await sleep(200)
    server.signal('SIGTERM')
    expect(await Promise.all(underWay)).toEqual(underWay.map(() => 200))
    expect(await server.ended).toBe(0)
    await server.dispose()
  })

  test('replaces its processes once more, however often it is told meanwhile, and ends in the middle of it', async () => {
    const server = await startServer()
    const replaced = () => server.log().split('Every process now runs the new build.').length - 1
    for (let count = 0; count < 20; count += 1) server.signal('SIGHUP')
    await expect.poll(replaced).toBeGreaterThan(0)
    for (let count = 0; count < 20; count += 1) server.signal('SIGHUP')
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.log()).not.toContain('was killed')
    expect(replaced()).toBeLessThanOrEqual(3)
    expect(server.log()).not.toContain('does not start')
    await server.dispose()
  })

  test('answers what a process has taken that is not ready yet', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lintel-quick-'))
    const server = await startServer({ QUICK_ONCE: join(folder, 'note') })
    const [first] = server.workers()
    server.signal('SIGHUP')
    // On connections of their own, since any process may take one.
    const who = () => ask(server, '/who', { headers: { connection: 'close' } })
    const isListening = async () =>
      (await Promise.all(Array.from({ length: 16 }, who))).some(({ body }) => body.pid !== first)
    await expect.poll(isListening, { interval: 20 }).toBe(true)
    expect(server.log()).not.toContain('Every process runs')
    const agent = new Agent({ maxSockets: 40 })
    const underWay = Array.from({ length: 40 }, () => statusOf(server, agent, '/wait?ms=500'))
    await sleep(200)
    server.signal('SIGTERM')
    expect(await Promise.all(underWay)).toEqual(underWay.map(() => 200))
    expect(await server.ended).toBe(0)
    expect(server.log()).not.toContain('was killed')
    await server.dispose()
    rmSync(folder, { recursive: true })
  })
})

test('a process answers side by side what came while it was busy', async () => {
  const server = await startServer({ PROCESSES: '1' })
  await Promise.all(Array.from({ length: 3 }, () => ask(server, '/wait?ms=100'))) // three connections that stay open
  const busy = ask(server, '/busy?ms=400')
  await sleep(100)
  const answers = await Promise.all([ask(server, '/beside'), ask(server, '/beside')])
  expect(answers.map(({ body }) => body)).toEqual([{ beside: 2 }, { beside: 2 }])
  await busy
  await server.dispose()
})

describe('a server', () => {
  let server: StartedServer

  beforeAll(async () => {
    server = await startServer({ TRUSTED_PROXIES: '10.0.0.7' })
  })

  afterAll(() => server.dispose())

  test('takes no word of strangers for who calls', async () => {
    const headers = {
      'CF-Connecting-IP': '1.2.3.4',
      'CF-IPCountry': 'AQ',
      'X-Forwarded-For': '1.2.3.4',
      'X-Forwarded-Proto': 'https',
    }
    const { body } = await ask(server, '/who', { headers })
    expect(body).toMatchObject({ address: '127.0.0.1', country: null, url: new URL('/who', server.url).href })
  })

  test('takes that of its proxy, and of the proxy alone', async () => {
    const behind = await startServer({ TRUSTED_PROXIES: 'loopback, 10.0.0.0/8' })
    const from = async (forwarded: string) =>
      (await ask(behind, '/who', { headers: { 'X-Forwarded-For': forwarded, 'X-Forwarded-Proto': 'https' } })).body
    expect(await from('6.6.6.6, 203.0.113.9, 10.1.2.3')).toMatchObject({
      address: '203.0.113.9',
      url: expect.stringMatching(/^https:/),
    })
    expect(await from('6.6.6.6, ::ffff:cb00:7109, ::FFFF:10.1.2.3')).toMatchObject({ address: '203.0.113.9' })
    expect(await from('nonsense')).toMatchObject({ address: '127.0.0.1' })
    expect(await from('9, 9')).toMatchObject({ address: '127.0.0.1' })
    expect(await from('2001:db8::1')).toMatchObject({ address: '2001:db8::1' })
    const hosted = async (name: string) => {
      const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': name }
      return (await ask(behind, '/who', { headers })).body.url
    }
    expect(await hosted('cms.example.com:8443')).toBe('https://cms.example.com:8443/who')
    expect(await hosted('cms.example.com/admin?')).toBe(`https://${behind.url.host}/who`)
    await behind.dispose()
  })

  test('refuses a body that is too large before it comes', async () => {
    const answer = await raw(server, `POST /body HTTP/1.1\r\nHost: a.example\r\nContent-Length: ${2 ** 40}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toContain('"code":"payload_too_large"')
  })

  test('leaves the limits of addresses and headers to the service, up to its own', async () => {
    const headers = { 'X-Long': 'a'.repeat(32_000) }
    expect((await ask(server, `/who?${'a'.repeat(16_000)}`, { headers })).status).toBe(200)
    expect(await raw(server, `GET /who HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(70_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    )
  })

  test('refuses a request for two hosts', async () => {
    const answer = await raw(server, 'GET /who HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('more than one Host header')
  })

  test.each([
    'GET /who HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n',
    `POST /body HTTP/1.1\r\nHost: a.example\r\nContent-Length: ${2 ** 40}\r\n\r\n`,
    'GET who HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'GET /who HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n',
  ])('gives what it refuses by itself the headers of every response: %j', async (lines) => {
    const answer = await raw(server, lines)
    expect(answer).toMatch(/^HTTP\/1\.1 4/)
    for (const line of ['X-Content-Type-Options: nosniff', 'X-Frame-Options: SAMEORIGIN', "Policy: default-src 'none'"])
      expect(answer.toLowerCase()).toContain(line.toLowerCase())
  })

  test('takes a backslash of a path for a slash, as workerd does', async () => {
    const answer = await raw(server, 'GET /\\who?a=\\ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('closes a connection whose body it has not read, and keeps one whose body has come', async () => {
    const head = (length: number) => `POST /who HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`
    const unread = await raw(server, `${head(1_000_000)}the beginning of it`)
    expect(unread).toMatch(/^HTTP\/1\.1 200 /)
    expect(unread).toMatch(/^connection: close/im)
    const next = 'GET /who HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const both = (await raw(server, `${head(5)}whole${next}`)).split(/(?=HTTP\/1\.1)/)
    expect(both.map((answer) => answer.slice(0, 13))).toEqual(['HTTP/1.1 200 ', 'HTTP/1.1 200 '])
    expect(both[0]).not.toMatch(/^connection: close/im)
  })

  test('goes on after uploads that were broken off', async () => {
    const { pid } = (await ask(server, '/who')).body
    for (let index = 0; index < 20; index += 1) {
      const socket = connect(Number(server.url.port), '127.0.0.1')
      socket.on('error', () => {})
      await new Promise((done) =>
        socket.write('POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\nhalf', done),
      )
      socket.destroy()
    }
    const body = await ask(server, '/body', { method: 'POST', body: 'whole' })
    expect(body.body).toEqual({ length: 5 })
    expect((await ask(server, '/who')).body.pid).toBe(pid)
  })

  test('serves others while clients send their headers byte by byte', async () => {
    const slow = Array.from({ length: 300 }, () => connect(Number(server.url.port), '127.0.0.1'))
    for (const socket of slow) socket.on('error', () => {}).write('GET /who HTTP/1.1\r\nHo')
    expect((await ask(server, '/who')).status).toBe(200)
    for (const socket of slow) socket.destroy()
  })

  test('keeps a connection for as long as its client does', async () => {
    const together = 'GET /who HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(150)
    const last = 'GET /who HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const answers = (await raw(server, together + last)).split(/(?=HTTP\/1\.1)/)
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200 '))).toHaveLength(151)
  })

  test('answers requests that come together, in their order', async () => {
    const both =
      'GET /wait?ms=50 HTTP/1.1\r\nHost: a\r\n\r\nGET /counts HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const answers = (await raw(server, both)).split(/(?=HTTP\/1\.1)/)
    expect(answers).toHaveLength(2)
    expect(answers[0]).toContain('"pid"')
    expect(answers[1]).toContain('"notes"')
  })

  test('says nothing but headers to HEAD', async () => {
    const answer = await raw(server, 'HEAD /who HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(answer).toMatch(/\r\n\r\n$/)
  })

  test('sends files compressed, and not again to whom has them', async () => {
    const url = new URL('/assets/page.0123abcd.js', server.url)
    const first = await fetch(url, { headers: { 'Accept-Encoding': 'br' } })
    expect(first.headers.get('content-encoding')).toBe('br')
    expect(first.headers.get('cache-control')).toContain('immutable')
    expect(await first.text()).toBe(SCRIPT)
    const etag = first.headers.get('etag') ?? ''
    const again = await fetch(url, { headers: { 'If-None-Match': etag } })
    expect(again.status).toBe(304)
    const secure = await fetch(url, { headers: { 'X-Forwarded-Proto': 'https' } })
    expect(secure.headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
    expect(first.headers.get('strict-transport-security')).toBeNull()
    expect((await fetch(new URL('/assets/..%2f_headers', server.url))).headers.get('content-type')).toContain('json')
  })
})

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: what the service of the tests says
  readonly body: any
}

async function ask({ url }: StartedServer, path: string, init?: RequestInit): Promise<Answer> {
  const answer = await fetch(new URL(path, url), init)
  return { status: answer.status, body: await answer.json() }
}

async function counts(server: StartedServer): Promise<{ readonly notes: number; readonly total: number }> {
  return (await ask(server, '/counts')).body
}

async function pidsOf(server: StartedServer): Promise<ReadonlySet<number>> {
  const headers = { Connection: 'close' }
  const who = await Promise.all(Array.from({ length: 10 }, () => ask(server, '/who', { headers })))
  return new Set(who.map(({ body }) => body.pid))
}

/** Status of the answer; 0 where there is none. */
function statusOf({ url }: StartedServer, agent: Agent, path: string): Promise<number> {
  return new Promise((done) => {
    const outgoing = request(new URL(path, url), { agent }, (incoming) => {
      incoming.resume().on('end', () => done(incoming.statusCode ?? 0))
    })
    outgoing.on('error', () => done(0)).end()
  })
}

/** Everything that the server says on a connection of its own. */
function raw({ url }: StartedServer, lines: string): Promise<string> {
  const socket = connect(Number(url.port), '127.0.0.1')
  socket.write(lines)
  return text(socket)
}
