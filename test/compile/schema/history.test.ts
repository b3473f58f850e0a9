import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addDataMigration } from '../../../src/compile/branches/add-data-migration.ts'
import { createDataMigration } from '../../../src/compile/schema/files/hand-written.ts'
import { readHistory } from '../../../src/compile/schema/files/history.ts'
import { modelSchema } from '../../../src/compile/schema/model/model.ts'
import { type MigrationPlan, planMigrations } from '../../../src/compile/schema/plan/plan-migrations.ts'
import { type Config, defineCollection, type Fields, field, fieldTypes } from '../../../src/config/index.ts'
import { CONTENT_COLUMNS, coreTables, lowered } from './lowered.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lintel-history-'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function posts(added: Fields) {
  return defineCollection({ name: 'posts', fields: { title: field.string(), ...added } })
}

/** Builds the project in the folder and writes what the build gives. */
function build(added: Fields = {}, options: Partial<Config> = {}): MigrationPlan {
  const collections = [posts(added)]
  const manifest = lowered(...collections)
  const plan = planMigrations({
    history: readHistory(root),
    config: { name: 'test', environments: {}, ...options, collections },
    collections: manifest,
    schema: modelSchema(manifest, coreTables),
    types: fieldTypes,
    collectionColumns: CONTENT_COLUMNS,
  })
  for (const path of plan.removed) rmSync(join(root, path))
  for (const [path, text] of plan.files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return plan
}

function migrations(): string[] {
  return readdirSync(join(root, 'migrations')).sort()
}

function git(...args: string[]): void {
  execFileSync('git', ['-C', root, '-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    stdio: 'ignore',
  })
}

function commit(): void {
  git('add', 'migrations')
  git('commit', '-m', 'build')
}

describe('in a git repository', () => {
  beforeEach(() => git('init'))

  test('the pending migration is rewritten as the net change until git has it', () => {
    build()
    build({ lead: field.string() })
    expect(migrations()).toEqual(['0001_initial.sql'])
    commit()
    build({ lead: field.string(), views: field.number() })
    expect(migrations()).toEqual(['0001_initial.sql', '0002_add_posts_views.sql'])
    build({ lead: field.string(), views: field.number(), note: field.text() })
    expect(migrations()).toEqual(['0001_initial.sql', '0002_add_posts_views_and_add_posts_note.sql'])
    build({ lead: field.string(), note: field.text() })
    expect(migrations()).toEqual(['0001_initial.sql', '0002_add_posts_note.sql'])
    build({ lead: field.string() })
    expect(migrations()).toEqual(['0001_initial.sql'])
    build({ lead: field.string(), note: field.text() })
    commit()
    build({ lead: field.string(), note: field.text(), views: field.number() })
    expect(migrations()).toEqual(['0001_initial.sql', '0002_add_posts_note.sql', '0003_add_posts_views.sql'])
  })

  test('the same config gives the same bytes, and a second build writes nothing', () => {
    build({ lead: field.string() })
    const text = readFileSync(join(root, 'migrations/0001_initial.sql'), 'utf8')
    expect(build({ lead: field.string() }).files.size).toBe(0)
    rmSync(join(root, 'migrations'), { recursive: true })
    build({ lead: field.string() })
    expect(readFileSync(join(root, 'migrations/0001_initial.sql'), 'utf8')).toBe(text)
  })

  test('a project inside a repository has its migrations in it', () => {
    git('commit', '--allow-empty', '-m', 'first')
    root = join(root, 'site')
    mkdirSync(root)
    build()
    commit()
    build({ views: field.number() })
    expect(migrations()).toHaveLength(2)
    root = dirname(root)
  })

  test('two migrations of one number, a gap, a changed parent and conflict markers are each said once', () => {
    build()
    commit()
    build({ views: field.number() })
    const path = (name: string) => join(root, 'migrations', name)
    const views = readFileSync(path('0002_add_posts_views.sql'), 'utf8')
    writeFileSync(path('0002_fork.sql'), views)
    expect(codes(build())).toEqual(['migration-fork'])
    rmSync(path('0002_fork.sql'))
    writeFileSync(path('0004_late.sql'), views)
    expect(codes(build())).toEqual(['migration-gap'])
    rmSync(path('0004_late.sql'))
    writeFileSync(path('0002_add_posts_views.sql'), `<<<<<<< ours\n${views}`)
    expect(codes(build())).toEqual(['migration-conflict'])
    writeFileSync(path('0002_add_posts_views.sql'), views)
    const initial = readFileSync(path('0001_initial.sql'), 'utf8')
    writeFileSync(path('0001_initial.sql'), `${initial}\nSELECT 1;\n`)
    expect(build().findings).toMatchObject([
      {
        code: 'migration-edited',
        message: '0001_initial.sql was changed after 0002_add_posts_views.sql had been created on top of it',
      },
    ])
  })

  test('a migration with a mistake in its SQL is named with the statement, and nothing is written', () => {
    build()
    writeFileSync(join(root, 'migrations/0002_by_hand.sql'), 'UPDATE nowhere SET a = 1;\n')
    commit()
    const plan = build({ views: field.number() })
    expect(plan.findings).toMatchObject([
      {
        code: 'migration-refused',
        message: '0002_by_hand.sql does not run on an empty database: no such table: nowhere',
      },
    ])
    expect(plan.files.size).toBe(0)
  })
})

describe('in a git repository', () => {
  beforeEach(() => git('init'))

  test('the last migration that git has is compared with git, each other one with its child', () => {
    build()
    commit()
    const path = join(root, 'migrations/0001_initial.sql')
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, `${text}\n-- a note\n`)
    expect(build().findings).toMatchObject([
      { code: 'migration-edited', message: '0001_initial.sql was changed after it was committed' },
    ])
    writeFileSync(path, text.replaceAll('\n', '\r\n'))
    expect(codes(build())).toEqual([])
  })

  test('what a merge brings along is sealed before the merge is committed', () => {
    build()
    commit()
    git('checkout', '-b', 'other')
    build({ views: field.number() })
    commit()
    git('checkout', '-')
    git('commit', '--allow-empty', '-m', 'meanwhile')
    git('merge', '--no-commit', '--no-ff', 'other')
    const plan = build({ views: field.number(), held: field.boolean() })
    expect(codes(plan)).toEqual([])
    expect(migrations()).toEqual(['0001_initial.sql', '0002_add_posts_views.sql', '0003_add_posts_held.sql'])
  })

  test('two migrations of one parent are a fork under any numbers', () => {
    build()
    commit()
    build({ views: field.number() })
    const views = readFileSync(join(root, 'migrations/0002_add_posts_views.sql'), 'utf8')
    writeFileSync(join(root, 'migrations/0003_renumbered.sql'), views)
    expect(build().findings).toMatchObject([
      {
        code: 'migration-fork',
        message:
          '0003_renumbered.sql and 0002_add_posts_views.sql were both created on top of 0001_initial.sql: they come from two branches',
      },
    ])
  })
})

