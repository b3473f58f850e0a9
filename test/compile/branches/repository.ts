import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile, type Diagnostic, writeOutputs } from '../../../src/compile/index.ts'
import { readHistory } from '../../../src/compile/schema/files/history.ts'
import { replay } from '../../../src/compile/schema/files/replay.ts'
import { createProject } from '../../cli/cms.ts'

/** A project in a git repository of its own, with one collection `posts` that has some lines between its fields. */
export class Repository {
  readonly #project = createProject({ '.gitignore': 'node_modules\n.cms\n' })
  readonly root = this.#project.root

  constructor() {
    this.git('init', '-b', 'main')
    this.git('config', 'user.name', 'Test')
    this.git('config', 'user.email', 'test@example.com')
  }

  /** The fields of posts, those before and after a gap that keeps branches out of each other's way. */
  posts(early: string, late: string, options = ''): void {
    const gap = '    // one\n    // two\n    // three\n    // four\n'
    this.write(
      'collections/posts.ts',
      `import { defineCollection, field, sql } from 'lintel'\n\nexport const raw = sql\nexport default defineCollection({\n  name: 'posts',\n  ${options}\n  fields: {\n    ${early}\n${gap}    ${late}\n  },\n})\n`,
    )
  }

  write(path: string, text: string): void {
    this.#project.write(path, text)
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8')
  }

  async build(): Promise<readonly Diagnostic[]> {
    const compilation = await compile({ root: this.root })
    if (compilation.schema) writeOutputs(this.root, compilation)
    return compilation.diagnostics
  }

  async codes(): Promise<string[]> {
    return (await compile({ root: this.root })).diagnostics.map(({ code }) => code)
  }

  git(...args: string[]): void {
    execFileSync('git', ['-C', this.root, ...args], { stdio: 'ignore' })
  }

  /** Full hash of a commit. */
  hash(ref: string): string {
    return execFileSync('git', ['-C', this.root, 'rev-parse', ref], { encoding: 'utf8' }).trim()
  }

  commit(message = 'change'): void {
    this.git('add', '-A')
    this.git('commit', '-m', message)
  }

  /** Merges a branch. Where the lock or a migration is in conflict, the text of this branch is taken. */
  merge(branch: string): void {
    try {
      this.git('merge', '--no-edit', branch)
    } catch {
      this.git('checkout', '--ours', '.')
      this.commit('merge')
    }
  }

  migrations(): string[] {
    return readdirSync(join(this.root, 'migrations')).sort()
  }

  /** The columns of posts, as the migrations make them. */
  columns(): string[] {
    const { schema } = replay(readHistory(this.root).files)
    const posts = schema.tables.find(({ name }) => name === 'posts')
    return posts?.columns.map(({ name }) => name).filter((name) => !SYSTEM.has(name)) ?? []
  }

  remove(): void {
    this.#project.remove()
  }
}

const SYSTEM = new Set(
  'id status created_at updated_at published_at scheduled_at created_by updated_by version'.split(' '),
)
