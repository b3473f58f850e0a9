/**
 * Prints what a service costs on Node: `npm run bench:node`. `--rows 100000` sets the number of posts, and `--rounds 3`
 * and `--milliseconds 2000` the number and duration of the rounds; `--write` writes the tables to docs/benchmarks.md.
 * Absolute figures depend on the machine and its load: compare them with the floor, which is measured in turns with
 * everything else.
 */
import { readFile } from 'node:fs/promises'
import { arch, cpus, platform } from 'node:os'
import { parseArgs } from 'node:util'
import type { Manifest } from '../../../src/manifest/index.ts'
import { buildServer } from '../build-server.ts'
import { dataFolder, setPlugins } from './dataset.ts'
import { measure } from './measure.ts'
import { show } from './report.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { rows: text, rounds: text, milliseconds: text, write: { type: 'boolean' } } })
const rows = Number(values.rows ?? 100_000)
const effort = { rounds: Number(values.rounds ?? 3), milliseconds: Number(values.milliseconds ?? 2000) }

const main = 'dist/server/start.js'
await buildServer()
const folder = await dataFolder(main, rows)
const { plugins } = JSON.parse(await readFile('.cms/manifest.json', 'utf8')) as Pick<Manifest, 'plugins'> // just built
const demos = plugins.filter(({ environments }) => environments?.includes('production') === false)
setPlugins(folder, { cache: false, demos: demos.map(({ name }) => name) })

const measured = await measure({ main, folder, rows, ...effort })
const machine = `${platform()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`
await show({ machine, rows, ...effort, ...measured }, values.write === true)
