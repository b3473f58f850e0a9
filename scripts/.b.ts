import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fire } from './bench/load.ts'
import { median } from './bench/print.ts'
import { bundle, serve, VARIABLES } from './bench/served.ts'

const folder = await mkdtemp(join(tmpdir(), 'lb-'))
const source = await bundle('src/worker.ts')
const s = await serve(source, join(folder, 'a'))
const call = async (path: string, body: unknown, token?: string) => {
  const r = await fetch(new URL(path, s.url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  if (!r.ok) throw new Error(path + r.status + (await r.text()))
  return r.json() as any
}
const { token } = await call('/api/auth/login', { email: VARIABLES.ADMIN_EMAIL, password: VARIABLES.ADMIN_PASSWORD })
const ids: string[] = []
const prose = 'Some prose that goes on. '.repeat(12)
for (let i = 0; i < 300; i++)
  ids.push(
    (
      await call(
        '/api/posts',
        {
          status: 'published',
          title: `The article with number ${i}`,
          summary: 'A sentence or two. '.repeat(5),
          ...(process.argv[2] === 'body' ? { body: prose } : {}),
        },
        token,
      )
    ).data.id,
  )
await s.dispose()
await cp(join(folder, 'a'), join(folder, 'b'), { recursive: true })
const a = await serve(source, join(folder, 'a')),
  b = await serve(await bundle('scripts/.y.ts'), join(folder, 'b'))
for (const [name, n, pa, pb] of [
  ['hello', 2000, '/favicon.svg', '/hello'],
  ['byid', 1500, '/api/posts/:', '/posts/:'],
  ['list', 700, '/api/posts', '/posts'],
] as const) {
  const ours: number[] = [],
    theirs: number[] = [],
    ratio: number[] = []
  for (let r = 0; r < 6; r++) {
    const p = (q: string) => (i: number) => ({ method: 'GET', path: q.replace(':', ids[i % ids.length] as string) })
    const x = await fire(a.url, a.pid, p(pa), n, name === 'hello' && process.argv[3] ? 404 : 200),
      y = await fire(b.url, b.pid, p(pb), n, 200)
    if (r > 0) {
      ours.push(x.cpuMicros ?? 0)
      theirs.push(y.cpuMicros ?? 0)
      ratio.push((x.cpuMicros ?? 0) / (y.cpuMicros ?? 1))
    }
  }
  console.log(name, median(ours).toFixed(0), median(theirs).toFixed(0), median(ratio).toFixed(2))
}
await Promise.all([a.dispose(), b.dispose()])
await rm(folder, { recursive: true })
