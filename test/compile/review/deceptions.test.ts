import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import coreAuth from '../../../plugins/core-auth/plugin.ts'
import {
  type AccessRule,
  defineCollection,
  definePlugin,
  defineRoute,
  field,
  secret,
} from '../../../src/config/index.ts'
import { allLinesOf, reviewOfCommitted, type State } from './review-of.ts'

/** A change that reads like less than it is, with the lines that a review must show. */
interface Deception {
  readonly what: string
  readonly before: State
  readonly after: State
  readonly lines: readonly string[]
}

type Posts = Omit<Parameters<typeof defineCollection>[0], 'name'>

const posts = (options: Posts): State => ({
  collections: [defineCollection({ name: 'posts', ...options } as Parameters<typeof defineCollection>[0])],
})

/** Posts that viewers read if this field has this value. */
const read = (where: object, fields: Posts['fields']) =>
  posts({ access: { read: ['editor', { roles: ['viewer'], where }] }, fields })

const readBoth = (...kinds: readonly string[]) =>
  posts({
    access: { read: ['editor', ...kinds.map((kind) => ({ roles: ['viewer' as const], where: { kind } }))] },
    fields: { kind: kind(...kinds, 'internal') },
  })

const shown = (from?: string) => field.boolean(from === undefined ? {} : { renamedFrom: from })
const user = (from?: string) => field.reference('users', from === undefined ? {} : { renamedFrom: from })
const kind = (...options: readonly (string | object)[]) =>
  field.select({ options: options as [string], required: true, default: 'internal' })

/** Posts that authors change if they are public. */
const editable = (...options: readonly (string | object)[]) =>
  posts({
    access: { update: [{ permission: 'content.publish' }, { roles: ['author'], where: { kind: 'public' } }] },
    fields: { kind: field.select({ options: options as [string], required: true }) },
  })

const DECEPTIONS: readonly Deception[] = [
  {
    what: 'fields that swap their names below a rule that stays the same',
    before: read({ listed: true }, { listed: shown(), checked: shown() }),
    after: read({ listed: true }, { listed: shown('checked'), checked: shown('listed') }),
    lines: [
      'opens: viewer gains read on posts where listed is true',
      'breaking: viewer loses read on posts where checked is true',
    ],
  },
  {
    what: 'owners that swap their names below a rule for updates',
    before: posts({
      access: { update: ['editor', { roles: ['author'], where: { owner: '$user.id' } }] },
      fields: { owner: user(), reader: user() },
    }),
    after: posts({
      access: { update: ['editor', { roles: ['author'], where: { owner: '$user.id' } }] },
      fields: { owner: user('reader'), reader: user('owner') },
    }),
    lines: [
      'opens: author gains update on posts where owner is themselves',
      'breaking: author loses update on posts where reader is themselves',
    ],
  },
  {
    what: 'choices that swap their names below a rule that stays the same',
    before: read({ kind: 'public' }, { kind: kind('public', 'internal') }),
    after: read(
      { kind: 'public' },
      { kind: kind({ value: 'public', renamedFrom: 'internal' }, { value: 'internal', renamedFrom: 'public' }) },
    ),
    lines: [
      'opens: viewer gains read on posts where kind is public',
      'breaking: viewer loses read on posts where kind is internal',
    ],
  },
  {
    what: 'a choice that a public one replaces',
    before: read({ kind: 'public' }, { kind: kind('public', 'internal', 'secret') }),
    after: read({ kind: 'public' }, { kind: kind('public', 'internal', { value: 'secret', replacedBy: 'public' }) }),
    lines: ['opens: viewer gains read on posts where kind is public'],
  },
  {
    what: 'a choice that one replaces that authors may edit, beside those that may edit everything',
    before: editable('public', 'internal'),
    after: editable('public', { value: 'internal', replacedBy: 'public' }),
    lines: ['opens: author gains update on posts where kind is public'],
  },
  {
    what: 'a default that makes new documents public',
    before: read({ kind: 'public' }, { kind: kind('public', 'internal') }),
    after: read(
      { kind: 'public' },
      { kind: field.select({ options: ['public', 'internal'], required: true, default: 'public' }) },
    ),
    lines: ['opens: the default of posts.kind is public; previously internal'],
  },
]

const TITLE = { title: field.string() }
const TEXT = defineCollection({ name: 'posts', fields: TITLE })
type Environments = NonNullable<State['environments']>
type Part = Partial<Parameters<typeof definePlugin>[0]>

