import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineCollection, definePlugin, defineRoute, field, secret } from '../../../src/config/index.ts'
import { linesOf, reviewOf, type State } from './review-of.ts'

const collections = [defineCollection({ name: 'orders', fields: { number: field.string() } })]
const settings = z.object({ retries: z.number().default(3), key: z.unknown().optional() })

interface Shape {
  readonly version?: string
  readonly ttl?: number | null
  readonly stale?: number
  readonly hooks?: boolean
  readonly needs?: string
}

/** A plugin with a setting, a route that may be cached, perhaps a hook and a secret. */
const letters = ({ version = '1.0.0', ttl = null, stale, hooks = false, needs }: Shape = {}) =>
  definePlugin({
    name: 'letters',
    version,
    settings,
    secrets: needs === undefined ? {} : { [needs]: { required: true, description: 'Seals letters.' } },
    routes: {
      read: defineRoute({
        method: 'GET',
        path: '/api/letters',
        access: 'public',
        handler: () => new Response(''),
        ...(ttl === null ? {} : { cache: { ttl, ...(stale === undefined ? {} : { staleWhileRevalidate: stale }) } }),
      }),
    },
    hooks: hooks ? { 'content:save': () => {} } : {},
  })

const told = (before: Omit<State, 'collections'>, after: Omit<State, 'collections'>) =>
  linesOf(reviewOf({ collections, ...before }, { collections, ...after }).settings)

interface Case {
  readonly title: string
  readonly before: Omit<State, 'collections'>
  readonly after: Omit<State, 'collections'>
  readonly lines: readonly string[]
}

const overridden = { development: {}, production: { plugins: { letters: { retries: 9 } } } }

/** A plugin that needs others. */
const needy = (version: string, dependencies: readonly string[]) =>
  definePlugin({ name: 'needy', version, dependencies, essential: dependencies.length > 0 })()

const cases: readonly Case[] = [
  {
    title: 'what a plugin needs, and whether it can be turned off',
    before: { plugins: [letters()({}), needy('1.0.0', [])] },
    after: { plugins: [letters()({}), needy('1.0.0', ['letters'])] },
    lines: ['caution: needy can no longer be turned off', 'safe: needy needs letters; it needed nothing'],
  },
  { title: 'nothing', before: { plugins: [letters()({})] }, after: { plugins: [letters()({})] }, lines: [] },
  {
    title: 'a setting everywhere',
    before: { plugins: [letters()({})] },
    after: { plugins: [letters()({ retries: 5 })] },
    lines: ['caution: letters.retries is 5 in every environment; it was 3'],
  },
  {
    title: 'a setting in one environment',
    before: { plugins: [letters()({})] },
    after: { plugins: [letters()({})], environments: overridden },
    lines: ['caution: letters.retries is 9 in production; it was 3'],
  },
  {
    title: 'a setting that becomes a secret',
    before: { plugins: [letters()({ key: 'plain' })] },
    after: { plugins: [letters()({ key: secret('LETTERS_KEY') })] },
    lines: ['caution: letters.key is the secret LETTERS_KEY in every environment; it was plain'],
  },
  {
    title: 'a cache rule',
    before: { plugins: [letters()({})] },
    after: { plugins: [letters({ ttl: 60 })({})] },
    lines: ['caution: GET /api/letters is cached for 60 s; it was not cached'],
  },
  {
    title: 'a longer cache rule',
    before: { plugins: [letters({ ttl: 60 })({})] },
    after: { plugins: [letters({ ttl: 90 })({})] },
    lines: ['caution: GET /api/letters is cached for 90 s; it was cached for 60 s'],
  },
  {
    title: 'a cache rule for answers that are old',
    before: { plugins: [letters({ ttl: 60 })({})] },
    after: { plugins: [letters({ ttl: 60, stale: 600 })({})] },
    lines: [
      'caution: GET /api/letters is cached for 60 s, and 600 s more while it is fetched anew; it was cached for 60 s',
    ],
  },
  {
    title: 'a hook',
    before: { plugins: [letters()({})] },
    after: { plugins: [letters({ hooks: true })({})] },
    lines: ['caution: letters listens to content:save'],
  },
  {
    title: 'a hook less',
    before: { plugins: [letters({ hooks: true })({})] },
    after: { plugins: [letters()({})] },
    lines: ['caution: letters listens to content:save no longer'],
  },
  {
    title: 'a secret',
    before: { plugins: [letters()({})] },
    after: { plugins: [letters({ needs: 'LETTERS_KEY' })({})] },
    lines: ['caution: letters needs the secret LETTERS_KEY: set it before the deploy'],
  },
  {
    title: 'a version',
    before: { plugins: [letters()({})] },
    after: { plugins: [letters({ version: '1.1.0' })({})] },
    lines: ['caution: letters is 1.1.0; it was 1.0.0'],
  },
  {
    title: 'a plugin',
    before: {},
    after: { plugins: [letters()({})] },
    lines: ['caution: the plugin letters 1.0.0 is new'],
  },
  {
    title: 'a plugin less',
    before: { plugins: [letters()({})] },
    after: {},
    lines: ['caution: the plugin letters is gone'],
  },
  {
    title: 'origins',
    before: { cors: { origins: ['https://a.example'] } },
    after: { cors: { origins: ['https://b.example'] } },
    lines: [
      'breaking: pages of https://a.example may no longer call the API',
      'caution: pages of https://b.example may call the API',
    ],
  },
  {
    title: 'any origin',
    before: {},
    after: { cors: { origins: '*' } },
    lines: ['caution: pages of any origin may call the API'],
  },
  {
    title: 'cookies no longer',
    before: { cors: { origins: ['https://a.example'], credentials: true } },
    after: { cors: { origins: ['https://a.example'] } },
    lines: ['breaking: cors.credentials is false; it was true'],
  },
  {
    title: 'environments',
    before: { environments: { development: {}, production: {} } },
    after: {
      environments: {
        development: {},
        preview: {},
        production: { migrations: 'off', domain: 'a.example', vars: { A: 'b' } },
      },
    },
    lines: [
      'caution: domain of production is a.example; it was none',
      'caution: migrations of production is off; it was check',
      'caution: vars.A of production is b; it was none',
      'safe: the environment preview is new',
    ],
  },
  {
    title: 'how long the audit log is kept',
    before: { auditRetention: 90 },
    after: { auditRetention: 30 },
    lines: ['caution: the audit log is kept for 30 days; it was 90'],
  },
  {
    title: 'what counts as slow',
    before: {},
    after: { slowRequests: { '/': 500 } },
    lines: ['safe: requests to / are slow from 500 ms; before, slow from 1000 ms'],
  },
]

describe('changes of settings', () => {
  it.each(cases)('$title', ({ before, after, lines }) => {
    expect(told(before, after)).toEqual(lines)
  })

  it('says in which environments, and both values', () => {
    const plugins = [letters()({})]
    const [change] = reviewOf({ collections, plugins }, { collections, plugins, environments: overridden }).settings
    expect(change).toMatchObject({
      kind: 'setting',
      environments: ['production'],
      before: 3,
      after: 9,
      source: 'config.ts:1',
    })
  })
})
