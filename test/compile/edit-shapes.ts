/** One collection, as different people write it. */
export const COLLECTION_SHAPES = {
  plain: `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  search: ['title'],
  access: { read: 'public' },
  fields: {
    // what the front page shows
    title: field.string({ required: true, max: 200 }),
    body: field.text(),
  },
  indexes: [['title', '-createdAt']],
})
`,
  'double-quotes': `import { defineCollection, field } from "lintel";

export default defineCollection({
    name: "posts",
    fields: {
        title: field.string({ max: 100 }),
        body: field.text({ help: "All of it" })
    }
});
`,
  tabs: `import { defineCollection, field } from 'lintel'

const fields = {
\ttitle: field.string(),
\tbody: field.text(), // long
}

const posts = defineCollection({ name: 'posts', fields })
export default posts
`,
  'one-line': `import { defineCollection, field } from 'lintel'

export default defineCollection({ name: 'posts', fields: { title: field.string(), body: field.text() } })
`,
  crlf: `import { defineCollection, field } from 'lintel'\r
\r
export default defineCollection({\r
  name: 'posts',\r
  fields: {\r
    title: field.string({\r
      required: true, // always\r
    }),\r
    body: field.text(),\r
  },\r
})\r
`,
  alias: `import { defineCollection as collection, field as f } from 'lintel'
import { lead } from '../shared/lead.ts'

/** Posts that we publish. */
export const posts = collection({
  name: 'posts',
  fields: {
    'title': f.string({ pattern: /^[A-Z]/ }),

    // --- the text itself ---
    // in the node shape of the editor
    body: f.text({
      help: 'The text',
    }),
    lead: lead('posts'), /* shared */
  },
} as const)
export default posts satisfies object
`,
  comments: `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts', // in addresses, too
  /* everything */ fields: {
    title: field.string(/* nothing special */),
    /**
     * The body.
     */
    body: field.text({ /* short */ max: 300 }), // below the title
    // more to come
  },
})
`,
} as const

interface RefusedShape {
  readonly text: string
  readonly edit?: object
  readonly line: number
  readonly message: RegExp
}

/** Shapes that would have to be rewritten. */
export const REFUSED_SHAPES: Readonly<Record<string, RefusedShape>> = {
  'a spread among the fields': {
    text: `import { defineCollection, field } from 'lintel'
import { seo } from './seo.ts'
export default defineCollection({
  name: 'posts',
  fields: {
    ...seo,
    title: field.string(),
  },
})
`,
    line: 6,
    message: /\.\.\.seo/,
  },
  'a computed name': {
    text: `import { defineCollection, field } from 'lintel'
const KEY = 'title'
export default defineCollection({
  name: 'posts',
  fields: { [KEY]: field.string(), body: field.text() },
})
`,
    line: 5,
    message: /computed/,
  },
  'fields that a function makes': {
    text: `import { defineCollection } from 'lintel'
import { make } from './make.ts'
export default defineCollection({
  name: 'posts',
  fields: make('posts'),
})
`,
    line: 5,
    message: /is created by code/,
  },
  'a change of a field that a function makes': {
    text: `import { defineCollection, field } from 'lintel'
import { title } from './shared.ts'
export default defineCollection({
  name: 'posts',
  fields: {
    title: title(),
    body: field.text(),
  },
})
`,
    edit: { fields: { title: { type: 'string', required: true }, body: {} } },
    line: 6,
    message: /title\(\)/,
  },
  'a name that is not written out': {
    text: `import { defineCollection, field } from 'lintel'
const name = 'posts'
export default defineCollection({ name, fields: { title: field.string() } })
`,
    line: 3,
    message: /is created by code/,
  },
  'a collection that is spread from another': {
    text: `import { defineCollection, field } from 'lintel'
import { base } from './base.ts'
export default defineCollection({
  ...base,
  name: 'posts',
  fields: { title: field.string() },
})
`,
    line: 4,
    message: /\.\.\.base/,
  },
  'a rule that is a function': {
    text: `import { defineCollection, field } from 'lintel'
export default defineCollection({
  name: 'posts',
  access: { read: ({ user }) => user !== null },
  fields: { title: field.string() },
})
`,
    edit: { access: { create: ['editor'], read: 'public' } },
    line: 4,
    message: /has code for read/,
  },
  'a value with comments in it that is to be another': {
    text: `import { defineCollection, field } from 'lintel'
export default defineCollection({
  name: 'posts',
  cache: {
    ttl: 60, // for now
    staleWhileRevalidate: 5,
  },
  fields: { title: field.string() },
})
`,
    edit: { cache: { ttl: 30, staleWhileRevalidate: 10 } },
    line: 4,
    message: /comments/,
  },
}

const ENVIRONMENTS = `  environments: {
    development: {},
    production: { domain: 'cms.example.com', plugins: { 'core-auth': { tokenExpiration: 900 } } },
  },
})
`

/** One config, as different people write it. */
export const CONFIG_SHAPES = {
  plain: `import { defineConfig, secret } from 'lintel'
import posts from './collections/posts.ts'
import tags from './collections/tags.ts'
import cache from './plugins/cache/plugin.ts'
import coreAuth from './plugins/core-auth/plugin.ts'
import email from './plugins/email/plugin.ts'

export default defineConfig({
  name: 'newsroom',
  collections: [posts, tags],
  plugins: [
    coreAuth({ tokenExpiration: 3600 }), // an hour
    cache(),
    email({ apiKey: secret('RESEND_API_KEY'), fromEmail: 'desk@example.com', fromName: 'Desk' }),
  ],
${ENVIRONMENTS}`,
  'only-one': `import { defineConfig } from 'lintel'
import posts from './collections/posts.ts'

export default defineConfig({ name: 'site', collections: [posts], environments: { development: {} } })
`,
  broken: `import { defineConfig } from "lintel";
import tags from "./collections/tags";
import posts from "./collections/posts";

const collections = [
  tags,
  posts, // the newest first
];

export default defineConfig({
  name: "site",
  collections,
  dropped: { letters: "unused" },
  environments: { development: {} },
});
`,
  named: `import { defineConfig } from 'lintel'
import { posts, type Post } from './collections/posts.ts'
import shop from './shop.ts'

export default defineConfig({
  name: 'site',
  collections: [
    posts,
    ...shop,
  ],
  environments: { development: {} },
})

export type { Post }
`,
} as const

interface RefusedConfig {
  readonly text: string
  readonly line: number | null
  readonly message: RegExp
}

export const REFUSED_CONFIGS: Readonly<Record<string, RefusedConfig>> = {
  'collections that are computed': {
    text: `import { defineConfig } from 'lintel'
import * as all from './collections/index.ts'
export default defineConfig({
  name: 'site',
  collections: Object.values(all),
  environments: { development: {} },
})
`,
    line: 5,
    message: /is created by code/,
  },
  'a config that is spread': {
    text: `import { defineConfig } from 'lintel'
import base from './base.ts'
export default defineConfig({ ...base, name: 'site' })
`,
    line: 3,
    message: /\.\.\.base/,
  },
  'a config without defineConfig': {
    text: `import config from './base.ts'
export default config
`,
    line: null,
    message: /defineConfig/,
  },
}
