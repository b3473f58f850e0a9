import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Folders whose doc comments were edited; the runtime follows. */
const FOLDERS = 'src/{assets,cli,client,compile,config,ground,manifest,system,ui},plugins,scripts,test'

/** Doc comments left that open with a clause. Lower it when you rewrite some. */
const LEFT = 476

const CLAUSE = /\/\*\*\s+(?:\* )?(?:What|Where|Who|Whether|How|Which|Why|When|Whose|Whoever|Whatever)\b/g

it('doc comments begin with a verb or a noun', () => {
  const opened = globSync(`{${FOLDERS}}/**/*.{ts,tsx}`).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(CLAUSE)].map(() => path),
  )
  expect(opened.length).toBeLessThanOrEqual(LEFT)
})

it('doc comments of what projects import, and of the system, begin so without exception', () => {
  const opened = globSync('src/{client,config,system,ui}/**/*.{ts,tsx}').filter((path) =>
    new RegExp(CLAUSE).test(readFileSync(path, 'utf8')),
  )
  expect(opened).toEqual([])
})
