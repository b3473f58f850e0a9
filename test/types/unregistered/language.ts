/**
 * Mistakes that the editor reports before anything was built. Each line below a directive must be an error; tsc reports
 * any that is not.
 */
import {
  type DocumentOf,
  defineCollection,
  defineConfig,
  definePlugin,
  defineRoute,
  field,
  type RequestContext,
  secret,
  sql,
  type ValueOf,
} from 'lintel'
import * as z from 'zod'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <T extends true>(): T | undefined => undefined

// Fields: defaults, options, values.
field.string({ required: true, max: 10, default: 'a', pattern: /a/ })
// @ts-expect-error a string's default is a string
field.string({ default: 1 })
// @ts-expect-error a misspelled option
field.string({ requird: true })
// @ts-expect-error a number has no pattern
field.number({ pattern: /a/ })
// @ts-expect-error a node holds blocks, a line of text, or nothing
field.richText({ nodes: { callout: { content: 'rows' } } })
// @ts-expect-error a misspelled option of a node
field.richText({ nodes: { callout: { lable: 'Box' } } })
const story = field.richText({
  nodes: {
    callout: { fields: { tone: field.select({ options: ['note', 'warning'], required: true }) }, content: 'blocks' },
    pageBreak: {},
  },
})
type Own = NonNullable<ValueOf<typeof story>['own']>
holds<Equal<NonNullable<Own['callout']>, { readonly tone: 'note' | 'warning' }>>()
// @ts-expect-error the field declares no node of this type
type _None = Own['video']
// @ts-expect-error a boolean's default is a boolean
field.boolean({ default: 'yes' })
field.select({ options: ['a', 'b'], default: 'a' })
// @ts-expect-error not one of the options
field.select({ options: ['a', 'b'], default: 'c' })
field.select({ options: [{ value: 'a', label: 'A' }], default: 'a' })
// @ts-expect-error a choice needs options
field.select({})
field.reference('anything', { onDelete: 'cascade' })
// @ts-expect-error not a way to handle a deletion
field.reference('anything', { onDelete: 'explode' })
// @ts-expect-error the target comes first
field.reference({ target: 'authors' })
field.string({ backfill: sql`lower(title)` })
field.string({ backfill: { field: 'title' } })
// @ts-expect-error a backfill is a value, a field or an expression
field.string({ backfill: 1 })
// @ts-expect-error conditions are about documents, not fields
field.string({ access: { read: { roles: ['editor'], when: {} } } })

const seo = field.group({ fields: { title: field.string({ required: true }), weight: field.number() } })
holds<Equal<ValueOf<typeof seo>, { readonly title: string; readonly weight: number | null }>>()
const kind = field.select({ options: ['news', 'opinion'] })
holds<Equal<ValueOf<typeof kind>, 'news' | 'opinion'>>()
const names = field.list({ of: field.string() })
holds<Equal<ValueOf<typeof names>, string[]>>()

// Collections: what names a field must name one.
const posts = defineCollection({
  name: 'posts',
  search: ['title'],
  access: { read: 'public', update: ['editor', { roles: ['author'], where: { createdBy: '$user.id', kind: 'news' } }] },
  fields: { title: field.string({ required: true }), kind, featured: field.boolean() },
  indexes: [['kind', '-createdAt']],
})
holds<
  Equal<
    DocumentOf<(typeof posts)['fields']>,
    { readonly title: string; readonly kind: 'news' | 'opinion' | null; readonly featured: boolean | null }
  >
>()
// @ts-expect-error search names a field that is not declared
defineCollection({ name: 'a', search: ['titel'], fields: { title: field.string() } })
// @ts-expect-error an index names a field that is not declared
defineCollection({ name: 'a', indexes: [['titel']], fields: { title: field.string() } })
defineCollection({
  name: 'a',
  // @ts-expect-error a condition names a field that is not declared
  access: { read: { roles: ['editor'], where: { titel: 'x' } } },
  fields: { title: field.string() },
})
// @ts-expect-error a misspelled option beside right ones
field.string({ required: true, lable: 'Title' })
// @ts-expect-error a misspelled option beside right ones
field.reference('authors', { required: true, ondelete: 'cascade' })
// @ts-expect-error a misspelled option
defineCollection({ name: 'a', draft: true, fields: {} })
// @ts-expect-error a collection has fields
defineCollection({ name: 'a' })
// @ts-expect-error a field is made by field.*
defineCollection({ name: 'a', fields: { title: 'string' } })

