import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lintelNode } from '../../scripts/bench/peers/lintel-node.ts'
import { type Measured, measure } from '../../scripts/bench/peers/measure.ts'
import { readOptions } from '../../scripts/bench/peers/options.ts'
import { writePosts } from '../../scripts/bench/peers/posts.ts'
import { insertReport, reportOf } from '../../scripts/bench/peers/report.ts'
import { fillSubject, installSubject, type Subject } from '../../scripts/bench/peers/subject.ts'

const KEYS = ['lintel-node', 'payload']

describe('options', () => {
  test('are a whole run by default', () => {
    expect(readOptions([], KEYS)).toMatchObject({ posts: [1000, 100_000], only: [], rounds: 3, keep: false })
  })

  test.each([
    [['--only', 'lintel-node,drupal'], /no drupal, only lintel-node, payload/],
    [['--posts', '10'], /--posts takes whole numbers from 400/],
    [['--speed', '1'], /--speed/],
  ])('%j is refused', (args, message) => {
    expect(() => readOptions(args, KEYS)).toThrow(message)
  })
})

describe('a small run', () => {
  const total = 400
  const effort = { rounds: 1, milliseconds: 1 }
  let folder: string
  let subject: Subject
  let posts: { total: number; path: string }
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lintel-bench-'))
    posts = { total, path: join(folder, 'posts.db') }
    writePosts(posts.path, total)
    subject = await installSubject(lintelNode, join(folder, 'lintel'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const run = (peer: Subject['peer']): Promise<Measured> => measure([{ ...subject, peer }], posts, effort, () => {})

  test('has a figure for each question, whose answer was right', async () => {
    const { requests, starts, memory } = await run(lintelNode)
    const rows = [...[...requests.values()].flatMap(({ rates, costs }) => [rates, costs]), starts, memory]
    expect(rows).toHaveLength(14)
    for (const figures of rows) expect(figures.get(lintelNode.name)).toEqual({ value: expect.any(Number) })
  })

  test('asks once more without the indexes that are declared', async () => {
    const indexes = () => {
      const opened = new DatabaseSync(subject.database, { readOnly: true })
      const rows = opened.prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'posts'").all()
      opened.close()
      return rows.map(({ name }) => name)
    }
    fillSubject(subject, posts.path)
    const before = indexes()
    const { requests } = await run(lintelNode)
    expect(requests.get('undeclared')?.rates.get(lintelNode.name)).toEqual({ value: expect.any(Number) })
    expect(before.filter((name) => !indexes().includes(name))).toEqual(lintelNode.declaredIndexes)
  })

  test('measures no wrong answer, and says in the table what was wrong', async () => {
    const { requests } = lintelNode
    const wrong = { ...lintelNode, requests: { ...requests, filtered: () => requests.newest } }
    const measured = await run(wrong)
    expect(measured.requests.get('filter')?.rates.get(wrong.name)).toEqual({
      reason: expect.stringMatching(/^row 1 is “Post 400 of .*”, not “Post \d+ of /),
    })
    const report = reportOf([{ peer: wrong, failure: null }], [measured], 'A machine.')
    expect(report).toMatch(/by a number, 400 posts: requests a second \| not measured \(1\) \|/)
    expect(report).toMatch(/^\(1\) Lintel on Node: row 1 is /m)
  })
})

describe('the table', () => {
  const peer = { ...lintelNode, name: 'Other', version: '1', settings: 'Nothing.' }
  const figures = (first: number, other: number) =>
    new Map([
      [lintelNode.name, { value: first }],
      [peer.name, { value: other }],
    ])
  const measured: Measured = {
    posts: 1000,
    requests: new Map([['newest', { rates: figures(3000, 750), costs: figures(0.3, 1.5) }]]),
    starts: figures(0.5, 2),
    memory: figures(100, 80),
  }
  const columns = [lintelNode, peer].map((one) => ({ peer: one, failure: null }))

  test('shows how many times better the first system is, whether more is better or less', () => {
    const report = reportOf(columns, [measured], 'A machine.')
    expect(report).toContain('| newest 20, 1,000 posts: requests a second | 3,000 | 750 · ×4.0 |')
    expect(report).toContain('| newest 20, 1,000 posts: processor ms per request | 0.30 | 1.50 · ×5.0 |')
    expect(report).toContain('| cold start to the first response, 1,000 posts: seconds | 0.50 | 2.00 · ×4.0 |')
    expect(report).toContain('| memory after the run, 1,000 posts: MB | 100 | 80 · ×0.8 |')
  })

  test('names what could not be installed, once, with the reason', () => {
    const failed = columns.map((column) => (column.peer === peer ? { ...column, failure: 'npm failed' } : column))
    const report = reportOf(failed, [measured], 'A machine.')
    expect(report).toContain('3,000 | not measured (1) |')
    expect(report.match(/^\(\d\) Other: npm failed$/gm)).toHaveLength(1)
  })

  test('takes the place of the one before', () => {
    const page = 'a\n<!-- measured: peers -->\nold\n<!-- /measured: peers -->\nb'
    expect(insertReport(page, 'new')).toBe('a\n<!-- measured: peers -->\nnew\n<!-- /measured: peers -->\nb')
    expect(() => insertReport('no marks', 'new')).toThrow('no <!-- measured: peers -->')
  })
})
