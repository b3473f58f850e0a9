/** A service for tests of the server: it tells what reached it, and writes where it is asked to. */
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HostDatabase } from '../../../src/hosts/host.ts'
import type { BuiltService } from '../../../src/hosts/node/run-service.ts'

type Handle = (request: Request, db: HostDatabase, query: URLSearchParams) => Promise<unknown>

const SCHEMA = [
  'CREATE TABLE IF NOT EXISTS notes (id TEXT PRIMARY KEY, length INTEGER NOT NULL)',
  'CREATE TABLE IF NOT EXISTS totals (name TEXT PRIMARY KEY, value INTEGER NOT NULL)',
  "INSERT INTO totals VALUES ('notes', 0) ON CONFLICT DO NOTHING",
]

/** Counts for as long as it is let. */
const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS n FROM n'

/** Requests to `/beside`. */
let underWay = 0

const ROUTES: Readonly<Record<string, Handle>> = {
  '/schema': (_, db) => db.batch(SCHEMA.map((sql) => db.prepare(sql))),
  '/who': async ({ url, method, headers }) => ({
    url,
    method,
    pid: process.pid,
    address: headers.get('cf-connecting-ip'),
    country: headers.get('cf-ipcountry'),
  }),
  '/wait': async (_, __, query) => sleep(Number(query.get('ms')), { pid: process.pid }),
  '/write': (_, db, query) =>
    db.batch([
      db.prepare('INSERT INTO notes VALUES (?1, 1)').bind(query.get('id')),
      db.prepare("UPDATE totals SET value = value + 1 WHERE name = 'notes'"),
    ]),
  '/body': async (request) => ({ length: (await request.arrayBuffer()).byteLength }),
  '/counts': (_, db) =>
    db
      .withSession()
      .prepare('SELECT (SELECT count(*) FROM notes) AS notes, (SELECT value FROM totals) AS total')
      .first(),
  '/busy': async (_, __, query) => {
    const until = Date.now() + Number(query.get('ms'))
    while (Date.now() < until);
  },
  '/beside': async () => {
    underWay += 1
    await null
    const beside = underWay
    await null
    underWay -= 1
    return { beside }
  },
  '/endless': (_, db) => (db.prepareApart?.(ENDLESS, 20_000) ?? db.prepare(ENDLESS)).all(),
}

/** Tells whether no process has left this note before. */
function isFirst(note: string): boolean {
  try {
    writeFileSync(note, '', { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

export default {
  secrets: [],
  vars: {},
  worker: {
    prepare: async () => {
      const { KILLED_ONCE, QUICK_ONCE } = process.env
      // The first of all processes is killed before it is ready, or is the only one that takes no time.
      if (KILLED_ONCE !== undefined && isFirst(KILLED_ONCE)) process.kill(process.pid, 'SIGKILL')
      if (QUICK_ONCE !== undefined && !isFirst(QUICK_ONCE)) await sleep(2000)
    },
    fetch: async (request, { DB }) => {
      const { pathname, searchParams } = new URL(request.url)
      try {
        return Response.json((await ROUTES[pathname]?.(request, DB, searchParams)) ?? null)
      } catch (error) {
        return Response.json({ error: String(error) }, { status: 503 })
      }
    },
    scheduled: async () => {},
    queue: async () => {},
  },
} satisfies BuiltService
