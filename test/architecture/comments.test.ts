import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const COMMENT = /\/\*\* [\s\S]*?\*\/|\/\*\*\n[\s\S]*?\*\//g
const CLAUSE = /^\/\*\*\s+(?:\* )?(?:What|Where|Who|Whether|How|Which|Why|When|Whose|Whoever|Whatever)\b/

/** Doc comments of a folder that open with a clause. */
function opened(folder: string): string[] {
  return globSync(`${folder}/**/*.{ts,tsx}`).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(COMMENT)]
      .filter(([comment]) => CLAUSE.test(comment))
      .map(([comment]) => `${path}: ${comment.split('\n').slice(0, 2).join(' ')}`),
  )
}

it.each(['src', 'plugins', 'scripts', 'test'])('doc comments of %s begin with a verb or a noun', (folder) => {
  expect(opened(folder)).toEqual([])
})
