import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/**
 * A string that `getByText` looks for in any part of a text, whatever its case. "Published." is then also found in
 * "before it is published.", so that a test goes on before the page has changed.
 */
const PART_OF_A_TEXT = /getByText\(\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)\s*\)/g

it('a test of a page looks for a whole text, or for what a regular expression says', () => {
  const found = globSync('test/**/*.ts')
    .toSorted()
    .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(PART_OF_A_TEXT)].map(([call]) => `${path}: ${call}`))
  expect(found).toEqual([])
})
