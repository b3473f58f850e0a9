import { beforeAll, describe, expect, it } from 'vitest'
import { as } from '../harness/as.ts'
import { addUser, bearer, login, PASSWORD, SECRET, signedIn } from '../plugins/core-auth/people.ts'
import { sharedService } from '../runtime/fixture.ts'
import { type Miss, nearMisses, nearOrigins } from './near-misses.ts'

/** The fixture, whose callers say who they are. */
const fixture = sharedService()
/** The newsroom, whose callers prove it. */
const newsroom = sharedService({ root: '.', vars: { JWT_SECRET: SECRET } })

let person: Awaited<ReturnType<typeof signedIn>>
let apiToken = ''

beforeAll(async () => {
  await newsroom.fetch('/api/health')
  person = await signedIn(newsroom, 'editor')
  const made = await newsroom.json('/admin/auth/tokens', {
    body: { name: 'ci', scopes: [] },
    headers: bearer(person.token),
  })
  apiToken = made.body.data.token
})

/** A list that is answered with its own tag, and a route whose text is tagged. */
const TAGGED = ['/api/people', '/auth/probe/kept'] as const
const WEBSITE = 'https://www.example.com'
const EVIL = { origin: 'https://evil.example' }

const change = async (headers: Record<string, string>) =>
  (
    await fixture.fetch('/auth/probe/change', {
      method: 'POST',
      headers: { ...as('editor', 'eve', 'cookie'), ...headers },
    })
  ).status === 200
const isOrigin = (origin: string) => (text: string) => URL.canParse(text) && new URL(text).origin === origin
const send = async (type: string, headers: Record<string, string> = {}) =>
  (
    await fixture.fetch('/auth/probe/either', {
      method: 'POST',
      body: 'name=Ann',
      headers: { 'content-type': type, ...headers },
    })
  ).status
const isKnown = async (path: string, tag: string) =>
  (await fixture.fetch(path, { headers: { 'if-none-match': tag } })).status === 304
const isMe = async (headers: Record<string, string>) =>
  (await newsroom.fetch('/api/auth/me', { headers })).status === 200

interface Asked {
  readonly value: () => string | Promise<string>
  /** Tells whether a text is taken for the trusted one. */
  trusts(text: string): Promise<boolean>
  readonly misses?: (value: string) => readonly Miss[]
  /** Texts that mean the same. */
  readonly alike?: (value: string) => readonly string[]
  /** Tells of a near miss that it means the same after all. */
  readonly isSame?: (text: string) => boolean
}

