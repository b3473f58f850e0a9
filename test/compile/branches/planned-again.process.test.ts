import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { rebaseMigrations } from '../../../src/compile/branches/rebase.ts'
import { recompute } from '../../../src/compile/branches/verify-chain.ts'
import { compile, findStaleOutputs, writeOutputs } from '../../../src/compile/index.ts'
import { readHistory } from '../../../src/compile/schema/files/history.ts'
import { createProject } from '../../cli/cms.ts'
import { Repository } from './repository.ts'

let repository: Repository

afterEach(() => repository?.remove())

interface Version {
  readonly fields: string
  /** Options of posts, and of the config. */
  readonly options?: string
  readonly config?: string
}

const EDITORS = `access: { read: ['editor'] },`
const LEGACY: Version = { fields: 'title: field.string(), legacy: field.string(),' }
const MOVED: Version = {
  fields: 'title: field.string(), copy: field.string({ backfill: sql`"legacy"` }),',
  options: `dropped: { legacy: 'moved' },`,
}

/** A change with a backfill whose source cannot be told from the new lock. */
const CASES: Readonly<Record<string, readonly [before: Version, after: Version]>> = {
  'from a field that goes': [LEGACY, MOVED],
  'from a field that goes, while the collection is renamed': [
    LEGACY,
    { ...MOVED, options: `renamedFrom: 'posts', ${MOVED.options}` },
  ],
  'from a field that fewer may read from now on': [
    LEGACY,
    {
      fields: `title: field.string(), legacy: field.string({ ${EDITORS} }), copy: field.string({ backfill: { field: 'legacy' } }),`,
    },
  ],
  'from a field that is renamed': [
    LEGACY,
    {
      fields: `title: field.string(), old: field.string({ renamedFrom: 'legacy', ${EDITORS} }), copy: field.string({ backfill: { field: 'old' } }),`,
    },
  ],
  'into a field that becomes required': [
    LEGACY,
    {
      fields: `title: field.string({ required: true, backfill: { field: 'legacy' } }), legacy: field.string({ ${EDITORS} }),`,
    },
  ],
  'from a list of references that goes': [
    { fields: `title: field.string(), related: field.references('posts'),` },
    {
      fields:
        'title: field.string(), first: field.string({ backfill: sql`SELECT target_id FROM posts__related WHERE owner_id = posts.id LIMIT 1` }),',
      options: `dropped: { related: 'only the first is shown' },`,
    },
  ],
  'from a part of a group that goes': [
    { fields: 'title: field.string(), seo: field.group({ fields: { description: field.string() } }),' },
    {
      fields: `title: field.string(), lead: field.string({ backfill: sql\`"seo" ->> '$.description'\` }),`,
      options: `dropped: { seo: 'moved' },`,
    },
  ],
  'beside a role that is new': [
    { ...LEGACY, options: `access: { read: { permission: 'content.edit' } },` },
    {
      fields: `${LEGACY.fields} copy: field.string({ backfill: { field: 'legacy' } }),`,
      options: `access: { read: { permission: 'content.edit' } },`,
      config: `roles: { writer: { permissions: ['content.edit'] } },`,
    },
  ],
}

describe('a backfill', () => {
  test.each(Object.entries(CASES))('%s builds again and again, and checks', async (_name, [before, after]) => {
    repository = new Repository()
    declare(before)
    expect(await repository.build()).toEqual([])
    repository.commit()
    repository.git('checkout', '-b', 'feature')
    declare(after)
    expect(await repository.build()).toEqual([])
    const built = filesBuilt()
    // The plan is thrown away, and made once more with something else.
    declare({ ...after, fields: `${after.fields} more: field.number(),` })
    expect(await repository.build()).toEqual([])
    declare(after)
    expect(await repository.build()).toEqual([])
    expect(filesBuilt()).toEqual(built)
    // The new lock is committed before the migration.
    repository.git('add', 'cms.lock.json', 'collections', 'cms.config.ts')
    repository.git('commit', '-m', 'without the migration')
    rmSync(join(repository.root, 'migrations', String(repository.migrations().at(-1))))
    expect(await repository.build()).toEqual([])
    expect(filesBuilt()).toEqual(built)
    repository.commit()
    expect(await checked('main')).toEqual(['recomputed'])
    repository.git('checkout', 'main')
    repository.git('merge', '--squash', 'feature')
    repository.commit('squashed')
    expect(await checked('HEAD^1')).toEqual(['recomputed'])
  })

  test('is planned behind the migrations of another branch', async () => {
    repository = new Repository()
    declare(LEGACY)
    await repository.build()
    repository.commit()
    repository.git('checkout', '-b', 'feature')
    declare(MOVED)
    await repository.build()
    repository.commit()
    repository.git('checkout', 'main')
    declare({ fields: `${LEGACY.fields} lead: field.string(),` })
    await repository.build()
    repository.commit()
    repository.git('checkout', 'feature')
    repository.merge('main')
    declare({ ...MOVED, fields: `${MOVED.fields} lead: field.string(),` })
    const outcome = await rebaseMigrations(repository.root, 'main')
    if (outcome.kind !== 'rebased') throw new Error(JSON.stringify(outcome))
    writeOutputs(repository.root, outcome.compilation)
    repository.commit('rebased')
    expect(await repository.build()).toEqual([])
    expect(await checked('main')).toEqual(['recomputed'])
  })

  test('builds again where there is no git', async () => {
    const project = createProject()
    const build = async ({ fields, options }: Version) => {
      project.write('collections/posts.ts', textOf({ fields, ...(options && { options }) }))
      const compilation = await compile({ root: project.root })
      if (compilation.schema) writeOutputs(project.root, compilation)
      return compilation.diagnostics.map(({ message }) => message)
    }
    expect(await build(LEGACY)).toEqual([])
    rmSync(join(project.root, '.cms/pending'))
    for (const fields of [MOVED.fields, `${MOVED.fields} more: field.number(),`, MOVED.fields])
      expect(await build({ ...MOVED, fields })).toEqual([])
    // The notes are those of this checkout alone: what another one has is sealed.
    rmSync(join(project.root, '.cms'), { recursive: true })
    expect(await build(MOVED)).toEqual([])
    project.remove()
  })

  test('that shows more than it copied is refused while the migration is pending, too', async () => {
    repository = new Repository()
    declare({ fields: `title: field.string(), legacy: field.string({ ${EDITORS} }),` })
    await repository.build()
    repository.commit()
    const copy = (access: string): Version => ({
      ...MOVED,
      fields: `title: field.string(), copy: field.string({ ${access} backfill: sql\`"legacy"\` }),`,
    })
    declare(copy(EDITORS))
    expect(await repository.build()).toEqual([])
    declare(copy(''))
    expect((await repository.build()).map(({ message }) => message)).toEqual([
      'The backfill of posts.copy shows posts.legacy to everybody; until now, its readers were admin and editor.',
    ])
  })
})