/** A service with these plugins. */
const service = (...plugins: NonNullable<State['plugins']>): State => ({ collections: [TEXT], plugins })
const guard = (part: Part = {}, name = 'guard') => definePlugin({ name, version: '1.0.0', ...part })()
const refusing: Part = { http: { hooks: { 'before:content:save': () => undefined } } }
const pages = (access: 'authenticated' | readonly ['admin']) => {
  const shown = { label: 'Notes', access, render: async () => null }
  return guard({
    admin: { documentPanels: { notes: { ...shown, place: 'side' } }, dashboardSections: { notes: shown } },
  })
}

const route = (path: `/${string}`, access: AccessRule) =>
  guard({ http: { routes: { read: defineRoute({ method: 'GET', path, access, handler: () => new Response('') }) } } })
const needing = (required: boolean): Part => ({
  operations: { secrets: { KEY: { required, description: 'signs' } } },
})

const doors = definePlugin({
  name: 'doors',
  version: '1.0.0',
  settings: z.object({ open: z.boolean().default(false), key: z.unknown().optional() }),
  operations: { opens: { open: 'true' } },
})

/** A service in these environments. */
const running = (environments: Environments): State => ({ ...service(doors()), environments })
const production = (options: Environments[string]) => running({ production: options })

const cards = sqliteTable('cards', { id: text().primaryKey(), owner: text() })
const keeping = (data: NonNullable<Part['data']>) => service(guard({ data: { tables: { cards }, ...data } }))

const IN_SETTINGS: readonly Deception[] = [
  {
    what: 'a hook that refused, in a plugin that leaves production',
    before: service(guard(refusing)),
    after: service(guard({ ...refusing, environments: ['development'] })),
    lines: ['opens: guard, which can refuse or change before:content:save, no longer runs in production'],
  },
  {
    what: 'a hook that refused, in a plugin that can be turned off from now on',
    before: service(guard({ ...refusing, essential: true })),
    after: service(guard(refusing)),
    lines: ['opens: guard, which can refuse or change before:content:save, can be turned off'],
  },
  {
    what: 'a hook that refused, and is gone',
    before: service(guard(refusing)),
    after: service(guard()),
    lines: ['opens: guard no longer listens to before:content:save'],
  },
  {
    what: 'a plugin that refused, and is gone',
    before: service(guard(refusing)),
    after: service(),
    lines: ['opens: guard no longer listens to before:content:save'],
  },
  {
    what: 'hooks that refuse before others change what they refuse',
    before: service(guard(refusing), guard(refusing, 'later')),
    after: service(guard(refusing, 'later'), guard(refusing)),
    lines: ['opens: before:content:save calls its listeners in the order later, guard'],
  },
  {
    what: 'parts of the admin that more people see',
    before: service(pages(['admin'])),
    after: service(pages('authenticated')),
    lines: [
      'opens: the dashboard section notes of guard is for everyone signed in; previously for admin',
      'opens: the panel notes of guard is shown beside the form of a document, for everyone signed in; previously beside the form of a document, for admin',
    ],
  },
  {
    what: 'a route that more people may call under another path',
    before: service(route('/api/a', ['admin'])),
    after: service(route('/api/b', 'authenticated')),
    lines: ['opens: GET /api/b is new, for everyone signed in (guard)', 'breaking: GET /api/a is removed (guard)'],
  },
  {
    what: 'a new route for callers who are signed in',
    before: service(guard()),
    after: service(route('/api/a', 'authenticated')),
    lines: ['opens: GET /api/a is new, for everyone signed in (guard)'],
  },
  {
    what: 'a secret without which nothing is signed any more',
    before: service(guard(needing(true))),
    after: service(guard(needing(false))),
    lines: ['caution: guard no longer needs the secret KEY, but can read it'],
  },
  {
    what: 'a new environment that is open',
    before: production({}),
    after: running({ production: {}, staging: { plugins: { doors: { open: true } } } }),
    lines: ['opens: doors.open is true in staging', 'safe: the environment staging is new'],
  },
  {
    what: 'production under another name, with its rows and other settings',
    before: production({ database: 'rows' }),
    after: running({ live: { database: 'rows', serverTiming: 'all', plugins: { doors: { open: true } } } }),
    lines: [
      'opens: doors.open is true in every environment',
      'opens: the environment live is new, with the database of production',
      'opens: serverTiming of live is all; in production it is none',
    ],
  },
  {
    what: 'files and pictures that another host serves',
    before: production({ cdnDomain: 'cdn.example.com', imagesAccountId: 'ours' }),
    after: production({ cdnDomain: 'cdn.examp1e.com', imagesAccountId: 'theirs' }),
    lines: [
      'opens: vars.CDN_DOMAIN of production is cdn.examp1e.com; previously cdn.example.com',
      'opens: vars.IMAGES_ACCOUNT_ID of production is theirs; previously ours',
    ],
  },
  {
    what: 'a command that a deploy runs on the machine',
    before: production({ host: 'node', deploy: { folder: '/srv' } }),
    after: production({ host: 'node', deploy: { folder: '/srv', reload: 'systemctl reload x; ./y' } }),
    lines: ['opens: deploy.reload of production is systemctl reload x; ./y; previously none'],
  },
  {
    what: 'a secret whose value is in the config from now on',
    before: service(doors({ key: secret('KEY') })),
    after: service(doors({ key: '0000' })),
    lines: ['opens: doors.key is 0000 in every environment; previously the secret KEY'],
  },
  {
    what: 'declarations without which later changes open nothing',
    before: keeping({ accessTables: ['cards'], keptTables: ['cards'] }),
    after: keeping({}),
    lines: [
      'opens: guard declares that these tables decide who may do what: nothing; before: cards',
      'opens: restoring a backup from the admin leaves these tables of guard unchanged: nothing; before: cards',
    ],
  },
  {
    what: 'a declaration without which a setting opens nothing',
    before: service(guard({ operations: { opens: { open: 'true' } } })),
    after: service(guard()),
    lines: ['opens: guard declares that these settings may open access: nothing; before: open (true)'],
  },
  {
    what: 'rows that are deleted with an account',
    before: keeping({}),
    after: keeping({ accountColumns: { cards: ['owner'] } }),
    lines: ['opens: deleting an account deletes the rows of guard that refer to it in cards.owner; before, in nothing'],
  },
  {
    what: 'entries of the audit log that are deleted',
    before: { ...service(), auditRetention: 365 },
    after: { ...service(), auditRetention: 1 },
    lines: ['destructive: the audit log is kept for 1 day; previously 365'],
  },
  {
    what: 'a session without an end, and tokens of another issuer',
    before: service(coreAuth({ issuer: 'us', audience: 'site' })),
    after: service(coreAuth({ sessionLifetime: 999999999 })),
    lines: [
      'opens: core-auth.audience is none in every environment; previously site',
      'opens: core-auth.issuer is none in every environment; previously us',
      'opens: core-auth.sessionLifetime is 999999999 in every environment; previously 2592000',
    ],
  },
  {
    what: 'a site that articles may embed',
    before: posts({ fields: { body: field.richText({ embeds: ['youtube'] }) } }),
    after: posts({ fields: { body: field.richText({ embeds: ['youtube', 'vimeo'] }) } }),
    lines: ['opens: the option embeds of posts.body is ["youtube","vimeo"]; previously ["youtube"]'],
  },
]

