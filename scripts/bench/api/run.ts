import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Manifest } from '../../../src/manifest/index.ts'
import type { Bundled } from '../served.ts'
import { type Case, casesOn } from './cases.ts'
import { measureCold } from './cold.ts'
import { dataset } from './dataset.ts'
import { measure, type Result, type Size } from './measure.ts'
import type { ApiOptions } from './options.ts'
import { bundleSubject, type Subject, startSubject } from './subject.ts'

/**
 * Measures the content API on databases of several sizes.
 * @param root folder in which filled databases are kept; by default, the one beside other local data
 * @throws Error for an unknown case
 */
export async function run(options: ApiOptions, root?: string): Promise<Result[]> {
  const worker = await bundleSubject()
  const folders = new Map<number, string>()
  for (const rows of options.rows) folders.set(rows, await dataset(worker, rows, root))
  const sizes: Size[] = []
  try {
    for (const [rows, folder] of folders) {
      const subject = await startSubject(worker, folder)
      sizes.push({ rows, subject, cases: [] })
      sizes[sizes.length - 1] = { rows, subject, cases: wanted(await casesOn(subject, rows), options.only) }
    }
    for (const { subject } of sizes) await turnOffDemos(subject)
    const results = await measureWarm(sizes, options)
    for (const { subject } of sizes) await removeMade(subject)
    return [...results, ...(await measureAllCold(worker, folders, sizes, options))]
  } finally {
    for (const { subject } of sizes) await subject.dispose()
  }
}

async function measureWarm(sizes: readonly Size[], { states, ...effort }: ApiOptions): Promise<Result[]> {
  const results: Result[] = []
  const cases = sizes[0]?.cases ?? []
  for (const state of states.filter((state) => state !== 'cold')) {
    for (const { subject } of sizes) await switchCache(subject, state === 'memory')
    await sleep(SWITCHED)
    for (const at of cases.keys()) results.push(...(await measure(sizes, at, state, effort)))
  }
  return results
}

async function measureAllCold(
  worker: Bundled,
  folders: ReadonlyMap<number, string>,
  sizes: readonly Size[],
  { states, starts }: ApiOptions,
): Promise<Result[]> {
  if (!states.includes('cold')) return []
  const results: Result[] = []
  for (const { rows, cases, subject } of sizes) {
    await subject.dispose()
    for (const known of cases.filter(({ isRead }) => isRead)) {
      results.push(await measureCold(worker, folders.get(rows) ?? '', rows, known, starts))
    }
  }
  return results
}

/** Maximum time for which an isolate remembers which plugins are active, in milliseconds, plus a margin. */
const SWITCHED = 1500

/** Turns the cache plugin on or off. It is on only in the state `memory`. */
async function switchCache(subject: Subject, isOn: boolean): Promise<void> {
  await subject.sql(`UPDATE "plugins" SET "active" = ${isOn ? 1 : 0} WHERE "name" = 'cache'`)
}

/** Turns off the plugins that are not active in production, so that they do not affect the figures. */
async function turnOffDemos(subject: Subject): Promise<void> {
  const { plugins } = JSON.parse(await readFile('.cms/manifest.json', 'utf8')) as Pick<Manifest, 'plugins'> // just built
  const demos = plugins.filter(({ environments }) => environments?.includes('production') === false)
  const names = demos.map(({ name }) => `'${name}'`).join(', ')
  await subject.sql(`UPDATE "plugins" SET "active" = 0 WHERE "name" IN (${names})`)
}

/** Deletes the documents that were created, so that the next run finds the number of documents that it expects. */
async function removeMade(subject: Subject): Promise<void> {
  const made = `SELECT "id" FROM "posts" WHERE "slug" >= 'made-' AND "slug" < 'made.'`
  await subject.sql(
    `DELETE FROM "content_versions" WHERE "document_id" IN (${made})`,
    `DELETE FROM "posts" WHERE "id" IN (${made})`,
  )
}

function wanted(cases: readonly Case[], only: readonly string[]): Case[] {
  const unknown = only.filter((name) => !cases.some((known) => known.name === name))
  if (unknown.length > 0) {
    throw new Error(`There is no case ${unknown.join(', ')}, only ${cases.map(({ name }) => name).join(', ')}.`)
  }
  return cases.filter(({ name }) => only.length === 0 || only.includes(name))
}
