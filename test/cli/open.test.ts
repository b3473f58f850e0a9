import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { isCompiled } from '../../src/cli/compile-project.ts'
import { findOpen } from '../../src/cli/open/find-open.ts'
import { compile } from '../../src/compile/index.ts'
import { makeProject } from '../compile/project.ts'

const coreAuth = fileURLToPath(new URL('../../plugins/core-auth/plugin.ts', import.meta.url))

it('names the collections whose drafts a stranger can read, and those for which a function decides', async () => {
  const collection = (name: string, rest: string) =>
    `export const ${name} = defineCollection({ name: '${name}', fields: { title: field.string() }, ${rest} })`
  const collections = [
    collection('pages', 'drafts: true'),
    collection('news', 'drafts: true, access: { read: mayRead }'),
    collection('notes', 'access: { read: mayRead }'),
    collection('plans', `drafts: true, access: { read: ['editor'] }`),
  ]
  const made = makeProject({
    'collections/posts.ts': null,
    'collections/all.ts': `import { type AccessRule, defineCollection, field } from 'lintel'

export const mayRead: AccessRule = ({ user }) => (user === null ? { status: 'published' } : true)
${collections.join('\n')}
`,
    'cms.config.ts': `import { defineConfig } from 'lintel'
import { news, notes, pages, plans } from './collections/all.ts'
import coreAuth from '${coreAuth}'
export default defineConfig({
  name: 'site',
  collections: [news, notes, pages, plans],
  plugins: [coreAuth({ registration: true, requireVerifiedEmail: false })],
  environments: { development: {}, production: {} },
})
`,
  })
  try {
    const compilation = await compile({ root: made.root })
    if (!isCompiled(compilation)) throw new Error(compilation.diagnostics.map(({ message }) => message).join('\n'))
    const found = findOpen(compilation.manifest, () => null).map(({ message }) => message)
    expect(found.filter((message) => message.includes('drafts'))).toEqual([
      'Everybody who registers in production can read drafts of pages.',
      'Everybody who registers in production may be able to read drafts of news: access functions are not examined.',
    ])
  } finally {
    made.dispose()
  }
})