/** Changes that open nothing, although their names change. */
const HONEST: readonly Omit<Deception, 'lines'>[] = [
  {
    what: 'a field and the rule that compares it',
    before: read({ listed: true }, { listed: shown() }),
    after: read({ visible: true }, { visible: shown('listed') }),
  },
  {
    what: 'a choice and the rule that compares it',
    before: read({ kind: 'public' }, { kind: kind('public', 'internal') }),
    after: read({ kind: 'open' }, { kind: kind({ value: 'open', renamedFrom: 'public' }, 'internal') }),
  },
  {
    what: 'an environment that is like production',
    before: production({ plugins: { doors: { open: true } } }),
    after: running({
      production: { plugins: { doors: { open: true } } },
      staging: { plugins: { doors: { open: true } } },
    }),
  },
  {
    what: 'a route that fewer people may call under another path',
    before: service(route('/api/a', 'authenticated')),
    after: service(route('/api/b', ['admin'])),
  },
  {
    what: 'a new route for administrators',
    before: service(guard()),
    after: service(route('/api/a', ['admin'])),
  },
  {
    what: 'a part of the admin that fewer people see',
    before: service(pages('authenticated')),
    after: service(pages(['admin'])),
  },
  {
    what: 'choices that become one, both of which a rule allowed',
    before: readBoth('public', 'listed'),
    after: read({ kind: 'public' }, { kind: kind('public', { value: 'listed', replacedBy: 'public' }, 'internal') }),
  },
]

describe('a review names what is behind', () => {
  it.each([...DECEPTIONS, ...IN_SETTINGS])('$what', ({ before, after, lines }) => {
    expect(allLinesOf(reviewOfCommitted(before, after))).toEqual(expect.arrayContaining([...lines]))
  })
})

describe('a review says of nobody that access is gained by', () => {
  it.each(HONEST)('$what', ({ before, after }) => {
    expect(allLinesOf(reviewOfCommitted(before, after)).filter((line) => line.startsWith('opens'))).toEqual([])
  })
})
