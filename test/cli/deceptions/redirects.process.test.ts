import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Service } from './service.ts'

/** Change to a file other than the config that makes other code run, or makes code run elsewhere. */
interface Redirect {
  readonly what: string
  readonly path: string
  readonly text: (before: string) => string
  readonly message: string
}

const REDIRECTS: readonly Redirect[] = [
  {
    what: 'another module under the name of a package',
    path: 'tsconfig.json',
    text: () => '{ "compilerOptions": { "paths": { "jose": ["./lib/jose.ts"] } } }\n',
    message: 'tsconfig.json: compilerOptions.paths = {"jose":["./lib/jose.ts"]}; previously nothing',
  },
  {
    what: 'another module in place of one of the project',
    path: 'package.json',
    text: (before) => before.replace('{', '{ "browser": { "./worker.ts": "./lib/jose.ts" },'),
    message: 'package.json: browser../worker.ts = "./lib/jose.ts"; previously nothing',
  },
  {
    what: 'another package',
    path: 'package.json',
    text: (before) => before.replace('{', '{ "overrides": { "jose": "npm:evil@1" },'),
    message: 'package.json: overrides.jose = "npm:evil@1"; previously nothing',
  },
  {
    what: 'a further address',
    path: 'wrangler.toml',
    text: (before) => `${before}[env.production]\nworkers_dev = true\n`,
    message: 'wrangler.toml says workers_dev = true for production; previously nothing',
  },
]

let service: Service
let base: string

beforeAll(async () => {
  service = await Service.create()
  base = service.git('rev-parse', 'HEAD').trim()
})
afterAll(() => service.remove())

describe('cms diff shows as something that opens', () => {
  it.for(REDIRECTS)('$what', async ({ path, text, message }) => {
    const copy = service.copy()
    try {
      const isThere = copy.git('ls-files', path) !== ''
      copy.write(path, text(isThere ? copy.read(path) : ''))
      await copy.build()
      copy.commit()
      const { code, stdout } = await copy.cms('diff', '--base', base, '--json')
      expect(code).toBe(9)
      expect(stdout).toContain(JSON.stringify(message).slice(1, -1))
    } finally {
      copy.remove()
    }
  })
})

it('cms diff and cms check name what else is installed, checked and deployed', async () => {
  const copy = service.copy()
  try {
    copy.write('.npmrc', 'registry=https://evil.example/\n')
    copy.edit('package.json', (text) =>
      text.replace('{', '{ "scripts": { "postinstall": "evil" }, "overrides": { "a": "1" },'),
    )
    await copy.build()
    copy.commit()
    const { code, stdout } = await copy.cms('diff', '--base', base, '--json')
    const { files, settings, verdict } = JSON.parse(stdout)
    const expected = [
      '.npmrc: registry = "https://evil.example/"; previously nothing',
      'package.json: overrides.a = "1"; previously nothing',
      'package.json: scripts.postinstall = "evil"; previously nothing',
    ]
    expect(code).toBe(9)
    expect(verdict).toBe('what is installed, checked or deployed changes; nothing is lost and no API client breaks')
    expect(files.map(({ message }: { message: string }) => message)).toEqual(expected)
    expect(settings).toEqual([])
    const check = await copy.cms('check', '--base', base)
    expect(check.code).toBe(0)
    for (const message of expected) expect(check.stderr).toContain(`opens ${message}`)
  } finally {
    copy.remove()
  }
})
