import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Result } from '../../scripts/bench/api/measure.ts'
import { readOptions } from '../../scripts/bench/api/options.ts'
import { run } from '../../scripts/bench/api/run.ts'

describe('options', () => {
  test('have defaults, and are read in any order', () => {
    expect(readOptions([])).toMatchObject({ rows: [1000, 100_000, 1_000_000], only: [] })
    expect(readOptions(['--rows', '5000,1_000', '--only', 'list, id'])).toMatchObject({
      rows: [1000, 5000],
      only: ['list', 'id'],
    })
  })

  test.each([
    [['--rows', 'many'], /--rows/],
    [['--states', 'hot'], /no state hot/],
    [['--rounds', '0'], /--rounds/],
    [['--speed', '1'], /--speed/],
  ])('%j is refused', (args, message) => {
    expect(() => readOptions(args)).toThrow(message)
  })
})

describe('a small run', () => {
  let folder: string
  let results: Result[]

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lintel-bench-'))
    const args = ['--rows', '200', '--states', 'warm', '--rounds', '1', '--milliseconds', '1']
    results = await run(readOptions(args), folder)
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('asks everything of both workers', () => {
    expect(results.map((result) => result.case.name)).toEqual([
      'list',
      'filter',
      'cursor',
      'q',
      'q-common',
      'id',
      'populate',
      'create',
      'update',
    ])
    for (const { lintel, yardstick } of results) {
      expect(lintel.requestsPerSecond).toBeGreaterThan(0)
      expect(yardstick?.requestsPerSecond).toBeGreaterThan(0)
    }
  })

  test('tells what a read has cost the database', () => {
    const reads = new Map(results.map((one) => [one.case.name, one]))
    for (const name of ['list', 'cursor', 'populate']) {
      // Twenty documents, each with two tags.
      expect(reads.get(name)?.lintel.rowsRead).toBeGreaterThan(60)
      expect(reads.get(name)?.yardstick?.rowsRead).toBeGreaterThan(60)
    }
    expect(reads.get('id')?.lintel.rowsRead).toBeLessThan(10)
  })
})
