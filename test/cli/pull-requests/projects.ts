/** Files of the project on its main branch. */
export const BASE: Readonly<Record<string, string>> = {
  'cms.config.ts': config(),
  'collections/posts.ts': posts(),
  'collections/people.ts': people(),
  'collections/notes.ts': notes(),
  'plugins/letters/plugin.ts': letters(),
}

interface PullRequest {
  /** Texts of the changed files; `null` for a file that is deleted. */
  readonly files: Readonly<Record<string, string | null>>
  /** Expected exit code of `cms diff`. */
  readonly code: number
  /** Tells whether it contains the output of `cms build`. Default: `true`. */
  readonly isBuilt?: boolean
}

export const PULL_REQUESTS: Readonly<Record<string, PullRequest>> = {
  'without-a-build': {
    files: { 'collections/posts.ts': posts({ fields: ['subtitle: field.string({ max: 120 }),'] }) },
    code: 0,
    isBuilt: false,
  },
  'drop-and-retype': {
    files: {
      'collections/posts.ts': posts({
        legacy: '',
        views: 'views: field.number({ integer: true }),',
        kind: "kind: field.select({ options: ['news', 'review', { value: 'opinion', replacedBy: 'review' }], default: 'news' }),",
        options: [
          "dropped: { legacy: 'moved to the archive | see <wiki>, ask @editors' },",
          "lossy: { views: 'what is no number was typed by mistake' },",
        ],
      }),
    },
    code: 4,
  },
  'large-and-mixed': {
    files: {
      'cms.config.ts': config({
        collections: '[posts, people, tags]',
        letters: '',
        dropped: "dropped: { notes: 'nobody wrote any' },",
      }),
      'collections/notes.ts': null,
      'plugins/letters/plugin.ts': null,
      'collections/tags.ts': collection('tags', ['name: field.string({ required: true, unique: true }),']),
      'collections/people.ts': people("{ read: ['admin', 'editor'] }", 'email: field.string({ hidden: true }),'),
      'collections/posts.ts': posts({
        fields: [
          "tags: field.references('tags'),",
          "contact: field.string({ backfill: { field: 'internal', opens: 'editors wrote it for readers' } }),",
          ...Array.from({ length: 12 }, (_, at) => `extra${at}: field.string({ default: 'later' }),`),
        ],
        summary: 'summary: field.text({ required: true, default: "To be written." }),',
        legacy: '',
        options: ["dropped: { legacy: 'unused since 2024' },", "drafts: { off: 'publish' },"],
      }),
    },
    code: 4,
  },
}

interface Posts {
  readonly title?: string
  readonly summary?: string
  readonly legacy?: string
  readonly views?: string
  readonly kind?: string
  readonly fields?: readonly string[]
  readonly options?: readonly string[]
}

function posts({
  title = 'title: field.string({ required: true, max: 200 }),',
  summary = 'summary: field.text(),',
  legacy = 'legacy: field.text(),',
  views = 'views: field.string(),',
  kind = "kind: field.select({ options: ['news', 'review', 'opinion'], default: 'news' }),",
  fields = [],
  options = [],
}: Posts = {}): string {
  const author = "author: field.reference('people'),"
  const internal = "internal: field.string({ access: { read: ['editor'] } }),"
  const extras = fields.some((text) => text.startsWith('extra0'))
    ? []
    : Array.from({ length: 12 }, (_, at) => `extra${at}: field.string(),`)
  return collection(
    'posts',
    [title, summary, legacy, views, kind, author, internal, ...extras, ...fields],
    [
      "access: { create: ['editor', 'author'] },",
      ...(options.some((text) => text.startsWith('indexes')) ? [] : ["indexes: [['author', '-createdAt']],"]),
      ...(options.some((text) => text.startsWith('drafts')) ? [] : ['drafts: true,']),
      ...options,
    ],
  )
}

function people(
  access = "{ read: ['admin', 'editor'] }",
  email = "email: field.string({ access: { read: ['admin'] } }),",
): string {
  return collection('people', ['name: field.string({ required: true }),', email], [`access: ${access},`])
}

function notes(
  access = "{ read: ['editor'], update: { roles: ['author'], where: { createdBy: '$user.id' } } }",
): string {
  return collection('notes', ['text: field.text(),'], [`access: ${access},`])
}

function collection(name: string, fields: readonly string[], options: readonly string[] = []): string {
  const lines = (texts: readonly string[], indent: string) =>
    texts.filter((text) => text !== '').map((text) => `${indent}${text}`)
  return [
    "import { defineCollection, field } from 'lintel'",
    '',
    'export default defineCollection({',
    `  name: '${name}',`,
    ...lines(options, '  '),
    '  fields: {',
    ...lines(fields, '    '),
    '  },',
    '})',
    '',
  ].join('\n')
}

interface Config {
  readonly collections?: string
  readonly letters?: string
  readonly cors?: string
  readonly dropped?: string
  readonly production?: string
}

function config({
  collections = '[posts, people, notes]',
  letters = 'letters()',
  cors = "cors: { origins: ['https://www.example.com'] },",
  dropped = '',
  production = "domain: 'cms.example.com'",
}: Config = {}): string {
  const imports = ['posts', 'people', 'notes', 'tags'].filter((name) => collections.includes(name))
  return [
    "import { defineConfig } from 'lintel'",
    ...imports.map((name) => `import ${name} from './collections/${name}.ts'`),
    ...(letters === '' ? [] : ["import letters from './plugins/letters/plugin.ts'"]),
    '',
    'export default defineConfig({',
    "  name: 'shop',",
    `  collections: ${collections},`,
    '  plugins: [',
    ...(letters === '' ? [] : [`    ${letters},`]),
    '  ],',
    `  ${cors}`,
    ...(dropped === '' ? [] : [`  ${dropped}`]),
    '  environments: {',
    '    development: {},',
    `    production: { ${production} },`,
    '  },',
    '})',
    '',
  ].join('\n')
}

function letters(): string {
  return `import { definePlugin, defineRoute } from 'lintel'
import * as z from 'zod'

const answer = () => new Response('')

export default definePlugin({
  name: 'letters',
  version: '1.0.0',
  settings: z.strictObject({ retries: z.int().default(3), allowWrites: z.boolean().default(false) }),
  http: {
    routes: {
      list: defineRoute({ method: 'GET', path: '/api/letters', access: 'public', handler: answer }),
      send: defineRoute({ method: 'POST', path: '/api/letters', access: ['editor'], handler: answer }),
      read: defineRoute({ method: 'GET', path: '/api/letters/:id', access: 'authenticated', handler: answer }),
    },
  },
  operations: { opens: { allowWrites: 'true' } },
})
`
}
