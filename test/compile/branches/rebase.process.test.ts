import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDataMigration } from '../../../src/compile/branches/add-data-migration.ts'
import { type Rebased, rebaseMigrations } from '../../../src/compile/branches/rebase.ts'
import { compile, writeOutputs } from '../../../src/compile/index.ts'
import { readHistory } from '../../../src/compile/schema/files/history.ts'
import { replay } from '../../../src/compile/schema/files/replay.ts'
import { hashSchema } from '../../../src/compile/schema/sql/canonical.ts'
import { Repository } from './repository.ts'

const TITLE = 'title: field.string({ required: true }),'

let repository: Repository

beforeEach(async () => {
  repository = new Repository()
  repository.posts(TITLE, '')
  await repository.build()
  repository.commit('first')
})

afterEach(() => repository.remove())

/** One change on main, one on a branch, and main merged into the branch. */
async function diverge(onMain: [string, string], onBranch: [string, string]): Promise<void> {
  repository.git('checkout', '-b', 'feature')
  repository.posts(...onBranch)
  expect(await repository.build()).toEqual([])
  repository.commit('feature')
  repository.git('checkout', 'main')
  repository.posts(...onMain)
  expect(await repository.build()).toEqual([])
  repository.commit('main')
  repository.git('checkout', 'feature')
  repository.merge('main')
}

async function rebase(onto?: string): Promise<Rebased> {
  const outcome = await rebaseMigrations(repository.root, onto)
  if (outcome.kind !== 'rebased') throw new Error(JSON.stringify(outcome))
  writeOutputs(repository.root, outcome.compilation)
  return outcome
}

/** One chain, which makes what the config says, and nothing to add to it. */
async function expectMended(): Promise<void> {
  const compilation = await compile({ root: repository.root })
  expect(compilation.diagnostics).toEqual([])
  expect(writeOutputs(repository.root, compilation)).toEqual([])
  const { files } = readHistory(repository.root)
  expect(hashSchema(replay(files).schema)).toBe(compilation.schema && hashSchema(compilation.schema))
}

describe('two branches', () => {
  test('that each add a field end as exactly two steps', async () => {
    await diverge([`${TITLE} lead: field.string(),`, ''], [TITLE, 'views: field.number(),'])
    const theirs = repository.read('migrations/0002_add_posts_lead.sql')
    expect(await repository.codes()).toEqual(['migration-fork'])
    const { base, moved, planned, shared } = await rebase()
    expect(base.name).toBe('main')
    expect({ moved, planned, shared }).toEqual({
      moved: [{ from: '0002_add_posts_views.sql', to: '0003_add_posts_views.sql' }],
      planned: [],
      shared: [],
    })
    expect(repository.migrations()).toEqual(['0001_initial.sql', '0002_add_posts_lead.sql', '0003_add_posts_views.sql'])
    expect(repository.read('migrations/0002_add_posts_lead.sql')).toBe(theirs)
    expect(repository.columns().sort()).toEqual(['lead', 'title', 'views'])
    await expectMended()
    repository.commit('rebased')
    await expectMended()
    expect((await rebaseMigrations(repository.root)).kind).toBe('nothing')
  })

  test('of which main is the one that merges: what it had stays', async () => {
    await diverge([`${TITLE} lead: field.string(),`, ''], [TITLE, 'views: field.number(),'])
    repository.git('reset', '--hard', 'HEAD^1')
    repository.git('checkout', 'main')
    repository.merge('feature')
    const { base } = await rebase()
    expect(base.name).toBe('main before the merge')
    expect(repository.migrations()[2]).toBe('0003_add_posts_views.sql')
    await expectMended()
  })

  test('of which the one that merges has more, while the merge is under way', async () => {
    await diverge([`${TITLE} lead: field.string(),`, ''], [TITLE, 'views: field.number(),'])
    repository.git('reset', '--hard', 'HEAD^1')
    repository.posts(TITLE, 'views: field.number(), note: field.string(),')
    await repository.build()
    repository.commit('more')
    expect(() => repository.git('merge', '--no-commit', 'main')).toThrow()
    const { base, moved, planned } = await rebase()
    expect(base.name).toBe('main')
    expect(moved).toEqual([
      { from: '0002_add_posts_views.sql', to: null },
      { from: '0003_add_posts_note.sql', to: null },
    ])
    expect(planned).toEqual(['0003_add_posts_views_and_add_posts_note.sql'])
    await expectMended()
  })

  test('one renames a field, the other adds one', async () => {
    const renamed = `headline: field.string({ required: true, renamedFrom: 'title' }),`
    await diverge([TITLE, 'views: field.number(),'], [renamed, ''])
    await rebase()
    expect(repository.migrations().slice(1)).toEqual([
      '0002_add_posts_views.sql',
      '0003_rename_posts_title_to_headline.sql',
    ])
    expect(repository.columns().sort()).toEqual(['headline', 'views'])
    await expectMended()
  })

  test('main renames a field, the branch adds one that is searched', async () => {
    const renamed = `headline: field.string({ required: true, renamedFrom: 'title' }),`
    await diverge([renamed, ''], [TITLE, 'views: field.number(),'])
    await rebase()
    expect(repository.migrations().slice(1)).toEqual([
      '0002_rename_posts_title_to_headline.sql',
      '0003_add_posts_views.sql',
    ])
    await expectMended()
  })

  test('both add the same field: the config decides, and it is said', async () => {
    await diverge([`${TITLE} lead: field.string(),`, ''], [TITLE, 'lead: field.text(), views: field.number(),'])
    repository.posts(TITLE, 'lead: field.text(), views: field.number(),')
    const { shared } = await rebase()
    expect(shared).toEqual([
      {
        title: 'add field posts.lead',
        base: '0002_add_posts_lead.sql',
        own: '0002_add_posts_lead_and_add_posts_views.sql',
      },
    ])
    expect(repository.columns().sort()).toEqual(['lead', 'title', 'views'])
    await expectMended()
  })

  test('both make a migration of the same name, which git cannot merge', async () => {
    await diverge([`${TITLE} lead: field.number(),`, ''], [TITLE, 'lead: field.string(),'])
    repository.git('reset', '--hard', 'HEAD^1')
    expect(() => repository.git('merge', '--no-commit', 'main')).toThrow()
    repository.posts(TITLE, 'lead: field.string(),')
    expect(await repository.codes()).toContain('migration-conflict')
    const { restored, planned } = await rebase()
    expect({ restored, planned }).toEqual({
      restored: ['0002_add_posts_lead.sql'],
      planned: ['0003_rebuild_posts_and_change_posts_lead.sql'],
    })
    expect(repository.read('migrations/0003_rebuild_posts_and_change_posts_lead.sql')).toContain(
      '-- number becomes string',
    )
    await expectMended()
  })

  test('the lock in conflict is written anew, and a merge may still be under way', async () => {
    await diverge([`${TITLE} lead: field.string(),`, ''], [TITLE, 'views: field.number(),'])
    repository.git('reset', '--hard', 'HEAD^1')
    expect(() => repository.git('merge', '--no-commit', 'main')).toThrow()
    expect(repository.read('cms.lock.json')).toContain('<<<<<<< HEAD')
    expect(await repository.codes()).toEqual(['lock-conflict', 'migration-fork'])
    await rebase()
    await expectMended()
    expect(repository.migrations()[2]).toBe('0003_add_posts_views.sql')
  })
})