describe('a data migration', () => {
  beforeEach(() => {
    git('init')
    build()
    commit()
  })

  const create = (sql: string): string => {
    const { files } = readHistory(root)
    const last = files.at(-1)
    const made = createDataMigration('Fill in: résumés!', last, last?.header?.after ?? '')
    writeFileSync(join(root, 'migrations', made.name), `${made.text}${sql}`)
    return made.name
  }

  test('waits for its SQL, and is one of the chain once it has it', () => {
    const name = create('')
    expect(name).toBe('0002_fill_in_resumes.sql')
    const waiting = build()
    expect(waiting.findings).toMatchObject([{ code: 'migration-empty', severity: 'warning' }])
    expect(waiting.migrations.map((migration) => migration.name)).toEqual(['0001_initial.sql'])
    expect(build({ views: field.number() }).migrations.map((migration) => migration.name)).toEqual([
      '0001_initial.sql',
      '0003_add_posts_views.sql',
    ])
    build()
    appendFileSync(join(root, 'migrations', name), `UPDATE posts SET title = 'none' WHERE title IS NULL;\n`)
    const plan = build()
    expect([plan.findings, plan.files.size]).toEqual([[], 0])
    expect(plan.migrations[1]).toMatchObject({
      name,
      statements: [`UPDATE posts SET title = 'none' WHERE title IS NULL`],
      destructive: false,
    })
  })

  test('is edited until git has it, and what stands on it follows', () => {
    const name = create(`UPDATE posts SET title = 'a';\n`)
    build({ views: field.number() })
    expect(migrations()).toEqual(['0001_initial.sql', name, '0003_add_posts_views.sql'])
    appendFileSync(join(root, 'migrations', name), `UPDATE posts SET title = 'b';\n`)
    const plan = build({ views: field.number() })
    expect(plan.findings).toEqual([])
    expect([...plan.files.keys()]).toEqual(['migrations/0003_add_posts_views.sql'])
    const { files } = readHistory(root)
    expect(files[2]?.header?.parent).toBe(files[1]?.checksum)
    commit()
    appendFileSync(join(root, 'migrations', name), `UPDATE posts SET title = 'c';\n`)
    expect(codes(build({ views: field.number() }))).toEqual(['migration-edited'])
  })

  test('may not change the schema, nor name anything that is not there', () => {
    const name = create('ALTER TABLE posts ADD COLUMN mood TEXT;\n')
    expect(build({ views: field.number() }).findings).toMatchObject([
      {
        code: 'migration-reshapes',
        message: `${name} is handwritten and says ALTER TABLE posts ADD COLUMN mood TEXT: such a migration may change rows, never the schema`,
        at: { file: `migrations/${name}`, line: lineOf(name, 'ALTER') },
      },
    ])
    expect(codes(build())).toEqual(['migration-reshapes'])
    rmSync(join(root, 'migrations', name))
    create('UPDTE posts SET title = 1;\n')
    expect(build().findings).toMatchObject([
      {
        message: '0002_fill_in_resumes.sql does not run on an empty database: near "UPDTE": syntax error',
        at: { line: lineOf(name, 'UPDTE') },
      },
    ])
    rmSync(join(root, 'migrations', name))
    create('CREATE TABLE scratch (id TEXT);\nDROP TABLE scratch;\n')
    expect(codes(build())).toEqual(['migration-reshapes'])
    // Once git has it, it stays as it is: it leaves the schema as it was.
    commit()
    expect(codes(build())).toEqual([])
  })
})

