import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type NodeDatabase, openDatabase } from '../../src/hosts/node/database/node-database.ts'

const ENDLESS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS n FROM n'

describe("a machine's database", () => {
  let folder: string
  let db: NodeDatabase

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lintel-database-'))
    db = openDatabase(join(folder, 'lintel.db'), { longestRead: 2000 })
    await db.batch([
      db.prepare('CREATE TABLE parents (id INTEGER PRIMARY KEY)'),
      db.prepare('CREATE TABLE children (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parents (id))'),
    ])
  })

  afterEach(async () => {
    await db.close()
    rmSync(folder, { recursive: true })
  })

  const add = (id: number) => db.prepare('INSERT INTO parents VALUES (?1)').bind(id)
  const ids = async () => (await db.withSession().prepare('SELECT id FROM parents ORDER BY id').raw()).flat()

  test('takes a batch that fails back, and none of those that come with it', async () => {
    const together = await Promise.allSettled([
      add(1).run(),
      db.batch([add(2), add(3), add(1)]),
      db.batch([add(4), add(5)]),
      db.batch([db.prepare('PRAGMA defer_foreign_keys = ON'), add(6), add(6)]),
      db.batch([
        db.prepare('PRAGMA defer_foreign_keys = ON'),
        add(7),
        db.prepare('INSERT INTO children VALUES (1, 99)'),
      ]),
      db.batch([
        db.prepare('PRAGMA defer_foreign_keys = ON'),
        db.prepare('INSERT INTO children VALUES (2, 8)'),
        add(8),
      ]),
      add(9).run(),
    ])
    expect(together.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, false, false, true, true])
    expect(await ids()).toEqual([1, 4, 5, 8, 9])
  })

  describe('plans a statement once, whatever its limit', () => {
    const planned = countPlans()

    test.each([
      'SELECT id FROM parents ORDER BY id LIMIT ?',
      'SELECT id FROM parents ORDER BY id limit\n?1',
      'SELECT id FROM (SELECT id FROM parents ORDER BY id LIMIT ?1) ORDER BY id /* LIMIT ?9 */',
      "SELECT id FROM parents WHERE 'limit ?' <> 'LIMIT ?9' ORDER BY id LIMIT ?1 OFFSET 0 -- limit ?9",
    ])('%s', async (sql) => {
      const asked = openDatabase(join(folder, 'lintel.db'))
      await db.batch([1, 2, 3].map(add))
      const ask = async (limit: number) => (await asked.withSession().prepare(sql).bind(limit).raw()).flat()
      expect(await ask(1)).toEqual([1])
      const before = planned()
      expect(await ask(2)).toEqual([1, 2])
      expect(await ask(-1)).toEqual([1, 2, 3])
      expect(planned()).toBe(before)
      await asked.close()
    })

    test('and refuses a limit that is no number', async () => {
      const asked = db.withSession().prepare('SELECT id FROM parents LIMIT ?').bind('many').all()
      await expect(asked).rejects.toThrow('datatype mismatch')
    })
  })

  test('ends a read that takes too long, and answers those that wait behind it', async () => {
    const endless = db.prepareApart(ENDLESS, 10_000).all()
    const behind = db.prepareApart('SELECT 1 AS one', 10_000).first('one')
    await expect(endless).rejects.toThrow('D1_ERROR: the statement took longer than 2 s: SQLITE_INTERRUPT')
    expect(await behind).toBe(1)
    expect(readers()).toHaveLength(1)
  })

  test('ends a statement of a person at its own limit, and lets nothing else wait for it', async () => {
    const patient = openDatabase(join(folder, 'lintel.db'))
    const slow = patient.prepare(ENDLESS.replace('FROM n)', 'FROM n WHERE i < 100000)'))
    const orderWith = async (limit: number): Promise<string[]> => {
      const order: string[] = []
      const ended = patient.prepareApart(ENDLESS, limit).all()
      const noted = ended.catch(({ message }) => order.push(message))
      for (const _ of [1, 2]) await slow.first()
      order.push(`read ${await patient.prepare('SELECT 1 AS one').first('one')}`)
      await noted
      return order
    }
    const expected = (seconds: number) => [
      'read 1',
      `D1_ERROR: the statement took longer than ${seconds} s: SQLITE_INTERRUPT`,
    ]
    // On a busy machine, reading may itself take a second.
    const [first, ...rest] = await orderWith(1000)
    if (first === 'read 1') expect([first, ...rest]).toEqual(expected(1))
    else expect(await orderWith(20_000)).toEqual(expected(20))
    await patient.close()
  })

  test('asks elsewhere what was slow before, in a session too', async () => {
    const patient = openDatabase(join(folder, 'lintel.db'))
    const slow = patient.withSession().prepare(ENDLESS.replace('FROM n)', 'FROM n WHERE i < ?1)')).bind(1_000_000)
    await expect.poll(readers).toHaveLength(0) // those of other tests have ended
    expect(await slow.first('n')).toBe(1_000_000)
    expect(readers()).toHaveLength(0)
    expect(await slow.first('n')).toBe(1_000_000)
    expect(readers()).toHaveLength(1)
    await patient.close()
  })

  test('leaves no reader behind whose process ended while it was started, in the middle of a statement too', async () => {
    const module = new URL('../../src/hosts/node/database/reader-main.ts', import.meta.url)
    const gone = '1' // the pid of who asked once, which is not that of this process
    const reader = fork(fileURLToPath(module), [join(folder, 'lintel.db'), gone], { serialization: 'advanced' })
    reader.send({ id: 1, questions: [{ sql: ENDLESS, values: [], form: 'objects' }] })
    expect(await once(reader, 'exit')).toEqual([null, 'SIGKILL'])
  })

  test('gives columns of one name apart, with their names where they are asked for', async () => {
    const twice = db.withSession().prepare('SELECT 1 AS a, 2 AS a')
    expect(await twice.raw()).toEqual([[1, 2]])
    expect(await twice.raw({ columnNames: true })).toEqual([
      ['a', 'a'],
      [1, 2],
    ])
  })
})

/** Processes of readers that this one has started. */
function readers(): string[] {
  return readdirSync('/proc').filter((entry) => {
    try {
      const parent = Number(readFileSync(`/proc/${entry}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
      return parent === process.pid && readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes('reader-main')
    } catch {
      return false // no process, or one that has ended
    }
  })
}

/** Tells how often SQLite has planned anything for databases that are opened from now on: it asks an authorizer then. */
function countPlans(): () => number {
  let count = 0
  const { prepare } = DatabaseSync.prototype
  beforeAll(() => {
    DatabaseSync.prototype.prepare = function (sql) {
      this.setAuthorizer(() => {
        count += 1
        return constants.SQLITE_OK
      })
      return prepare.call(this, sql)
    }
  })
  afterAll(() => {
    DatabaseSync.prototype.prepare = prepare
  })
  return () => count
}
