/**
 * Prints what lists cost a service with three languages, compared with a service with one language: `npm run
 * bench:locales:service`, with `--documents 10000`. Both run on Node with the same documents, one process on one core
 * each, and take turns.
 */
import { parseArgs } from 'node:util'
import { fire } from '../load.ts'
import { median } from '../print.ts'
import { processorTimeOf } from '../process-tree.ts'
import { start } from './project.ts'

const { values } = parseArgs({ options: { documents: { type: 'string', default: '10000' } } })
const documents = Number(values.documents)
if (!Number.isSafeInteger(documents) || documents < 100)
  throw new Error('--documents takes a whole number from 100 on: npm run bench:locales:service -- --documents 10000')
const ROUNDS = 5
const MILLISECONDS = 1500

const CASES: Readonly<Record<string, string>> = {
  newest: '/api/posts?limit=20&count=none',
  'newest, with total': '/api/posts?limit=20',
  'filter and sort': '/api/posts?limit=20&rating[gte]=3&sort=title&count=none',
  'by slug': '/api/posts?slug=slug-77&count=none',
  search: '/api/posts?q=word77&limit=20&count=none',
}

const one = await start('one', documents)
const three = await start('three', documents)
try {
  const rows: Record<string, object> = {}
  for (const [name, path] of Object.entries(CASES)) {
    const asked = [
      { at: one, path, cpu: [] as number[] },
      { at: three, path, cpu: [] as number[] },
      { at: three, path: `${path}&locale=de`, cpu: [] as number[] },
    ]
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const { at, path, cpu } of asked) {
        const before = processorTimeOf(at.pids)
        const shot = () => ({ method: 'GET', path })
        const { count } = await fire(at.url, at.pids[0] ?? 0, shot, { milliseconds: MILLISECONDS }, 200)
        if (round > 0) cpu.push(((processorTimeOf(at.pids) - before) * 1e6) / count) // the first one is a warm-up
      }
    const [base = 0, ...others] = asked.map(({ cpu }) => median(cpu))
    const [inDefault, inGerman] = others.map((cpu) => `${Math.round(cpu)} (${(cpu / base).toFixed(2)}x)`)
    rows[name] = { 'one language': Math.round(base), 'default of three': inDefault, 'German of three': inGerman }
  }
  console.log(`${documents.toLocaleString('en')} documents, microseconds of CPU for a request, times one language`)
  console.table(rows)
} finally {
  await Promise.all([one.stop(), three.stop()])
}
