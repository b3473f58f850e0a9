/**
 * Subjects a built server on Node to faults of machines: processes that die, disks that are full or read-only, a locked
 * database, a clock that jumps. `npm run bench:faults -- --kills 200` prints the results, and fails if a confirmed
 * write is lost. It needs root, because it mounts disks.
 */
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { signIn } from '../bench/api/subject.ts'
import { buildServer } from '../bench/build-server.ts'
import { printTable } from '../bench/print.ts'
import { kill, type Machine, startMachine } from './machine.ts'
import { createPost, type Outcome, readPosts, startWriters, type Writers } from './writers.ts'

const { values } = parseArgs({ options: { kills: { type: 'string' }, only: { type: 'string' } } })
const kills = Number(values.kills ?? 200)
const scratch = mkdtempSync(join(tmpdir(), 'lintel-faults-'))
let failed = false

const FAULTS: Readonly<Record<string, () => Promise<string[][]>>> = {
  kills: killed,
  'full disk': fullDisk,
  'read-only disk': readOnlyDisk,
  lock: locked,
  clock,
}

await buildServer()
try {
  for (const [name, cause] of Object.entries(FAULTS)) {
    if (values.only !== undefined && !values.only.split(',').includes(name)) continue
    printTable(name, ['what', 'came of it'], await cause())
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)

/** Kills processes one by one during writes, and every tenth time all at once. */
async function killed(): Promise<string[][]> {
  const folder = folderOf('kills')
  let machine = await startMachine(folder, { PROCESSES: '2' })
  const writers = startWriters(() => machine.url, await signIn(machine))
  for (let count = 1; count <= kills; count += 1) {
    await moreWritten(writers)
    await sleep(Math.random() * 100)
    if (count % 10 === 0) {
      await machine.killAll()
      machine = await startMachine(folder, { PROCESSES: '2' })
    } else {
      const workers = machine.workers()
      const one = workers[Math.floor(Math.random() * workers.length)]
      if (one !== undefined) kill(one)
    }
  }
  await writers.stop()
  await recovered(machine)
  await machine.stop()
  return [
    ['processes killed', String(kills)],
    ['writes confirmed', String(writers.confirmed.length)],
    ['other outcomes', outcomesOf(writers.others)],
    ...inspect(folder, writers.confirmed),
  ]
}

/** Fills a disk of 24 MB during writes, and then frees the space. */
async function fullDisk(): Promise<string[][]> {
  return onDisk('full', async (folder, machine, token) => {
    const writers = startWriters(() => machine.url, token, 4)
    await sleep(1000)
    const filler = join(folder, 'filler')
    fillUp(filler)
    await sleep(2000)
    const full = await createPost(machine.url, token, 'On a full disk')
    const reads = await readPosts(machine.url)
    rmSync(filler)
    const again = await eventually(() => createPost(machine.url, token, `With room again ${Date.now()}`))
    await writers.stop()
    return {
      confirmed: writers.confirmed,
      rows: [
        ['a write meanwhile', told(full)],
        ['a read meanwhile', String(reads)],
        ['a write once there is room', told(again)],
        ['other outcomes', outcomesOf(writers.others)],
      ],
    }
  })
}

/**
 * Makes a disk read-only and then writable again. If a disk in use cannot be made read-only, starts a server on the
 * read-only disk.
 */
async function readOnlyDisk(): Promise<string[][]> {
  return onDisk('read-only', async (folder, machine, token) => {
    const before = await createPost(machine.url, token, 'Before')
    const disk = resolve(folder, '..')
    // A disk with a file that is open for writing cannot be made read-only.
    const held = execQuietly('mount', ['-o', 'remount,ro', disk])
    const rows: string[][] = []
    if (held === null) {
      const meanwhile = await createPost(machine.url, token, 'Meanwhile')
      rows.push(['a write meanwhile', told(meanwhile)], ['a read meanwhile', String(await readPosts(machine.url))])
      execFileSync('mount', ['-o', 'remount,rw', disk])
    } else {
      await machine.stop()
      execFileSync('mount', ['-o', 'remount,ro', disk])
      const started = await startMachine(folder).then(
        (other) => other,
        (error: unknown) => error,
      )
      if (started instanceof Error) rows.push(['a start on it', started.message.replace(/;.*/, '')])
      else {
        const other = started as Machine
        rows.push(['a write to a server started on it', told(await createPost(other.url, token, 'Meanwhile'))])
        rows.push(['a read of it', String(await readPosts(other.url))])
        await other.stop()
      }
      execFileSync('mount', ['-o', 'remount,rw', disk])
    }
    const after = await startMachine(folder)
    rows.push(['a write once it is writable', told(await createPost(after.url, token, 'After'))])
    await after.stop()
    return { confirmed: before.id === null ? [] : [before.id], rows }
  })
}

/** Lets another program hold the write lock for longer than a request waits. */
async function locked(): Promise<string[][]> {
  const folder = folderOf('lock')
  const machine = await startMachine(folder)
  const token = await signIn(machine)
  const holder = holdLock(join(folder, 'lintel.db'), 14)
  await sleep(1000)
  const began = performance.now()
  const waiting = createPost(machine.url, token, 'While it is locked')
  const reads = await readPosts(machine.url)
  const outcome = await waiting
  const waited = (performance.now() - began) / 1000
  await holder
  const after = await createPost(machine.url, token, 'Once it is free')
  await machine.stop()
  return [
    ['a write meanwhile', `${told(outcome)}, after ${waited.toFixed(1)} s`],
    ['a read meanwhile', String(reads)],
    ['a write once it is free', told(after)],
    ...inspect(folder, after.id === null ? [] : [after.id]),
  ]
}

/** Sets the clock of the process back by an hour, ahead by a day, and then right again. */
async function clock(): Promise<string[][]> {
  const folder = folderOf('clock')
  const preload = join(scratch, 'clock.mjs')
  const offset = join(scratch, 'offset')
  writeFileSync(offset, '0')
  writeFileSync(preload, clockModule(offset))
  const machine = await startMachine(folder, { NODE_OPTIONS: `--import=${preload}` })
  const rows: string[][] = []
  const confirmed: string[] = []
  const hour = 3_600_000
  for (const [words, jump] of [
    ['an hour back', -hour],
    ['a day on', 24 * hour],
    ['right again', 0],
  ] as const) {
    writeFileSync(offset, String(jump))
    await sleep(200)
    const token = await signIn(machine)
    const outcome = await createPost(machine.url, token, `Clock ${words}`)
    if (outcome.id !== null) confirmed.push(outcome.id)
    rows.push([`a write ${words}`, `${told(outcome)}; a read ${await readPosts(machine.url)}`])
  }
  await machine.stop()
  return [...rows, ...inspect(folder, confirmed)]
}

function clockModule(offset: string): string {
  return `import { readFileSync, watchFile } from 'node:fs'
const RealDate = Date
let offset = 0
const read = () => { offset = Number(readFileSync(${JSON.stringify(offset)}, 'utf8')) }
setInterval(read, 50).unref()
globalThis.Date = class extends RealDate {
  constructor(...values) { super(...(values.length === 0 ? [RealDate.now() + offset] : values)) }
  static now() { return RealDate.now() + offset }
}
`
}

/** Causes a fault on a separate disk, and then checks that all confirmed writes are there. */
async function onDisk(
  name: string,
  cause: (
    folder: string,
    machine: Machine,
    token: string,
  ) => Promise<{ readonly confirmed: readonly string[]; readonly rows: string[][] }>,
): Promise<string[][]> {
  const disk = join(scratch, `disk-${name}`)
  mkdirSync(disk)
  const refused = execQuietly('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk])
  if (refused !== null) return [['not tried', `a disk cannot be mounted here: ${refused}`]]
  try {
    const folder = join(disk, 'data')
    const machine = await startMachine(folder)
    const { confirmed, rows } = await cause(folder, machine, await signIn(machine))
    await machine.stop()
    return [['writes confirmed', String(confirmed.length)], ...rows, ...inspect(folder, confirmed)]
  } finally {
    execQuietly('umount', [disk])
  }
}

function fillUp(path: string): void {
  execQuietly('dd', ['if=/dev/zero', `of=${path}`, 'bs=4096'])
}

/**
 * Checks with SQLite's own program that the file is intact, that it contains every confirmed post, and that each post
 * has its version and its entry in the content index. Returns the results as rows of a table.
 */
function inspect(folder: string, confirmed: readonly string[]): string[][] {
  const path = join(folder, 'lintel.db')
  const ask = (sql: string) => execFileSync('sqlite3', [path, sql], { encoding: 'utf8' }).trim()
  const found = new Set(ask('SELECT id FROM posts').split('\n'))
  const lost = confirmed.filter((id) => !found.has(id))
  const integrity = ask('PRAGMA integrity_check')
  const references = ask('PRAGMA foreign_key_check')
  const halves = ask(
    'SELECT count(*) FROM posts WHERE id NOT IN (SELECT document_id FROM content_versions) OR id NOT IN (SELECT id FROM content)',
  )
  if (lost.length > 0 || integrity !== 'ok' || references !== '' || halves !== '0') failed = true
  return [
    ['confirmed writes that are gone', String(lost.length)],
    ['posts without their version or entry', halves],
    ['integrity_check', integrity],
    ['foreign_key_check', references === '' ? 'ok' : references],
  ]
}

/** Waits until five more writes are confirmed. */
async function moreWritten({ confirmed }: Writers): Promise<void> {
  const before = confirmed.length
  while (confirmed.length < before + 5) await sleep(5)
}

async function recovered(machine: Machine): Promise<void> {
  for (;;) {
    if ((await readPosts(machine.url).catch(() => 0)) === 200) return
    await sleep(50)
  }
}

async function eventually(attempt: () => Promise<Outcome>): Promise<Outcome> {
  for (let count = 0; ; count += 1) {
    const outcome = await attempt()
    if (outcome.id !== null || count > 50) return outcome
    await sleep(100)
  }
}

/** Holds the write lock for a number of seconds, in another program. */
function holdLock(path: string, seconds: number): Promise<void> {
  const program = `import sqlite3, sys, time
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute('BEGIN IMMEDIATE')
time.sleep(${seconds})
db.execute('COMMIT')`
  return new Promise((done) => {
    execFile('python3', ['-c', program, path], () => done())
  })
}

function told({ status, code, retryAfter }: Outcome): string {
  return [status, code, retryAfter === null ? null : `Retry-After ${retryAfter}`].filter((part) => part).join(', ')
}

function outcomesOf(others: ReadonlyMap<string, number>): string {
  return [...others].map(([status, count]) => `${status}: ${count}`).join(', ') || 'none'
}

function folderOf(name: string): string {
  const folder = join(scratch, name)
  mkdirSync(folder)
  return folder
}

/**
 * Runs a command without output.
 * @returns what a failing command printed; `null` on success
 */
function execQuietly(command: string, args: readonly string[]): string | null {
  try {
    execFileSync(command, args, { stdio: 'pipe' })
    return null
  } catch (error) {
    return String((error as { readonly stderr?: Buffer }).stderr ?? error).trim()
  }
}
