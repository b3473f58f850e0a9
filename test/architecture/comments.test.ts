import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Folders whose doc comments were edited; the system and the plugins follow. */
const FOLDERS = ['src/{assets,cli,client,compile,config,ground,manifest,runtime,ui}', 'scripts', 'test']

const COMMENT = /\/\*\* [\s\S]*?\*\/|\/\*\*\n[\s\S]*?\*\//g
const CLAUSE = /^\/\*\*\s+(?:\* )?(?:What|Where|Who|Whether|How|Which|Why|When|Whose|Whoever|Whatever)\b/

it.each(FOLDERS)('doc comments of %s begin with a verb or a noun', (folder) => {
  const opened = globSync(`${folder}/**/*.{ts,tsx}`).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(COMMENT)]
      .filter(([comment]) => CLAUSE.test(comment))
      .map(([comment]) => `${path}: ${comment.split('\n').slice(0, 2).join(' ')}`),
  )
  expect(opened).toEqual([])
})
