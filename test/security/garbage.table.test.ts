import { beforeAll, describe, expect, test } from 'vitest'
import { routeTable } from '../../src/manifest/endpoints.ts'
import type { ManifestRoute } from '../../src/manifest/index.ts'
import { readManifest } from '../harness/manifest.ts'
import { shareOf } from '../harness/share.ts'
import { bearer, freshAddress, SECRET, signedIn } from '../plugins/core-auth/people.ts'
import { sharedService } from '../runtime/fixture.ts'

const routes = routeTable(readManifest())
const service = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })

let admin: { authorization: string }

beforeAll(async () => {
  await service.fetch('/api/health')
  admin = bearer((await signedIn(service, 'admin')).token)
})

/** Ids and names in an address that nobody means. */
const SEGMENTS = [
  '%00',
  '%FF',
  "'%20OR%201=1--",
  '..%2F..%2Fetc%2Fpasswd',
  '__proto__',
  'x'.repeat(2000),
  '%F0%9F%92%A9',
  '-1',
]

const QUERIES = [
  "?id=1'%20OR%20'1'='1",
  '?page=-1&limit=99999999999999999999',
  '?page=NaN&limit=1e309',
  '?cursor=%00%FF&sort=;DROP%20TABLE%20users',
  '?__proto__[x]=1&constructor[prototype][y]=2',
  '?a[b][c][d][e][f]=1&or[0][or][0][x]=1',
  '?q=%22%20OR%20*%20NEAR(&status=%27',
  '?token=%F0%28%8C%28&redirect=//evil.example',
]

const BODIES: readonly (readonly [string, string])[] = [
  ['application/json', ''],
  ['application/json', 'null'],
  ['application/json', '[]'],
  ['application/json', '"text"'],
  ['application/json', '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}'],
  ['application/json', '{"id":{"$ne":null},"ids":[null,{}],"query":["SELECT 1"],"to":[],"email":{},"password":[]}'],
  ['application/json', '{"name":1e999,"limit":-1,"contentCount":1e20,"pattern":"\\u0000","namespace":"\\ud800"}'],
  ['application/json', `${'['.repeat(3000)}${']'.repeat(3000)}`],
  ['application/x-www-form-urlencoded', '%FF=%00&a[]=1&a[]=2&__proto__=1'],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="file"; filename="../../x"\r\n\r\n'],
  ['text/xml', '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>'],
]

/** Texts that a response must never hold. */
const INSIDE = /SQLITE_|D1_ERROR|\bat \S+ \(|\.ts:\d+|node_modules|drizzle|scrypt\$|JWT_SECRET|MEDIA_BUCKET|CACHE_KV/

async function ask(route: ManifestRoute, address: string, init: RequestInit): Promise<void> {
  const headers = { ...admin, 'cf-connecting-ip': freshAddress(), ...(init.headers as Record<string, string>) }
  const answer = await service.fetch(address, { ...init, method: route.method, headers })
  const text = await answer.text()
  const outcome = { address, body: init.body, status: answer.status }
  expect(outcome).not.toMatchObject({ status: 500 })
  if (answer.status >= 400) expect(text).not.toMatch(INSIDE)
}

function addressOf({ path }: ManifestRoute, segment: string): string {
  return path.replace(/:\w+/g, segment).replace(/\*$/, segment)
}

/** Signing out would end the session that asks. */
const table = routes
  .filter(({ path }) => !path.endsWith('/logout'))
  .map((route) => [`${route.method} ${route.path}`, route] as const)

describe('whatever comes in, no answer is an error inside', () => {
  test.each(shareOf(table, ([name]) => name))('%s', async (_, route) => {
    const isRead = route.method === 'GET'
    const body = isRead ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }
    if (/[:*]/.test(route.path)) for (const segment of SEGMENTS) await ask(route, addressOf(route, segment), body)
    for (const query of QUERIES) await ask(route, addressOf(route, '1') + query, body)
    if (isRead) return
    for (const [type, text] of BODIES) {
      await ask(route, addressOf(route, '1'), { body: text, headers: { 'content-type': type } })
    }
  })
})
