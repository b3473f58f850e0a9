import { expect, test } from 'vitest'
import { refusalOf } from '../../../plugins/webhooks/address.ts'
import { admin, editor, eventually, latest, setUp } from './fixture.ts'

const set = setUp({
  environment: 'production',
  vars: { DESK_URL: 'https://169.254.169.254/latest', IDS_URL: 'https://nowhere.example/' },
})

const PRODUCTION = { name: 'production' }
const NOT_HTTPS = 'the address is not https'
const PRIVATE = 'the address is not of the public network'

const tryOut = async (endpoint: string) => {
  const answer = await set.service.json(`/admin/webhooks/endpoints/${endpoint}/test`, {
    method: 'POST',
    headers: admin,
  })
  expect(answer.status).toBe(200)
  return answer.body.data
}

test.each([
  ['cms.example.com', 'https://CMS.example.com/hook'],
  ['cms.example.com:8443', 'https://cms.example.com.:8443/hook'],
])('no service of the domain %s sends to itself, at %s', (domain, address) => {
  expect(refusalOf(address, { ...PRODUCTION, domain })).toMatch(/^the address is that of this service/)
  expect(refusalOf(address.replace(/cms/i, 'a-cms'), { ...PRODUCTION, domain })).toBeNull()
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

test.each([
  ...[
    'localhost',
    'localhost.',
    'api.localhost',
    'printer.local',
    'db.internal',
    'nas.home.arpa',
    'intranet',
    'x.test',
  ],
  ...[
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
  ],
  ...['172.16.0.1', '172.31.255.255', '192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '192.0.2.1'],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:8.8.8.8]', '[fc00::1]', '[fd12::1]', '[fe80::1]', '[ff02::1]'],
  ...['[64:ff9b::7f00:1]', '[2001:db8::1]', '[2002:7f00:1::]', '[2001::1]'],
])('%s is not of the public network', (host) => {
  expect(refusalOf(`https://${host}/hook`, PRODUCTION)).toBe(PRIVATE)
  expect(refusalOf(`http://${host}/hook`, { name: 'development' })).toBeNull()
})

test.each([
  ...['example.com', 'hooks.example.com.', 'local.example.com', 'mylocalhost.example', 'internal.example.com:8443'],
  ...[
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.1.1',
    '100.63.255.255',
    '[2606:4700::1111]',
    '[2001:4860:4860::8888]',
  ],
])('%s is', (host) => {
  expect(refusalOf(`https://${host}/hook`, PRODUCTION)).toBeNull()
  expect(refusalOf(`http://${host}/hook`, PRODUCTION)).toBe(NOT_HTTPS)
})
