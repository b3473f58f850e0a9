import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findMutants } from '../../scripts/mutate/mutants.ts'
import { printTable } from '../../scripts/mutate/print.ts'
import { mark } from '../../scripts/mutate/reached/mark.ts'
import type { Verdict } from '../../scripts/mutate/run-area.ts'
import { sample } from '../../scripts/mutate/sample.ts'
import { typeChecker } from '../../scripts/mutate/types.ts'
import { changeOf, effectJudge } from '../../scripts/mutate/without-effect.ts'

const changesOf = (text: string) => findMutants('a.ts', text).map(changeOf)

describe('mutants', () => {
  test.each([
    ['if (a < 1) b()', ['a < 1 → true', 'a < 1 → false', '< → <=', '< → >=', '1 → 2', 'b() → nothing']],
    ['const x = a && !b', ['&& → ||', 'a && !b → a', 'a && !b → !b', '!b → b']],
    ['const x = list.every(f)', ['every → some']],
    ['const x = list.filter(f)', ['list.filter(f) → list']],
    ['const x = [a, ...b]', ['[a, ...b] → [ ...b]', '[a, ...b] → [a]']],
    ['const x = { ...a, b }', ['{ ...a, b } → { b }']],
    ['function f(): string[] { return list }', ['list → []', 'list → null', 'list → undefined']],
    ['function f() { return list }', []],
    ['const x = a < b ? -1 : 1', ['a < b → true', 'a < b → false', '< → >=']],
    ["const x = a === 'draft'", ['=== → !==', "'draft' → 'draft~'"]],
    [
      "const x = 'SELECT 1 WHERE a <= b AND c'",
      [
        "'SELECT 1 WHERE a <= b AND c' → 'SELECT 1 WHERE a <= b OR c'",
        "'SELECT 1 WHERE a <= b AND c' → 'SELECT 1 WHERE a < b AND c'",
      ],
    ],
  ])('of %s', (text, changes) => {
    expect(changesOf(text)).toEqual(changes)
  })

  test('are none of messages, imports and types', () => {
    const text = `import { a } from './a.ts'
type Kind = 'x' | 'y'
throw new HttpError('forbidden', t('This is not allowed.'))
const words = 'for people to read'`
    expect(changesOf(text)).toEqual([])
  })

  test('know the line and the innermost function that they are in', () => {
    const text = 'const one = 1\nfunction f() {\n  return list.map((x) => x + 2)\n}'
    const found = findMutants('a.ts', text).map(({ line, within }) => [line, within && text.slice(within, within + 3)])
    expect(found).toEqual([
      [1, null],
      [3, '(x)'],
      [3, '(x)'],
    ])
  })

  test('are drawn in the same order by the same seed, one of each line first', () => {
    const items = Array.from({ length: 30 }, (_, index) => ({ file: 'a.ts', line: index % 10, index }))
    expect(sample(items, 7)).toEqual(sample(items, 7))
    expect(sample(items, 7)).not.toEqual(sample(items, 8))
    expect(
      new Set(
        sample(items, 7)
          .slice(0, 10)
          .map(({ line }) => line),
      ).size,
    ).toBe(10)
  })

  test('that TypeScript refuses are known', () => {
    const root = mkdtempSync(join(tmpdir(), 'lintel-types-'))
    try {
      writeFileSync(
        join(root, 'tsconfig.json'),
        '{ "compilerOptions": { "strict": true, "target": "es2024", "types": [] } }',
      )
      writeFileSync(join(root, 'a.ts'), 'export const size: number = 1\n')
      const isTaken = typeChecker(root, ['a.ts'])
      expect(isTaken('a.ts', 'export const size: number = null\n')).toBe(false)
      expect(isTaken('a.ts', 'export const size: number = 2\n')).toBe(true)
    } finally {
      rmSync(root, { recursive: true })
    }
  })

  test('that have no effect are known by their text, wherever it stands', () => {
    const hasNoEffect = effectJudge()
    const file = 'src/runtime/access/scopes.ts'
    const judge = (text: string) => findMutants(file, text).map((mutant) => hasNoEffect(mutant, text))
    expect(judge("const A = {\n  restore: 'content.edit',\n}")).toEqual([true])
    expect(judge("\n\nconst A = {\n  restore: 'content.edit',\n}")).toEqual([true])
    expect(judge("const A = {\n  restore: 'content.restore',\n}")).toEqual([false])
  })
})

test('marked functions do what they did, and note that they ran', () => {
  const text =
    'const twice = (n: number) => n * 2\nfunction sum(a: number) { return twice(a) + ((x) => ({ x }))(1).x }\nsum(2)'
  const { text: marked, functions } = mark('a.ts', text, 5)
  expect(functions.map(({ id, start }) => [id, text.slice(start, start + 4)])).toEqual([
    [5, '(n: '],
    [6, 'func'],
    [7, '(x) '],
  ])
  const script = marked.replaceAll(': number', '')
  const state = globalThis as { reached?: Set<number> }
  delete state.reached
  // biome-ignore lint/security/noGlobalEval: what was marked is run
  expect(globalThis.eval(script)).toBe(5)
  expect([...(state.reached ?? [])].sort()).toEqual([5, 6, 7])
  delete state.reached
})

test('the table counts by area, and what timed out as noticed', () => {
  const verdicts = (...fates: Verdict['fate'][]) =>
    fates.map((fate) => ({ mutant: findMutants('a.ts', 'f(1)')[0], source: '', fate, by: [], seconds: 1 }) as Verdict)
  const areas = new Map([
    ['list', verdicts('killed', 'killed', 'timed out', 'survived')],
    ['access', verdicts('not reached')],
  ])
  expect(printTable(areas).split('\n').slice(2)).toEqual([
    '| list | 2 | 1 | 1 | 0 | 75 % |',
    '| access | 0 | 0 | 0 | 1 | 0 % |',
    '| together | 2 | 1 | 1 | 1 | 60 % |',
  ])
})
