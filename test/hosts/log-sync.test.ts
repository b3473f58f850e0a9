import fs, { mkdtempSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DatabaseOptions, type NodeDatabase, openDatabase } from '../../src/hosts/node/database/node-database.ts'

/** A disk whose writes are forced when a test says so. */
interface Disk {
  /** Number of times that somebody has asked for it. */
  readonly asked: number
  /** Lets the one that waits end, well or with this error. */
  finish(error?: Error): Promise<void>
}

describe("a machine's database confirms a change", () => {
  let folder: string
  let disk: Disk
  let giveBack: () => void
  const opened: NodeDatabase[] = []

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lintel-log-'))
    ;[disk, giveBack] = holdDisk()
  })

  afterEach(async () => {
    giveBack()
    await Promise.all(opened.splice(0).map((db) => db.close()))
    rmSync(folder, { recursive: true })
  })

  const open = (options: DatabaseOptions = { longestForce: 60_000 }): NodeDatabase => {
    const db = openDatabase(join(folder, 'lintel.db'), options)
    opened.push(db)
    return db
  }
  const make = async (db: NodeDatabase) => {
    const made = db.prepare('CREATE TABLE notes (id INTEGER PRIMARY KEY)').run()
    await disk.finish()
    await made
  }
  const add = (db: NodeDatabase, id: number) => watch(db.prepare('INSERT INTO notes VALUES (?1)').bind(id).run())
  const ids = async (db: NodeDatabase) => (await db.withSession().prepare('SELECT id FROM notes').raw()).flat()

  test('once it is on the disk, reads meanwhile, and then commits together what has come', async () => {
    const db = open()
    await make(db)
    const first = add(db, 1)
    await expect.poll(() => ids(db)).toEqual([1])
    const others = [add(db, 2), add(db, 3)]
    expect(await ids(db)).toEqual([1])
    expect(first.outcome).toBe('open')

    await disk.finish()
    await expect.poll(() => ids(db)).toEqual([1, 2, 3])
    expect(first.outcome).toBe('done')
    expect(others.map(({ outcome }) => outcome)).toEqual(['open', 'open'])

    await disk.finish()
    await expect.poll(() => others.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
    expect(disk.asked).toBe(3) // of the table, the first, and the others
  })

  test('never where the disk fails, and goes on with the next one', async () => {
    const db = open()
    await make(db)
    const lost = add(db, 1)
    await disk.finish(new Error('EIO: i/o error, fdatasync'))
    await expect.poll(() => lost.outcome).toBe('D1_ERROR: disk I/O error: EIO: i/o error, fdatasync: SQLITE_IOERR')
    const next = add(db, 2)
    await disk.finish()
    await expect.poll(() => next.outcome).toBe('done')
  })

  test('though every thread that could force it is busy', async () => {
    const db = open({})
    await db.prepare('CREATE TABLE notes (id INTEGER PRIMARY KEY)').run()
    expect(disk.asked).toBe(1)
  })

  test('before it ends', async () => {
    const db = open()
    await make(db)
    const last = add(db, 1)
    const closed = watch(db.close())
    opened.pop()
    await expect.poll(() => disk.asked).toBe(2)
    expect(closed.outcome).toBe('open')
    await disk.finish()
    await expect.poll(() => closed.outcome).toBe('done')
    expect(last.outcome).toBe('done')
  })

  test('at once where it need not outlive a loss of power', async () => {
    const db = open({ synchronous: 'normal' })
    await db.prepare('CREATE TABLE notes (id INTEGER PRIMARY KEY)').run()
    expect(disk.asked).toBe(0)
  })
})

/** A promise, and how it has ended: `open` while it has not, `done`, or the message of its error. */
function watch(promise: Promise<unknown>): { readonly outcome: string } {
  const watched = { outcome: 'open' }
  promise.then(
    () => (watched.outcome = 'done'),
    (error: Error) => (watched.outcome = error.message),
  )
  return watched
}

/** Stands between Node and the disk, until what comes second is called. */
function holdDisk(): [Disk, () => void] {
  const actual = fs.fdatasync
  const waiting: ((error: Error | null) => void)[] = []
  let asked = 0
  const put = (fdatasync: typeof actual) => {
    fs.fdatasync = fdatasync
    syncBuiltinESMExports()
  }
  put(((_: number, done: (error: Error | null) => void) => {
    asked += 1
    waiting.push(done)
  }) as typeof actual)
  const disk = {
    get asked() {
      return asked
    },
    async finish(error?: Error) {
      await expect.poll(() => waiting.length).toBe(1)
      waiting.shift()?.(error ?? null)
    },
  }
  return [
    disk,
    () => {
      put(actual)
      for (const done of waiting) done(null)
    },
  ]
}
