import { expect, test } from 'vitest'
import { refusalOf } from '../../../plugins/webhooks/address.ts'
import { admin, editor, eventually, latest, setUp } from './fixture.ts'

const set = setUp({
  environment: 'production',
  vars: { DESK_URL: 'https://169.254.169.254/latest', IDS_URL: 'https://nowhere.example/' },
})

const PRODUCTION = { name: 'production' }
const NOT_HTTPS = 'the address is not https'
const PRIVATE = 'the address is not in the public network'

const tryOut = async (endpoint: string) => {
  const answer = await set.service.json(`/admin/webhooks/endpoints/${endpoint}/test`, {
    method: 'POST',
    headers: admin,
  })
  expect(answer.status).toBe(200)
  return answer.body.data
}

/** Addresses beside that of the service itself, and whether they are it. */
test.each([
  ['cms.example.com', 'https://cms.example.com', true],
  ['cms.example.com', 'https://CMS.example.com./hook', true],
  ['cms.example.com', 'https://cms.example.com:8443/', true],
  ['cms.example.com:8443', 'https://cms.example.com', true],
  ['cms.example.com', 'https://cms.example.com.evil.example', false],
  ['cms.example.com', 'https://a-cms.example.com', false],
  ['cms.example.com', 'https://a.cms.example.com', false],
  ['cms.example.com', 'https://example.com', false],
  ['cms.example.com', 'https://example.com/cms.example.com', false],
  [null, 'https://cms.example.com', false],
])('of a service at %s, %s is its own address: %s', (domain, address, isOwn) => {
  const reason = refusalOf(address, { ...PRODUCTION, domain })
  expect(reason).toEqual(isOwn ? expect.stringMatching(/^the address is that of this service/) : null)
})

test('outside development nothing goes out in clear, nor to a private network', async () => {
  expect(await tryOut('articles')).toMatchObject({ status: 'failed', lastError: NOT_HTTPS, lastStatus: null })
  expect(await tryOut('desk')).toMatchObject({ status: 'failed', lastError: PRIVATE })
  const open = await tryOut('ids') // a name that nobody can have
  expect(open.lastError).toMatch(/^no /)
  expect(set.receiver.at('/articles')).toEqual([])
})

test('an event for such an address is given up at once, and the one who caused it does not notice', async () => {
  const created = await set.service.json('/api/articles', { body: { title: 'Kept' }, headers: editor })
  expect(created.status).toBe(201)
  expect(await latest(set.service, 'desk')).toMatchObject({ status: 'failed', attempts: 1, lastError: PRIVATE })
  await eventually(
    () => latest(set.service, 'articles'),
    ({ status }) => status === 'failed',
  )
  expect(set.receiver.at('/articles')).toEqual([])
})

const number = (address: string) => address.split('.').reduce((value, part) => value * 256 + Number(part), 0)
const dotted = (value: number) => [24, 16, 8, 0].map((bits) => Math.floor(value / 2 ** bits) % 256).join('.')

/** First and last address of what IPv4 keeps from the public network (RFC 6890, RFC 6598, RFC 7526, RFC 5737). */
const PRIVATE_V4 = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '255.255.255.255'],
] as const

const isPrivate = (host: string) => refusalOf(`https://${host}/hook`, PRODUCTION) === PRIVATE

test.each(PRIVATE_V4)('from %s to %s nothing is public, and beside it everything is', (first, last) => {
  const [before, after] = [dotted(number(first) - 1), dotted(number(last) + 1)]
  const middle = dotted(Math.floor((number(first) + number(last)) / 2))
  expect([first, middle, last].map(isPrivate)).toEqual([true, true, true])
  const beside = [number(first) > 0 ? before : null, number(last) < 2 ** 32 - 1 ? after : null]
  for (const host of beside) if (host !== null) expect([host, isPrivate(host)]).toEqual([host, false])
})

/** Names that never lead to the public network, each with names beside it. */
test.each(['localhost', 'local', 'internal', 'home.arpa', 'test', 'invalid', 'onion'])('%s', (name) => {
  const inside = [name, `${name}.`, `a.${name}`, `a.b.${name}`, `A.${name.toUpperCase()}`]
  const beside = [`a.my${name}`, `${name}.example`, `${name}.example.com`, `a-${name}.example`, `a.${name}x`]
  for (const host of inside) expect([host, isPrivate(host)]).toEqual([host, true])
  for (const host of beside) expect([host, isPrivate(host)]).toEqual([host, false])
})

const KEPT_FROM = [
  ...['intranet', 'intranet.', '127.1', '2130706433', '0x7f.1', '0177.0.0.1'],
  ...['[::]', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:8.8.8.8]', '[64:ff9b::7f00:1]'],
  ...['[fc00::1]', '[fd12::1]', '[fe80::1]', '[ff02::1]', '[1fff::1]', '[4000::1]'],
  ...['[2001::1]', '[2001:1ff::1]', '[2001:db8::1]', '[2002::1]', '[3fff::1]'],
]
const PUBLIC = [
  ...['[2000::1]', '[2001:200::1]', '[2001:db7::1]', '[2001:db9::1]', '[2003::1]', '[3ffe::1]', '[2606:4700::1111]'],
  ...['8.8.8.8', 'example.com', 'hooks.example.com.', 'example.com:8443'],
]

test.each([...KEPT_FROM, ...PUBLIC])('%s is kept from where it is not public', (host) => {
  expect(isPrivate(host)).toBe(KEPT_FROM.includes(host))
  expect(refusalOf(`http://${host}/hook`, { name: 'development' })).toBeNull()
  expect(refusalOf(`http://${host}/hook`, PRODUCTION)).toBe(NOT_HTTPS)
})
