import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../harness/service.ts'
import { signedIn } from '../plugins/core-auth/people.ts'
import { bytesOf } from '../plugins/core-media/files.ts'
import { formOf } from '../plugins/core-media/service.ts'
import { cms, repository } from './cms.ts'

let service: Service
let admin = ''
let editor = ''

beforeAll(async () => {
  service = await startService({ vars: { JWT_SECRET: 'a secret of the tests that is long enough for HS256' } })
  await service.fetch('/api/health')
  admin = (await signedIn(service, 'admin')).token
  editor = (await signedIn(service, 'editor')).token
})
afterAll(() => service.dispose())

const run = (args: readonly string[], token = admin) =>
  cms(['media', 'sweep', '--url', service.url.origin, ...args], { cwd: repository, env: { CMS_TOKEN: token } })

describe('cms media sweep', () => {
  it('lists what would go, and deletes it', async () => {
    const bytes = bytesOf('%PDF-1.7\n%%EOF\n') // gets no thumbnail
    const body = formOf([{ bytes, name: 'a.pdf', type: 'application/pdf' }])
    const headers = { authorization: `Bearer ${admin}` }
    const { data } = await (await service.fetch('/api/media/upload', { method: 'POST', body, headers })).json()
    await service.sql('DELETE FROM media')
    await service.sql('DELETE FROM media_files')
    expect((await run(['--json'])).stdout).toContain('"count": 0') // too young
    const dry = await run(['--dry-run', '--older-than', '0'])
    expect([dry.code, dry.stdout]).toEqual([0, `media/${data.filename}  ${data.size}\n`])
    expect(dry.stderr).toContain('would delete 1 file,')
    expect((await service.fetch(data.url)).status).toBe(404) // a file without a row is not served
    const done = await run(['--older-than=0', '--json'])
    expect(JSON.parse(done.stdout)).toEqual({
      dryRun: false,
      orphans: [{ key: `media/${data.filename}`, size: data.size }],
      count: 1,
      size: data.size,
    })
    expect((await service.fetch(data.url)).status).toBe(404)
  })

  it.each<[string, () => Promise<{ code: number | null; stderr: string }>, number, string]>([
    ['a caller who may not', () => run([], editor), 1, 'refused'],
    ['no token', () => run([], ''), 2, 'CMS_TOKEN is not set'],
    ['hours that are none', () => run(['--older-than', 'x']), 2, '--older-than'],
    ['no service', () => run(['--url', 'http://127.0.0.1:1']), 1, 'No service answers'],
    [
      'an unknown environment',
      () => cms(['media', 'sweep', '--env', 'prodction'], { cwd: repository, env: { CMS_TOKEN: 'x' } }),
      2,
      'production',
    ],
  ])('says what is wrong: %s', async (_, start, code, words) => {
    const result = await start()
    expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(words)])
    expect(result.stderr).not.toContain(admin)
  })
})
