/**
 * Moves a service from Cloudflare's local D1 and R2 to Node and back: `npm run bench:move -- --rows 1000000 --files
 * 5000`. Compares the rows of every table and the bytes of every file on disk, by SQLite and SHA-256.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setInterval } from 'node:timers'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { digestDatabase, localDatabase } from '../../../test/harness/digest-database.ts'
import { digestFiles } from '../../../test/harness/digest-files.ts'
import { integer } from '../option-values.ts'
import { printTable } from '../print.ts'
import { memoryOf, treeOf } from '../process-tree.ts'
import { fillDatabase, fillFolder } from './fill.ts'
import { PROJECT } from './project.ts'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '100000' }, files: { type: 'string', default: '5000' } },
})
const rows = integer('--rows', values.rows, 100, 20_000_000)
const files = integer('--files', values.files, 1, 1_000_000)
const scratch = mkdtempSync(join(tmpdir(), 'lintel-bench-move-'))
const at = (name: string) => join(scratch, name)
const steps: string[][] = []
try {
  await bench()
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

async function bench(): Promise<void> {
  for (const [path, text] of Object.entries(PROJECT)) {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), text)
  }
  symlinkSync(resolve('node_modules'), at('node_modules'))
  const [cloud, back, machine] = [at('cloud'), at('back'), at('machine')]
  mkdirSync(machine)
  await cms('build')
  await cms('migrate', 'apply', '--persist', cloud)
  fillDatabase(localDatabase(cloud), rows)
  const bytes = await fillFolder(at('files'), files)
  await cms('media', 'push', at('files'), '--persist', cloud)
  const original = digestDatabase(localDatabase(cloud))
  const total = Object.values(original).reduce((sum, table) => sum + table.rows, 0)

  const onNode = ['--env', 'machine', '--data', machine]
  await move('Cloudflare to Node', ['--persist', cloud], onNode)
  requireEqual('rows on Node', original, digestDatabase(join(machine, 'lintel.db')))
  requireEqual('files on Node', digestFiles(at('files')), digestFiles(join(machine, 'files')))
  await move('Node to Cloudflare', onNode, ['--persist', back])
  requireEqual('rows on Cloudflare', original, digestDatabase(localDatabase(back)))
  await step('files once more, all there', ['media', 'push', at('files'), '--persist', back])
  await cms('media', 'pull', at('checked'), '--persist', back)
  requireEqual('files on Cloudflare', digestFiles(at('files')), digestFiles(at('checked')))

  const compared = `${total.toLocaleString('en')} rows and search terms of ${Object.keys(original).length} tables, ${files.toLocaleString('en')} files of ${megabytes(bytes)} MB: equal after each move`
  printTable(compared, ['step', 'seconds', 'memory, MB', 'MB of backup'], steps)
}

async function move(title: string, from: readonly string[], to: readonly string[]): Promise<void> {
  const [backup, folder] = [at(`${title}.sql.gz`), at(title)]
  await step(`${title}: cms backup`, ['backup', ...from, '--output', backup], backup)
  await step(`${title}: cms restore`, ['restore', backup, ...to, '--adopt'])
  await step(`${title}: cms media pull`, ['media', 'pull', folder, ...from])
  await step(`${title}: cms media push`, ['media', 'push', folder, ...to])
}

async function step(title: string, args: readonly string[], written?: string): Promise<void> {
  const began = performance.now()
  const memory = await cms(...args)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  steps.push([title, seconds, memory.toFixed(0), written === undefined ? '' : megabytes(statSync(written).size)])
}

/**
 * Runs a command of `cms`.
 * @returns the maximum memory that the command and its processes used, in MB
 */
async function cms(...args: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, [resolve('src/cli/cms.js'), ...args], {
    cwd: scratch,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  let most = 0
  const watch = setInterval(() => {
    const tree = treeOf(child.pid ?? 0)
    if (tree) most = Math.max(most, memoryOf(tree).proportional)
  }, 200)
  const [code] = await once(child, 'close')
  clearInterval(watch)
  if (code !== 0) throw new Error(`cms ${args.join(' ')} ended with ${code}:\n${errors}`)
  return most
}

function requireEqual(what: string, original: object, moved: object): void {
  if (!isDeepStrictEqual(original, moved)) throw new Error(`The ${what} are not what they were.`)
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