test.each([
  ['another backfill', `lead: field.string({ backfill: 'two' }),`],
  ['a line above', `// A lead.\n    lead: field.string({ backfill: 'one' }),`],
])('a pending migration is planned again with %s', async (_name, lead) => {
  repository = new Repository()
  declare(LEGACY)
  await repository.build()
  repository.commit()
  repository.git('checkout', '-b', 'feature')
  declare({ fields: `${LEGACY.fields}\n    lead: field.string({ backfill: 'one' }),` })
  await repository.build()
  const first = filesBuilt()
  declare({ fields: `${LEGACY.fields}\n    ${lead}` })
  expect(await repository.build()).toEqual([])
  expect(filesBuilt()).not.toEqual(first)
  repository.commit()
  expect(await checked('main')).toEqual(['recomputed'])
})

test('the first migration is planned again when a collection moves', async () => {
  repository = new Repository()
  repository.write('README.md', 'A project.')
  repository.commit()
  repository.git('checkout', '-b', 'feature')
  declare(LEGACY)
  await repository.build()
  repository.write('collections/posts.ts', `// Posts.\n${textOf(LEGACY)}`)
  await repository.build()
  repository.commit()
  expect(await checked('main')).toEqual(['recomputed'])
})

test('a config that no longer compiles is named with its mistake', async () => {
  repository = new Repository()
  declare(LEGACY)
  await repository.build()
  repository.commit()
  repository.git('checkout', '-b', 'feature')
  declare({ fields: `${LEGACY.fields} one: field.string(),` })
  await repository.build()
  repository.write('collections/posts.ts', `export { posts as default } from './gone.ts'\n`)
  repository.commit()
  declare({ fields: `${LEGACY.fields} one: field.string(), two: field.string(),` })
  await repository.build()
  repository.commit()
  const [reason] = await checked('main')
  expect(reason).toMatch(
    /^the config of \w{7}, which added 0002_add_posts_one\.sql, no longer compiles: There is no file '\.\/gone\.ts' \(collections\/posts\.ts:1\); /,
  )
})

/** Writes the config and posts, which are called articles where they are renamed. */
function declare({ config = '', ...version }: Version): void {
  repository.write(
    'cms.config.ts',
    `import { defineConfig } from 'lintel'\nimport posts from './collections/posts.ts'\n\nexport default defineConfig({\n  name: 'site',\n  ${config}\n  collections: [posts],\n  environments: { development: {} },\n})\n`,
  )
  repository.write('collections/posts.ts', textOf(version))
}

function textOf({ fields, options = '' }: Version): string {
  const name = options.includes('renamedFrom') ? 'articles' : 'posts'
  return `import { defineCollection, field, sql } from 'lintel'\n\nexport const raw = sql\nexport default defineCollection({\n  name: '${name}',\n  ${options}\n  fields: {\n    ${fields}\n  },\n})\n`
}

function filesBuilt(): Record<string, string> {
  const paths = ['cms.lock.json', ...repository.migrations().map((name) => `migrations/${name}`)]
  return Object.fromEntries(paths.map((path) => [path, repository.read(path)]))
}

/** Outcomes of planning the migrations again that a commit lacks: `recomputed`, or a reason. Nothing may be stale. */
async function checked(ref: string): Promise<string[]> {
  const { root } = repository
  const commit = repository.hash(ref)
  const { files } = readHistory(root)
  const { altered, replanned } = await recompute(root, { ref, commit }, files)
  expect(altered).toEqual([])
  const compilation = await compile({ root })
  expect(compilation.diagnostics).toEqual([])
  expect(findStaleOutputs(root, compilation)).toEqual([])
  return [...replanned.values()].map((outcome) => (outcome.kind === 'impossible' ? outcome.reason : 'recomputed'))
}
