import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineCollection, definePlugin, defineRoute, field, type Opening, secret } from '../../../src/config/index.ts'
import { linesOf, reviewOf, type State } from './review-of.ts'

const collections = [defineCollection({ name: 'orders', fields: { number: field.string() } })]
const settings = z.object({ retries: z.number().default(3), key: z.unknown().optional() })

/** A plugin with a setting and a route. */
const letters = (environments?: readonly string[]) =>
  definePlugin({
    name: 'letters',
    version: '1.0.0',
    settings,
    ...(environments && { environments }),
    http: {
      routes: {
        read: defineRoute({ method: 'GET', path: '/api/letters', access: 'public', handler: () => new Response('') }),
      },
    },
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
const _needy = (version: string, dependencies: readonly string[]) =>
  definePlugin({ name: 'needy', version, dependencies, essential: dependencies.length > 0 })()

/** A plugin that lets people in by a list. */
const gates = (oidc: readonly object[]) =>
  definePlugin({
    name: 'gates',
    version: '1.0.0',
    settings: z.object({ oidc: z.array(z.unknown()).default([]) }),
    operations: { opens: { oidc: 'more' } },
  })({ oidc: [...oidc] })

const OPEN = { name: 'acme', roles: { claim: 'groups', map: { writers: 'editor' } } }
const ACME = { ...OPEN, domains: ['example.com'] }

/** A plugin whose setting is sent elsewhere, and one whose secret signs tokens. */
const mail = definePlugin({ name: 'mail', version: '1.0.0', settings: z.object({ key: z.unknown().optional() }) })
const signing = definePlugin({
  name: 'signing',
  version: '1.0.0',
  operations: { secrets: { JWT_SECRET: { required: true, description: 'signs tokens' } } },
})
const borrower = definePlugin({
  name: 'borrower',
  version: '1.0.0',
  operations: { secrets: { JWT_SECRET: { required: true, description: 'signs tokens' } } },
})

/** A plugin whose code is reached in every way. */
const stats = definePlugin({
  name: 'stats',
  version: '1.0.0',
  services: { responses: () => ({}) as never },
  http: {
    routes: {
      read: defineRoute({
        method: 'GET',
        path: '/api/stats',
        access: 'authenticated',
        handler: () => new Response(''),
      }),
    },
    middleware: [(_, next) => next()],
    hooks: { 'content:save': () => undefined },
  },
  admin: {
    documentPanels: { views: { label: 'Views', access: ['editor'], place: 'side', render: () => null } },
    dashboardSections: { totals: { label: 'Totals', access: ['admin'], render: () => null } },
  },
  operations: {
    cron: { count: { everyMinutes: 60, run: async () => {} } },
    queues: { counts: { run: async () => {} } },
  },
})
const domain = (name: string) => ({ development: {}, production: { domain: name } })

const cases: readonly Case[] = [
  {
    title: 'a domain, to which links in mail lead, and which clients no longer find',
    before: { environments: domain('cms.example.com') },
    after: { environments: domain('cms.examp1e.com') },
    lines: [
      'opens: domain of production is cms.examp1e.com; previously cms.example.com',
      'breaking: clients can no longer call production at https://cms.example.com: they must call https://cms.examp1e.com',
    ],
  },
  {
    title: 'a domain of development, which nobody else calls',
    before: { environments: { development: { domain: 'a.example.com' }, production: {} } },
    after: { environments: { development: { domain: 'b.example.com' }, production: {} } },
    lines: ['caution: domain of development is b.example.com; previously a.example.com'],
  },
  {
    title: 'a domain that no other replaces',
    before: { environments: domain('cms.example.com') },
    after: { environments: { development: {}, production: {} } },
    lines: [
      'breaking: clients can no longer call production at https://cms.example.com: the config declares no other address',
      'caution: domain of production is none; previously cms.example.com',
    ],
  },
  {
    title: 'a secret that signs tokens, sent elsewhere',
    before: { plugins: [signing(), mail({ key: secret('MAIL_KEY') })] },
    after: { plugins: [signing(), mail({ key: secret('JWT_SECRET') })] },
    lines: ['opens: mail.key is the secret JWT_SECRET in every environment; previously the secret MAIL_KEY'],
  },
  {
    title: 'a secret that signs tokens, deep inside a setting of a new plugin',
    before: { plugins: [signing()] },
    after: { plugins: [signing(), mail({ key: { smtp: [{ password: secret('JWT_SECRET') }] } })] },
    lines: [
      'opens: the plugin mail 1.0.0 is new, and it runs with all rights of the service',
      'opens: mail.key is {"smtp":[{"password":{"$secret":"JWT_SECRET"}}]} in every environment',
    ],
  },
  {
    title: 'a new plugin that reads the secret of another',
    before: { plugins: [signing()] },
    after: { plugins: [signing(), borrower()] },
    lines: [
      'opens: the plugin borrower 1.0.0 is new, and it runs with all rights of the service',
      'opens: borrower needs the secret JWT_SECRET: set it before the deploy',
    ],
  },
  { title: 'nothing', before: { plugins: [letters()({})] }, after: { plugins: [letters()({})] }, lines: [] },
  {
    title: 'a setting everywhere',
    before: { plugins: [letters()({})] },
    after: { plugins: [letters()({ retries: 5 })] },
    lines: ['caution: letters.retries is 5 in every environment; previously 3'],
  },
  {
    title: 'a setting in one environment',
    before: { plugins: [letters()({})] },
    after: { plugins: [letters()({})], environments: overridden },
    lines: ['caution: letters.retries is 9 in production; previously 3'],
  },
  {
    title: 'a setting that becomes a secret',
    before: { plugins: [letters()({ key: 'plain' })] },
    after: { plugins: [letters()({ key: secret('LETTERS_KEY') })] },
    lines: ['caution: letters.key is the secret LETTERS_KEY in every environment; previously plain'],
  },
  {
    title: 'the entries of a list that have names, each by itself',
    before: { plugins: [gates([ACME, { name: 'old', role: 'viewer' }])] },
    after: {
      plugins: [
        gates([
          { ...OPEN, roles: { claim: 'groups', map: { writers: 'admin', staff: 'viewer' } } },
          { name: 'new', role: 'editor' },
        ]),
      ],
    },
    lines: [
      'opens: gates.oidc.acme.domains is none in every environment; previously ["example.com"]',
      'opens: gates.oidc.acme.roles.map.staff is viewer in every environment; previously none',
      'opens: gates.oidc.acme.roles.map.writers is admin in every environment; previously editor',
      'opens: gates.oidc.new is {"name":"new","role":"editor"} in every environment; previously none',
      'caution: gates.oidc.old is none in every environment; previously {"name":"old","role":"viewer"}',
    ],
  },
  {
    title: 'a plugin',
    before: {},
    after: { plugins: [letters()({})] },
    lines: ['opens: the plugin letters 1.0.0 is new, with its route, and it runs with all rights of the service'],
  },
  {
    title: 'a plugin for development only',
    before: {},
    after: { plugins: [letters(['development'])({})] },
    lines: [
      'caution: the plugin letters 1.0.0 is new, with its route, and it runs with all rights of the service, in development only',
    ],
  },
  {
    title: 'a plugin less',
    before: { plugins: [letters()({})] },
    after: {},
    lines: ['breaking: the plugin letters is removed, with its route'],
  },
  {
    title: 'a plugin less that was for development only',
    before: { plugins: [letters(['development'])({})] },
    after: {},
    lines: ['caution: the plugin letters is removed, with its route, in development only'],
  },
  {
    title: 'a plugin that leaves development',
    before: { plugins: [letters(['development'])({})] },
    after: { plugins: [letters()({})] },
    lines: ['opens: letters runs in every environment; previously development'],
  },
  {
    title: 'a plugin that is for development only from now on',
    before: { plugins: [letters()({})] },
    after: { plugins: [letters(['development'])({})] },
    lines: [
      'breaking: letters runs in development; previously every environment',
      'caution: letters.retries is none in production; previously 3',
    ],
  },
  {
    title: 'a plugin that is no longer for development',
    before: { plugins: [letters(['development', 'production'])({})] },
    after: { plugins: [letters(['production'])({})] },
    lines: [
      'caution: letters runs in production; previously development, production',
      'caution: letters.retries is none in development; previously 3',
    ],
  },
  {
    title: 'a plugin that names the environments in which it ran anyway',
    before: { plugins: [letters()({})] },
    after: { plugins: [letters(['development', 'production'])({})] },
    lines: ['caution: letters runs in development, production; previously every environment'],
  },
  {
    title: 'another database and another bucket',
    before: { environments: { development: {}, production: {} } },
    after: { environments: { development: { database: 'mine' }, production: { database: 'b', bucket: 'c' } } },
    lines: [
      'opens: bucket of production is c; previously shop-production-media',
      'opens: database of production is b; previously shop-production',
      'caution: database of development is mine; previously shop-development',
    ],
  },
]

/** A plugin that says which of its settings open something. */
const doors = (opens: Readonly<Record<string, Opening>> = OPENS, secretColumns = {}) =>
  definePlugin({
    name: 'doors',
    version: '1.0.0',
    settings: z.object({
      writes: z.boolean().default(false),
      confirmed: z.boolean().default(true),
      attempts: z.number().default(5),
      takes: z.array(z.string()).default(['a', 'b']),
      hides: z.array(z.string()).default(['x']),
      sendsTo: z.string().optional(),
    }),
    data: { secretColumns },
    operations: { opens },
  })

const OPENS = {
  writes: 'true',
  confirmed: 'false',
  attempts: 'more',
  takes: 'more',
  hides: 'less',
  sendsTo: 'other',
} as const

type Given = NonNullable<Parameters<ReturnType<typeof doors>>[0]>

describe('settings that open something', () => {
  const classOf = (before: Given, after: Given) =>
    reviewOf({ collections, plugins: [doors()(before)] }, { collections, plugins: [doors()(after)] }).settings.map(
      (change) => change.class,
    )

  it.each<[title: string, before: Given, after: Given, grade: string]>([
    ['allows writes', {}, { writes: true }, 'opens'],
    ['allows none any more', { writes: true }, {}, 'caution'],
    ['asks for less', {}, { confirmed: false }, 'opens'],
    ['asks for more', { confirmed: false }, {}, 'caution'],
    ['takes a greater number', {}, { attempts: 6 }, 'opens'],
    ['takes a smaller number', {}, { attempts: 4 }, 'caution'],
    ['takes one thing more', {}, { takes: ['b', 'a', 'c'] }, 'opens'],
    ['takes one thing less', {}, { takes: ['a'] }, 'caution'],
    ['takes something else instead', {}, { takes: ['a', 'c'] }, 'opens'],
    ['hides less', {}, { hides: [] }, 'opens'],
    ['hides more', {}, { hides: ['x', 'y'] }, 'caution'],
    ['sends somewhere', {}, { sendsTo: 'a' }, 'opens'],
    ['sends somewhere else', { sendsTo: 'a' }, { sendsTo: 'b' }, 'opens'],
    ['sends nowhere', { sendsTo: 'a' }, {}, 'caution'],
  ])('%s', (_, before, after, grade) => {
    expect(classOf(before, after)).toEqual([grade])
  })

  it('are judged by what the plugin said before, too', () => {
    const before = { collections, plugins: [doors()({})] }
    const after = { collections, plugins: [doors({})({ writes: true })] }
    const told = linesOf(reviewOf(before, after).settings)
    expect(told).toContain('opens: doors.writes is true in every environment; previously false')
  })

  it('open nothing on a machine of those who develop the service', () => {
    const state = (writes: boolean) => ({
      collections,
      plugins: [doors()({})],
      environments: { development: { plugins: { doors: { writes } } }, production: {} },
    })
    expect(linesOf(reviewOf(state(false), state(true)).settings)).toEqual([
      'caution: doors.writes is true in development; previously false',
    ])
  })

  it('and columns that are no longer secret', () => {
    const before = { collections, plugins: [doors(OPENS, { letters: ['text', 'seal'] })({})] }
    const after = { collections, plugins: [doors(OPENS, { letters: ['seal'] })({})] }
    expect(linesOf(reviewOf(before, after).settings)).toEqual([
      'opens: administrators can read letters.text, which doors kept secret',
    ])
  })
})

describe('changes of settings', () => {
  it.each(cases)('$title', ({ before, after, lines }) => {
    expect(told(before, after)).toEqual(lines)
  })

  it('names everything by which the code of a new plugin is reached', () => {
    const { settings } = reviewOf({ collections }, { collections, plugins: [stats()] })
    expect(settings.find(({ kind }) => kind === 'plugin-added')?.notes).toEqual([
      'GET /api/stats, for everyone signed in',
      'the middleware of its routes',
      'the hook content:save',
      'the cron job count, every 60 min',
      'the queue counts',
      'the service responses, which other plugins call',
      'the panel views, beside the form of a document, for admin, editor',
      'the dashboard section totals, for admin',
    ])
  })

  it('says which websites act as their visitors', () => {
    const cors = (origins: readonly string[], credentials?: true) => ({
      collections,
      cors: { origins, ...(credentials && { credentials }) },
    })
    const { settings } = reviewOf(
      cors(['https://www.example.com']),
      cors(['https://www.example.com', 'https://members.example.com'], true),
    )
    const acts =
      'with cors.credentials, scripts of the website send the cookies of the service, and act as the signed-in visitor'
    expect(settings.map(({ message, notes }) => [message, notes])).toEqual([
      [
        'cors.credentials is true; previously false',
        [`this affects the website https://members.example.com and the website https://www.example.com: ${acts}`],
      ],
      ['the website https://members.example.com may call the API from the browsers of visitors', [acts]],
    ])
    const [alone] = reviewOf(cors([]), cors(['https://www.example.com'])).settings
    expect(alone?.notes).toEqual([])
  })

  it('says in which environments, and both values', () => {
    const plugins = [letters()({})]
    const [change] = reviewOf({ collections, plugins }, { collections, plugins, environments: overridden }).settings
    expect(change).toMatchObject({
      kind: 'setting',
      environments: ['production'],
      before: 3,
      after: 9,
      source: 'test.ts:1',
    })
  })
})
