import { globSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readGraph, testFiles, waysTo } from '../../scripts/tests/reach.ts'
import { filesOf, isRun, OUTSIDE, PARTS } from '../harness/parts.ts'
import { COMMIT, SCOPE, type Scope } from '../harness/scope.ts'
import { shareOf, shareOfRuns } from '../harness/share.ts'

describe('the parts of the suite', () => {
  it('hold each test file once, those on Node besides', () => {
    const all = globSync('test/**/*.test.{ts,tsx}', { exclude: OUTSIDE })
    const { node, ...others } = PARTS
    const listed = Object.values(others).flatMap(filesOf)
    expect(listed.toSorted()).toEqual(all.toSorted())
    expect(node && all).toEqual(expect.arrayContaining(node ? filesOf(node) : []))
  })

  it('are run by `npm test` or by `npm run test:rest`, and tables by both', () => {
    const runBy = (scope: Scope) => Object.keys(PARTS).filter((name) => isRun(name, scope))
    expect(new Set([...runBy('often'), ...runBy('rest')])).toEqual(new Set(runBy('all')))
    expect(runBy('often').filter((name) => runBy('rest').includes(name))).toEqual(['tables'])
  })

  it('are all run by the workflow', () => {
    const { jobs } = parse(readFileSync('.github/workflows/ci.yml', 'utf8'))
    const runs = jobs.ci.strategy.matrix.include.map(({ run }: { run: string }) => run)
    const named = runs.flatMap((run: string) => [...run.matchAll(/--project (\w+)/g)].map(([, name]) => name))
    expect(new Set(named)).toEqual(new Set(Object.keys(PARTS)))
    for (const run of runs) {
      const [, index, count] = /--shard (\d)\/(\d)/.exec(run) ?? []
      for (let other = 1; other <= Number(count ?? 0); other += 1) {
        expect(runs).toContain(run.replace(`${index}/${count}`, `${other}/${count}`))
      }
    }
  })
})

describe('the share of a table', () => {
  const { [SCOPE]: scope, [COMMIT]: commit } = process.env
  afterEach(() => {
    process.env[SCOPE] = scope
    process.env[COMMIT] = commit
    if (scope === undefined) delete process.env[SCOPE]
    if (commit === undefined) delete process.env[COMMIT]
  })
  const rows = Array.from({ length: 500 }, (_, index) => `row ${index}`)
  const shareIn = (wanted: Scope, at: string) => {
    process.env[SCOPE] = wanted
    process.env[COMMIT] = at
    if (wanted === 'all') delete process.env[SCOPE]
    return shareOf(rows, String)
  }

  it('is about a tenth, the same for the same commit, and the rest is what it leaves out', () => {
    const often = shareIn('often', 'a')
    expect(often.length).toBeGreaterThan(20)
    expect(often.length).toBeLessThan(100)
    expect(shareIn('often', 'a')).toEqual(often)
    expect(new Set([...often, ...shareIn('rest', 'a')])).toEqual(new Set(rows))
    expect(often.length + shareIn('rest', 'a').length).toBe(rows.length)
    expect(shareIn('all', 'a')).toEqual(rows)
  })

  it('is never empty', () => {
    for (const scope of ['often', 'rest'] as const) {
      process.env[SCOPE] = scope
      expect(shareOf(['a row'], String)).toEqual(['a row'])
      expect(shareOf(['a row', 'another'], String)).toHaveLength(1)
    }
  })

  it('is another one at another commit', () => {
    expect(shareIn('often', 'a')).not.toEqual(shareIn('often', 'b'))
  })

  it('of the runs of a property is a tenth', () => {
    process.env[SCOPE] = 'often'
    expect(shareOfRuns(1000)).toBe(100)
    process.env[SCOPE] = 'rest'
    expect(shareOfRuns(1000)).toBe(1000)
  })
})

describe('the tests that a change reaches', () => {
  const graph = readGraph()
  const reached = (path: string) => waysTo([path], testFiles(), graph)

  it.each([
    ['an import', 'src/client/list-query.ts', 'test/client/', 'test/compile/schema/'],
    [
      'a service of a fixture',
      'test/fixtures/corners/cms.config.ts',
      'test/runtime/collections/corners.test.ts',
      'test/client/',
    ],
    ['a service of this repository', 'plugins/faq/plugin.ts', 'test/plugins/faq/faq.test.ts', 'test/compile/schema/'],
    [
      'the runtime that a service is bundled from',
      'src/runtime/collections/list/parse.ts',
      'test/runtime/collections/',
      'test/rich-text/',
    ],
    ['a command', 'src/cli/commands/backup.ts', 'test/cli/backup.process.test.ts', 'test/compile/schema/'],
    ['a document', 'docs/api.md', 'test/docs/examples.test.ts', 'test/runtime/'],
    ['a template', 'templates/node/Dockerfile', 'test/cli/init.test.ts', 'test/runtime/'],
    ['a helper of tests', 'test/cli/transfer.ts', 'test/cli/', 'test/compile/'],
  ])('are found by %s', (_, path, found, notFound) => {
    const files = [...reached(path).keys()]
    expect(files.some((file) => file.startsWith(found))).toBe(true)
    expect(files.filter((file) => file.startsWith(notFound))).toEqual([])
  })

  it('are all of them where everything stands on a file', () => {
    expect(reached('package-lock.json').size).toBe(testFiles().length)
  })

  it('are explained by the shortest way', () => {
    const way =
      reached('src/client/list-query.ts').get('test/client/list.test.ts') ??
      [...reached('src/client/list-query.ts').values()][0]
    expect(way?.at(-1)).toBe('src/client/list-query.ts')
    for (const [index, file] of (way ?? []).entries()) {
      const next = way?.[index + 1]
      if (next !== undefined) expect(graph.get(file)).toContain(next)
    }
  })
})
