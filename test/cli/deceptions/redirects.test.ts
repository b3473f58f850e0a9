import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Service } from './service.ts'

/** A change of files besides the config that has other code run, or has it run elsewhere. */
const REDIRECTS: readonly (readonly [what: string, path: string, text: (before: string) => string, message: string])[] =
  [
    [
      'another module under the name of a package',
      'tsconfig.json',
      () => '{ "compilerOptions": { "paths": { "jose": ["./lib/jose.ts"] } } }\n',
      'tsconfig.json says paths = {"jose":["./lib/jose.ts"]}; it was nothing',
    ],
    [
      'another module in place of one of the project',
      'package.json',
      (before) => before.replace('{', '{ "browser": { "./worker.ts": "./lib/jose.ts" },'),
      'package.json says browser = {"./worker.ts":"./lib/jose.ts"}; it was nothing',
    ],
    [
      'another package',
      'package.json',
      (before) => before.replace('{', '{ "overrides": { "jose": "npm:evil@1" },'),
      'package.json says overrides = {"jose":"npm:evil@1"}; it was nothing',
    ],
    [
      'a further address',
      'wrangler.toml',
      (before) => `${before}[env.production]\nworkers_dev = true\n`,
      'wrangler.toml says workers_dev = true for production; it was nothing',
    ],
  ]

let service: Service
let base: string

beforeAll(async () => {
  service = await Service.create()
  base = service.git('rev-parse', 'HEAD').trim()
}, 120_000)
afterAll(() => service.remove())

describe('cms diff shows as something that opens', () => {
  it.for(REDIRECTS)(
    '%s',
    async ([, path, text, message]) => {
      const copy = service.copy()
      try {
        const isThere = copy.git('ls-files', path) !== ''
        copy.write(path, text(isThere ? copy.read(path) : ''))
        await copy.build()
        copy.commit()
        const { code, stdout } = await copy.cms('diff', '--base', base, '--json')
        expect(code).toBe(9)
        expect(JSON.stringify(JSON.parse(stdout))).toContain(JSON.stringify(message).slice(1, -1))
      } finally {
        copy.remove()
      }
    },
    120_000,
  )
})
