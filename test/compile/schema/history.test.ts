import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readHistory } from '../../../src/compile/schema/history.ts'
import { modelSchema } from '../../../src/compile/schema/model.ts'
import { type MigrationPlan, planMigrations } from '../../../src/compile/schema/plan-migrations.ts'
import { type Config, defineCollection, type Fields, field, fieldTypes } from '../../../src/config/index.ts'
import { coreTables, lowered } from './lowered.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lintel-history-'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Builds the project in the folder and writes what the build gives. */
function build(added: Fields = {}, options: Partial<Config> = {}): MigrationPlan {
  const collections = [defineCollection({ name: 'posts', fields: { title: field.string(), ...added } })]
  const manifest = lowered(...collections)
  const plan = planMigrations({
    history: readHistory(root),
    config: { name: 'test', environments: {}, ...options, collections },
    collections: manifest,
    schema: modelSchema(manifest, coreTables),
    types: fieldTypes,
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
        message: '0001_initial.sql was changed after 0002_add_posts_views.sql had been made on top of it',
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

function codes(plan: MigrationPlan): string[] {
  return plan.findings.map((finding) => finding.code)
}