// Plugins: settings are typed by their schema, and may be secrets where they are text.
const mail = definePlugin({
  name: 'mail',
  version: '1.0.0',
  settings: z.strictObject({ apiKey: z.string(), retries: z.int().default(3) }),
})
mail({ apiKey: secret('MAIL_KEY') })
mail({ apiKey: 'written down', retries: 5 })
// @ts-expect-error a required setting is missing
mail({})
// @ts-expect-error settings are required
mail()
// @ts-expect-error a misspelled setting
mail({ apiKey: 'a', retry: 5 })
// @ts-expect-error a number is no secret
mail({ apiKey: 'a', retries: secret('RETRIES') })
const quiet = definePlugin({
  name: 'quiet',
  version: '1.0.0',
  settings: z.strictObject({ loud: z.boolean().default(false) }),
})
quiet()
quiet({})
definePlugin({
  name: 'p',
  version: '1.0.0',
  http: {
    hooks: {
      'content:save': ({ collection, after }) => console.log(collection.length, after),
      // Before a build every collection and every field is allowed.
      'before:content:save': ({ collection }) => (collection === 'anything' ? { any: 'field' } : undefined),
    },
  },
})
// @ts-expect-error not an event
definePlugin({ name: 'p', version: '1.0.0', http: { hooks: { 'content:saved': () => undefined } } })
// Parts in groups: each knows the settings and the request.
definePlugin({
  name: 'p',
  version: '1.0.0',
  settings: z.strictObject({ open: z.boolean().default(false), role: z.string() }),
  environmentDefaults: { development: { open: true } },
  http: { hooks: { 'request:start': (_, c) => void holds<Equal<typeof c, RequestContext>>() } },
  operations: {
    opens: { open: 'true' },
    admits: { open: 'viewer' },
    cron: { count: { everyMinutes: 5, run: async (c) => console.log(c.var.requestId satisfies string) } },
    trace: ({ status }) => console.log(status satisfies number),
  },
})
const oneSetting = z.strictObject({ open: z.boolean().default(false) })
// @ts-expect-error a default is of the setting's type
definePlugin({ name: 'p', version: '1.0.0', settings: oneSetting, environmentDefaults: { development: { open: 1 } } })
// @ts-expect-error no setting of this name
definePlugin({ name: 'p', version: '1.0.0', settings: oneSetting, operations: { opens: { opne: 'true' } } })
// @ts-expect-error no setting of this name
definePlugin({ name: 'p', version: '1.0.0', settings: oneSetting, operations: { admits: { opne: 'viewer' } } })
// @ts-expect-error hooks stand in a group
definePlugin({ name: 'p', version: '1.0.0', hooks: {} })
// @ts-expect-error jobs stand in another group
definePlugin({ name: 'p', version: '1.0.0', http: { cron: {} } })

defineRoute({
  method: 'POST',
  path: '/admin/mail',
  access: ['admin'],
  input: { json: z.strictObject({ to: z.email() }) },
  handler: (c, { json }) => c.json({ to: json.to.toLowerCase() }),
})
// @ts-expect-error a route says who may call it
defineRoute({ method: 'GET', path: '/admin/mail', handler: (c) => c.text('') })
// @ts-expect-error a path starts with a slash
defineRoute({ method: 'GET', path: 'admin/mail', access: 'public', handler: (c) => c.text('') })
// @ts-expect-error the input has no such part
defineRoute({ method: 'GET', path: '/a', access: 'public', handler: (c, { json }) => c.json(json) })

// The config.
defineConfig({
  name: 'site',
  collections: [posts],
  plugins: [mail({ apiKey: 'a' })],
  environments: { development: {} },
})
// @ts-expect-error a plugin is called before it is used
defineConfig({ name: 'site', collections: [], plugins: [mail], environments: {} })
// @ts-expect-error not a way to handle migrations
defineConfig({ name: 'site', collections: [], environments: { development: { migrations: 'auto' } } })
// @ts-expect-error a misspelled key of an environment
defineConfig({ name: 'site', collections: [], environments: { production: { domian: 'example.com' } } })
// @ts-expect-error environments are declared
defineConfig({ name: 'site', collections: [] })
