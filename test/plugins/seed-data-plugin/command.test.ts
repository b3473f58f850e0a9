import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cms, repository } from '../../cli/cms.ts'
import { type Service, startService } from '../../harness/service.ts'
import { signedIn } from '../core-auth/people.ts'

const PASSWORD = 'a password of the first administrator'

let service: Service
let token = ''

beforeAll(async () => {
  service = await startService({
    vars: {
      JWT_SECRET: 'a secret of the tests that is long enough for HS256',
      ADMIN_PASSWORD: PASSWORD,
      ADMIN_EMAIL: 'first@example.org',
    },
  })
  await service.fetch('/api/health')
  token = (await signedIn(service, 'admin')).token
})
afterAll(() => service.dispose())

const run = (args: readonly string[], env: Record<string, string> = { CMS_TOKEN: token }) =>
  cms(['seed', '--url', service.url.origin, ...args], { cwd: repository, env })

describe('cms seed', () => {
  it('makes sample data, and clears it', async () => {
    const made = await run(['--content', '30', '--users', '3', '--media', '2', '--roles', 'editor', '--json'])
    expect(made.code, made.stderr).toBe(0)
    expect(JSON.parse(made.stdout)).toEqual({ created: { content: 30, users: 3, media: 2 }, seed: 1, skipped: [] })
    const cleared = await run(['--clear'])
    expect([cleared.code, cleared.stdout]).toEqual([0, '✓ removed 30 documents, 3 accounts and 2 images\n'])
  })

  it('signs in as the first administrator in development', async () => {
    const env = { CMS_TOKEN: '', ADMIN_EMAIL: 'first@example.org', ADMIN_PASSWORD: PASSWORD }
    const made = await run(
      ['--content', '2', '--users', '0', '--media', '0', '--collections', 'tags', '--seed', '9'],
      env,
    )
    expect([made.code, made.stdout]).toEqual([0, '✓ created 2 documents, 0 accounts and 0 images with the seed 9\n'])
    const anew = await run(['--clear', '--content', '1', '--users', '0', '--media', '0', '--json'], env)
    expect(JSON.parse(anew.stdout)).toMatchObject({ removed: { content: 2 }, created: { content: 1 } })
  })

  it.each<[string, readonly string[], number, string]>([
    ['a number that is none', ['--content', 'many'], 2, '--content takes a whole number'],
    ['more than there may be', ['--content', '100001'], 1, 'contentCount'],
    ['an unknown collection', ['--collections', 'nothing'], 1, 'collections'],
    ['no service', ['--url', 'http://127.0.0.1:1'], 1, 'No service answers'],
    ['no address', ['--url', 'nowhere'], 2, 'is not an address'],
  ])('says what is wrong: %s', async (_, args, code, words) => {
    const result = await run(args)
    expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(words)])
    expect(result.stderr).not.toContain(token)
  })

  it('needs a token outside development', async () => {
    const result = await run(['--env', 'preview'], { CMS_TOKEN: '', ADMIN_PASSWORD: PASSWORD })
    expect([result.code, result.stderr]).toEqual([2, expect.stringContaining('CMS_TOKEN is not set')])
  })
})