describe('what was written by hand', () => {
  const byHand = async (words: string, sql: string): Promise<void> => {
    const { schema } = await compile({ root: repository.root })
    if (!schema) throw new Error('the project has mistakes')
    appendFileSync(join(repository.root, addDataMigration(repository.root, words, schema)), sql)
  }

  test('follows with a number that fits, on what it was written for', async () => {
    repository.git('checkout', '-b', 'feature')
    repository.posts(TITLE, 'views: field.number(),')
    await repository.build()
    await byHand('count views', 'UPDATE posts SET views = 1;\n')
    repository.posts(TITLE, 'views: field.number(), note: field.string(),')
    await repository.build()
    repository.commit('feature')
    repository.git('checkout', 'main')
    repository.posts(`${TITLE} lead: field.string(),`, '')
    await repository.build()
    repository.commit('main')
    repository.git('checkout', 'feature')
    repository.merge('main')
    await rebase()
    expect(repository.migrations()).toEqual([
      '0001_initial.sql',
      '0002_add_posts_lead.sql',
      '0003_add_posts_views.sql',
      '0004_count_views.sql',
      '0005_add_posts_note.sql',
    ])
    expect(repository.read('migrations/0004_count_views.sql')).toContain('UPDATE posts SET views = 1;')
    await expectMended()
  })

  test('under one name on both branches is for a person to part', async () => {
    repository.git('checkout', '-b', 'feature')
    await byHand('trim titles', 'UPDATE posts SET title = trim(title);\n')
    repository.commit('feature')
    repository.git('checkout', 'main')
    await byHand('trim titles', 'UPDATE posts SET title = rtrim(title);\n')
    repository.commit('main')
    repository.git('checkout', 'feature')
    expect(() => repository.git('merge', 'main')).toThrow()
    const conflict = { kind: 'conflict', file: '0002_trim_titles.sql' }
    expect(await rebaseMigrations(repository.root)).toEqual(conflict)
  })

  test('that no longer runs is refused, and nothing changes', async () => {
    repository.git('checkout', '-b', 'feature')
    await byHand('trim titles', 'UPDATE posts SET title = trim(title);\n')
    repository.commit('feature')
    repository.git('checkout', 'main')
    repository.posts(`headline: field.string({ required: true, renamedFrom: 'title' }),`, '')
    await repository.build()
    repository.commit('main')
    repository.git('checkout', 'feature')
    repository.merge('main')
    const before = repository.migrations()
    const outcome = await rebaseMigrations(repository.root)
    expect(outcome).toMatchObject({ kind: 'mistakes' })
    expect(outcome.kind === 'mistakes' && outcome.compilation.diagnostics).toMatchObject([
      { code: 'migration-refused', message: expect.stringContaining('0003_trim_titles.sql') },
    ])
    expect(repository.migrations()).toEqual(before)
  })
})

test('a branch that is not merged, and a name that git does not know', async () => {
  repository.git('checkout', '-b', 'feature')
  repository.git('checkout', 'main')
  repository.posts(`${TITLE} lead: field.string(),`, '')
  await repository.build()
  repository.commit('main')
  repository.git('checkout', 'feature')
  expect(await rebaseMigrations(repository.root, 'main')).toEqual({
    kind: 'not-merged',
    name: 'main',
    missing: '0002_add_posts_lead.sql',
  })
  expect(await rebaseMigrations(repository.root, 'nowhere')).toEqual({ kind: 'unknown-ref', ref: 'nowhere' })
  rmSync(join(repository.root, '.git'), { recursive: true })
  expect(await rebaseMigrations(repository.root)).toEqual({ kind: 'no-git' })
})
