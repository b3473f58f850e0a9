/** Files of a new project. */
export interface Scaffold {
  /** Of the service: lower-case letters, digits and hyphens. */
  readonly name: string
  /** Version of this package for package.json, or the path of a packed file. */
  readonly lintel: string
  /** Exact versions of packages that a project shares with this one. */
  readonly needed: Readonly<Record<string, string>>
  /** Exact versions of what it is developed with. */
  readonly tools: Readonly<Record<string, string>>
}

/** Runs the checks for each push and pull request. A repository may have one of its own already. */
export const CI_WORKFLOW = '.github/workflows/ci.yml'

/** The files of a new project, by path. */
export function scaffold({ name, lintel, needed, tools }: Scaffold): ReadonlyMap<string, string> {
  return new Map([
    [
      'package.json',
      `${JSON.stringify(
        {
          name,
          private: true,
          type: 'module',
          scripts: {
            dev: 'cms dev',
            build: 'cms build',
            check: 'cms check',
            deploy: 'cms deploy',
            test: 'node --test',
            types: 'tsc --noEmit',
          },
          engines: { node: '>=22.18' },
          allowScripts: { esbuild: true, workerd: true },
          dependencies: { lintel, ...needed },
          devDependencies: tools,
        },
        null,
        2,
      )}\n`,
    ],
    ['cms.config.ts', CONFIG.replace('NAME', name)],
    ['collections/posts.ts', POSTS],
    ['src/worker.ts', WORKER],
    ['tsconfig.json', TSCONFIG],
    ['.gitignore', 'node_modules/\n.cms/\n.wrangler/\n.dev.vars\nbackups/\n'],
    ['README.md', README.replace('NAME', name)],
    [CI_WORKFLOW, CI],
  ])
}

const CONFIG = `import { defineConfig } from 'lintel'
import cache from 'lintel/plugins/cache'
import coreAuth from 'lintel/plugins/core-auth'
import coreMedia from 'lintel/plugins/core-media'
import posts from './collections/posts.ts'

export default defineConfig({
  name: 'NAME',
  collections: [posts],
  plugins: [coreAuth(), cache(), coreMedia()],
  environments: {
    development: {},
    preview: {},
    production: {},
  },
})
`

const POSTS = `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: 'posts',
  drafts: true,
  fields: {
    title: field.string({ required: true, max: 200 }),
    slug: field.slug({ from: 'title', unique: true }),
    body: field.richText(),
  },
})
`

const WORKER = `/** The program meets the runtime. */
import { createWorker } from 'lintel/runtime'
import { program } from '../.cms/program.ts'

export default createWorker(program)
`

const TSCONFIG = `{
  "compilerOptions": {
    "target": "es2024",
    "lib": ["es2024", "dom"],
    "module": "esnext",
    "moduleResolution": "bundler",
    "jsx": "react-jsx",
    "jsxImportSource": "hono/jsx",
    "noEmit": true,
    "strict": true,
    "verbatimModuleSyntax": true,
    "erasableSyntaxOnly": true,
    "allowImportingTsExtensions": true,
    "resolveJsonModule": true,
    "types": ["node"],
    "skipLibCheck": true
  },
  "include": ["cms.config.ts", "collections", "plugins", "src", "test", ".cms/*.ts"]
}
`

const README = `# NAME

\`npm run dev\` serves the project at http://localhost:8787 and prints who may sign in at /admin. Content types are in
\`collections/\`, everything else in \`cms.config.ts\`. \`npx cms --help\` lists the commands.

\`npm test\` runs the tests in \`test/\`, \`npm run types\` checks the types, \`npm run check\` whether what is committed is
what the config compiles to, and whether the migrations are what they say. \`.github/workflows/ci.yml\` does all of it for
every push and pull request.
`

const CI = `# Checks for every change: the config and the committed files, the migrations and those of the base, types, tests.
name: ci
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
concurrency:
  group: ci-\${{ github.ref }}
  cancel-in-progress: true
jobs:
  check:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
        with:
          # cms check compares the migrations with those of the commit where the branch left main.
          fetch-depth: 0
          persist-credentials: false
      - uses: actions/setup-node@a0853c24544627f65ddf259abe73b1d18a591444 # v5.0.0
        with:
          node-version: 24
          cache: npm
      - run: npm ci
      - if: github.event_name == 'pull_request'
        env:
          BASE: origin/\${{ github.base_ref }}
        run: npx cms check --base "$BASE"
      - if: github.event_name == 'push'
        run: npx cms check
      - run: npm run types
      - run: npm test
`
