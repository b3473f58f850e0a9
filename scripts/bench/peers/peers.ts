/**
 * Compares Lintel on both hosts with Payload, Directus, Strapi and EmDash, each with SQLite on this disk: `npm run
 * bench:peers`. A complete run writes its table to docs/benchmarks.md; `--only lintel-node,payload` prints a part.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { directus } from './directus.ts'
import { emdash } from './emdash.ts'
import { lintelNode } from './lintel-node.ts'
import { lintelWorkerd } from './lintel-workerd.ts'
import { type Measured, measure } from './measure.ts'
import { type PeersOptions, POSTS, readOptions } from './options.ts'
import { payload } from './payload.ts'
import type { Peer } from './peer.ts'
import { writePosts } from './posts.ts'
import { CORES, takeLoadCore } from './processes.ts'
import { type Column, insertReport, reportOf } from './report.ts'
import { strapi } from './strapi.ts'
import { installSubject, type Subject } from './subject.ts'

const PEERS: Readonly<Record<string, Peer>> = {
  'lintel-node': lintelNode,
  'lintel-workerd': lintelWorkerd,
  payload,
  directus,
  strapi,
  emdash,
}
const PAGE = resolve(import.meta.dirname, '../../../docs/benchmarks.md')

const options = parse()
process.setMaxListeners(0) // each server that is started ends with this process
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130))
const began = performance.now()
const say = (text: string) => process.stderr.write(`${minutes().padStart(5)} min  ${text}\n`)
const keys = Object.keys(PEERS).filter((key) => options.only.length === 0 || options.only.includes(key))
const columns: Column[] = []
const results: Measured[] = []
takeFolder(options.folder)
process.on('exit', () => {
  if (!options.keep) rmSync(options.folder, { recursive: true, force: true })
})
const subjects = await install()
takeLoadCore()
for (const total of options.posts) {
  const path = join(options.folder, `posts-${total}.db`)
  rmSync(path, { force: true })
  writePosts(path, total)
  results.push(await measure(subjects, { total, path }, options, say))
}
const report = reportOf(columns, results, about())
console.log(report)
if (options.only.length === 0 && options.posts.join() === POSTS.join()) {
  writeFileSync(PAGE, insertReport(readFileSync(PAGE, 'utf8'), report))
  say('wrote docs/benchmarks.md')
}

async function install(): Promise<Subject[]> {
  const subjects: Subject[] = []
  for (const key of keys) {
    const peer = PEERS[key]
    if (!peer) continue
    say(`${peer.name} ${peer.version}: installing`)
    try {
      subjects.push(await installKept(peer, join(options.folder, key)))
      columns.push({ peer, failure: null })
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      columns.push({ peer, failure })
      say(`${peer.name} cannot be measured: ${failure}`)
    }
  }
  return subjects
}

/** Creates the folder, which is removed at the end. Exits if it contains files that are not from this benchmark. */
function takeFolder(folder: string): void {
  const mark = join(folder, '.lintel-bench-peers')
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0 && !existsSync(mark)) {
    console.error(`${folder} is not empty, and not a folder of this benchmark. Choose another with --folder.`)
    process.exit(2)
  }
  writeFileSync(mark, '')
}

/**
 * Returns the system that an earlier run with `--keep` installed, unless its settings have changed since; installs it
 * otherwise.
 */
async function installKept(peer: Peer, folder: string): Promise<Subject> {
  const note = join(folder, 'installed.json')
  const made = JSON.stringify([peer.version, peer.settings, peer.packages, peer.files])
  const kept = existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : null
  if (kept?.made === made && peer.packages) return { ...kept.subject, peer }
  const subject = await installSubject(peer, folder)
  writeFileSync(note, JSON.stringify({ made, subject }))
  return subject
}

function about(): string {
  const [cpu] = cpus()
  const cores = CORES
    ? `servers on core ${CORES.servers}, load from core ${CORES.load}`
    : 'servers and load on the same cores, since `taskset` is not there'
  const { rounds, milliseconds }: PeersOptions = options
  return `${platform()} ${arch()}, ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}; ${cores}. Median of ${rounds} rounds of ${milliseconds} ms over 16 connections. After the dot: how many times better ${columns[0]?.peer.name} is.`
}

function minutes(): string {
  return ((performance.now() - began) / 60_000).toFixed(1)
}

function parse(): PeersOptions {
  try {
    return readOptions(process.argv.slice(2), Object.keys(PEERS))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
}