/** The line on which a word first begins one, from 1. */
function lineOf(name: string, word: string): number {
  const lines = readFileSync(join(root, 'migrations', name), 'utf8').split('\n')
  return lines.findIndex((line) => line.startsWith(word)) + 1
}

describe('without git', () => {
  test('this checkout rewrites what it wrote itself, and adds to what it was given', () => {
    build()
    build({ lead: field.string() })
    expect(migrations()).toEqual(['0001_initial.sql'])
    rmSync(join(root, '.cms'), { recursive: true })
    build({ lead: field.string(), views: field.number() })
    build({ lead: field.string(), views: field.number(), note: field.text() })
    expect(migrations()).toEqual(['0001_initial.sql', '0002_add_posts_views_and_add_posts_note.sql'])
  })
})

test('without git, a data migration of this checkout may be edited', () => {
  build()
  rmSync(join(root, '.cms'), { recursive: true })
  const { files } = readHistory(root)
  const path = addDataMigration(root, 'fill in', modelSchema(lowered(posts({})), coreTables))
  expect(path).toBe('migrations/0002_fill_in.sql')
  appendFileSync(join(root, path), `UPDATE posts SET title = 'a';\n`)
  build({ views: field.number() })
  appendFileSync(join(root, path), `UPDATE posts SET title = 'b';\n`)
  expect(build({ views: field.number() }).findings).toEqual([])
  expect(build({ views: field.number(), note: field.text() }).findings).toEqual([])
  expect(migrations()).toEqual([files[0]?.name, '0002_fill_in.sql', '0003_add_posts_views_and_add_posts_note.sql'])
})

function codes(plan: MigrationPlan): string[] {
  return plan.findings.map((finding) => finding.code)
}
