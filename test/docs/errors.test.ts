import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ERRORS } from '../../src/config/errors.ts'
import { codesOf } from './diagnostic-examples.ts'

const [page = '', values = ''] = readFileSync('docs/errors.md', 'utf8').split(/^## Codes of single values$/m)

it('has a section for each error of the service, with its status, and none for what is no error', () => {
  expect(codesOf(page).toSorted()).toEqual(Object.keys(ERRORS).sort())
  for (const [code, { status }] of Object.entries(ERRORS)) expect(page).toContain(`### ${code}\n\nStatus ${status}. `)
})

it('has a section for each code of a value that a source names', () => {
  const sources = globSync('{src/runtime,src/system,plugins}/**/*.ts').map((path) => readFileSync(path, 'utf8'))
  const named = sources.flatMap((text) =>
    [...text.matchAll(/\bpath\b[^;{}]*?\bcode: '(\w+)'/g)].map(([, code]) => code),
  )
  const known = [...codesOf(values), ...Object.keys(ERRORS)]
  expect(new Set(named).size).toBeGreaterThan(10)
  expect([...new Set(named)].filter((code) => !known.includes(code ?? ''))).toEqual([])
})