/** Places where a text decides about trust. */
const ASKED: Readonly<Record<string, Asked>> = {
  'an origin that may call': {
    value: () => WEBSITE,
    misses: nearOrigins,
    trusts: async (origin) =>
      (await fixture.fetch('/api/people', { headers: { origin } })).headers.get('access-control-allow-origin') !== null,
  },
  'an origin that may call with cookies': {
    value: () => WEBSITE,
    misses: nearOrigins,
    trusts: async (origin) =>
      (await fixture.fetch('/api/people', { headers: { origin } })).headers.get('access-control-allow-credentials') !==
      null,
  },
  'an origin whose preflight is answered': {
    value: () => WEBSITE,
    misses: nearOrigins,
    trusts: async (origin) => {
      const headers = { origin, 'access-control-request-method': 'POST' }
      const answer = await fixture.fetch('/api/people', { method: 'OPTIONS', headers })
      return answer.headers.get('access-control-allow-methods') !== null
    },
  },
  'the origin of a change by cookie': {
    value: () => fixture.url.origin,
    misses: nearOrigins,
    trusts: (origin) => change({ origin }),
  },
  'an origin of the config that changes by cookie': {
    value: () => WEBSITE,
    misses: nearOrigins,
    trusts: (origin) => change({ origin }),
  },
  'the page of a change by cookie': {
    value: () => fixture.url.origin,
    misses: nearOrigins,
    alike: (origin) => [`${origin}/`, `${origin}/admin/?a=b#c`],
    isSame: (text) => isOrigin(fixture.url.origin)(text),
    trusts: (referer) => change({ referer }),
  },
  'the site of a change by cookie': {
    value: () => 'same-origin',
    misses: (value) => [
      ...nearMisses(value),
      ...['same-site', 'cross-site', 'none'].map((text) => [text, text] as const),
    ],
    trusts: (site) => change({ 'sec-fetch-site': site }),
  },
  ...Object.fromEntries(
    ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'].map((type): [string, Asked] => [
      `${type}, which another site may post`,
      {
        value: () => type,
        alike: (value) => [value.toUpperCase(), `${value}; charset=utf-8`, `${value} ;x`],
        isSame: (text) => text.toLowerCase() === type,
        trusts: async (text) => (await send(text, EVIL)) === 403,
      },
    ]),
  ),
  'a body of JSON': {
    value: () => 'application/json',
    misses: (value) => [
      ...nearMisses(value),
      ['of another kind', 'text/json'],
      ['of a problem', 'application/problem+json'],
    ],
    alike: (value) => [value.toUpperCase(), `${value}; charset=utf-8`, `${value};x`],
    isSame: (text) => text.toLowerCase() === 'application/json',
    trusts: async (type) => {
      const headers = { 'content-type': type, ...as('editor') }
      const { status } = await fixture.fetch('/auth/probe/json', { method: 'POST', body: '{"name":"Ann"}', headers })
      return status === 200
    },
  },
  'a role': {
    value: () => 'editor',
    alike: () => ['admin'],
    trusts: async (role) => (await fixture.fetch('/auth/probe/editors', { headers: as(role, 'eve') })).status === 200,
  },
  'the role that may do everything': {
    value: () => 'admin',
    alike: () => ['editor'],
    trusts: async (role) => (await fixture.fetch('/auth/probe/editors', { headers: as(role, 'eve') })).status === 200,
  },
  'a scope that a route takes': {
    value: () => 'content.create',
    misses: (value) => [
      ...nearMisses(value),
      ['the name of the group', 'content'],
      ['a group below it', `${value}.*`],
      ['a group beside it', 'contents.*'],
      ['a group that begins like it', 'cont.*'],
      ['a wildcard without a dot', 'content*'],
      ['a wildcard in front', '*.create'],
      ['another permission', 'content.edit'],
    ],
    alike: () => ['content.*', '*', 'content.edit,content.create'],
    trusts: async (scope) => {
      const headers = { ...as('admin'), 'x-test-scopes': scope }
      return (await fixture.json('/api/people', { body: { name: 'Ann' }, headers })).status === 201
    },
  },
  'a scope that a handler asks for': {
    value: () => 'content.publish',
    alike: () => ['content.*', '*'],
    trusts: async (scope) => {
      const { body } = await fixture.json('/auth/probe/me', { headers: { ...as('admin'), 'x-test-scopes': scope } })
      return body.mayPublish === true
    },
  },
  'a path of the admin': {
    value: () => '/admin',
    misses: (value) => nearMisses(value).filter(([, text]) => text.startsWith('/')),
    alike: () => ['/admin/', '/admin/nothing', '/admin/x/y'],
    isSame: (text) => text.startsWith('/admin/'),
    trusts: async (path) => (await fixture.fetch(path)).status === 401,
  },
  ...Object.fromEntries(
    TAGGED.map((path): [string, Asked] => [
      `the tag of ${path}`,
      {
        value: async () => (await fixture.fetch(path)).headers.get('etag') ?? '',
        misses: (tag) => [
          ...nearMisses(tag),
          ['without quotes', tag.replaceAll('"', '')],
          ['weak in a small letter', `w/${tag}`],
          ['in a list without commas', `"x" ${tag}`],
          ['two wildcards', '**'],
        ],
        alike: (tag) => [`W/${tag}`, `"x", ${tag}`, `${tag},"x"`, `"x",W/${tag}`, '*', ' * '],
        trusts: (tag) => isKnown(path, tag),
      },
    ]),
  ),
  'the scheme of a token': {
    value: () => 'Bearer',
    misses: (value) => [...nearMisses(value), ['another', 'Basic'], ['with a colon', 'Bearer:']],
    alike: () => ['bearer', 'BEARER', '  Bearer  '],
    isSame: (text) => text.toLowerCase() === 'bearer',
    trusts: (scheme) => isMe({ authorization: `${scheme} ${person.token}` }),
  },
  'an access token': { value: () => person.token, trusts: (token) => isMe(bearer(token)) },
  'an API token': { value: () => apiToken, trusts: (token) => isMe(bearer(token)) },
  'the cookie of an access token': {
    value: () => 'auth_token',
    trusts: (name) => isMe({ cookie: `${name}=${person.token}` }),
  },
  'an access token in its cookie': {
    value: () => person.token,
    isSame: (text) => text === `"${person.token}"` || decodeURIComponent(text) === person.token,
    trusts: (token) => isMe({ cookie: `auth_token=${token}` }),
  },
  'the cookie of a refresh token': {
    value: () => 'refresh_token',
    trusts: async (name) => {
      const { refreshToken } = await signedIn(newsroom)
      const headers = { cookie: `${name}=${refreshToken}`, origin: newsroom.url.origin }
      return (await newsroom.fetch('/api/auth/refresh', { method: 'POST', headers })).status === 200
    },
  },
  'the email of an account': {
    value: () => person.email,
    alike: (email) => [email.toUpperCase(), ` ${email} `],
    isSame: (text) => text.toLowerCase() === person.email,
    trusts: async (email) => (await login(newsroom, email)).status === 200,
  },
  'a password': {
    value: () => PASSWORD,
    alike: () => [PASSWORD.replace('correct', '\uff43orrect')],
    trusts: async (password) => (await login(newsroom, (await addUser(newsroom)).email, password)).status === 200,
  },
}

describe('a text beside a trusted one is not taken for it', () => {
  it.each(Object.entries(ASKED))('%s', async (_, { value, trusts, misses = nearMisses, alike, isSame }) => {
    const trusted = await value()
    for (const text of [trusted, ...(alike?.(trusted) ?? [])]) expect([text, await trusts(text)]).toEqual([text, true])
    for (const [how, text] of misses(trusted)) {
      expect([how, text, await trusts(text)]).toEqual([how, text, isSame?.(text) ?? false])
    }
  })
})

describe('a browser is shown a page where it prefers one', () => {
  it.each([
    ['text/html', 302],
    ['text/html,*/*;q=0.8', 302],
    ['application/json;q=0.5, text/html;q=0.5', 302],
    ['application/json;q=0.5, text/html;q=0.6', 302],
    ['application/json;q=0.5, text/html;q=0.4', 401],
    ['application/json, text/html;q=0.9', 401],
    ['application/json', 401],
    ['*/*', 401],
  ])('%s: %i', async (accept, status) => {
    expect((await fixture.fetch('/auth/probe/me', { headers: { accept } })).status).toBe(status)
  })
})
