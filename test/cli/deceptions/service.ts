import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checksumOf } from '../../../src/compile/schema/files/migration-file.ts'
import { giveBack, takeFolder } from '../../harness/project-folder.ts'
import { cms, collection, createProject, type Run } from '../cms.ts'
import { boundWranglerFiles } from '../wrangler-files.ts'

const CONFIG = `import { defineConfig } from 'lintel'
import coreAuth from 'lintel/plugins/core-auth'
import posts from './collections/posts.ts'

export default defineConfig({
  name: 'site',
  collections: [posts],
  plugins: [coreAuth()],
  environments: { development: {} },
})
`

/** Project in its own git repository, on a branch that left `main` after three migrations. */
export class Service {
  readonly root: string

  private constructor(root: string) {
    this.root = root
  }

  /**
   * Creates the project. `main` has 0001 (posts), 0002 (`summary`) and the handwritten 0003; the branch `feature`,
   * which is checked out, adds `rating` in 0004.
   */
  static async create(): Promise<Service> {
    const { root } = createProject({
      'cms.config.ts': CONFIG,
      'collections/posts.ts': collection('posts', 'title: field.string({ required: true })'),
      ...boundWranglerFiles,
      '.gitignore': 'node_modules\n.cms\n',
    })
    const service = new Service(root)
    service.git('init', '-b', 'main')
    service.git('config', 'user.name', 'Test')
    service.git('config', 'user.email', 'test@example.com')
    await service.save('title: field.string({ required: true })')
    await service.save('title: field.string({ required: true }), summary: field.text()')
    service.addByHand('fill summaries', `UPDATE "posts" SET "summary" = "title" WHERE "summary" IS NULL;`)
    service.commit()
    service.git('checkout', '-b', 'feature')
    await service.save('title: field.string({ required: true }), summary: field.text(), rating: field.number()')
    return service
  }

  /** Returns a copy in another folder. */
  copy(): Service {
    const root = takeFolder('cli')
    cpSync(this.root, root, { recursive: true, verbatimSymlinks: true })
    return new Service(root)
  }

  /** Changes the fields of posts, builds, and commits everything. */
  async save(fields: string, message = 'change'): Promise<void> {
    this.write('collections/posts.ts', collection('posts', fields))
    await this.build()
    this.commit(message)
  }

  async build(): Promise<void> {
    const { code, stderr } = await this.cms('build')
    if (code !== 0) throw new Error(stderr)
  }

  /** Adds a handwritten migration after the others without committing it, and returns its path. */
  addByHand(words: string, sql: string): string {
    const number = readdirSync(join(this.root, 'migrations')).length
    const parent = this.read(this.migration(number))
    const schema = /^-- schema: .* -> (\w+)$/m.exec(parent)?.[1]
    const head = ['format: 2', 'made-by: hand', `parent: ${checksumOf(parent)}`, `schema: ${schema} -> ${schema}`]
    const path = `migrations/${String(number + 1).padStart(4, '0')}_${words.replaceAll(' ', '_')}.sql`
    this.write(path, `${head.map((line) => `-- ${line}`).join('\n')}\n\n-- caution: ${words}\n${sql}\n`)
    return path
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8')
  }

  write(path: string, text: string | Uint8Array): void {
    writeFileSync(join(this.root, path), text)
  }

  edit(path: string, change: (text: string) => string): void {
    const before = this.read(path)
    const after = change(before)
    if (before === after) throw new Error(`${path} holds nothing to change`)
    this.write(path, after)
  }

  /** Returns the path of the migration with a number, such as `migrations/0004_….sql`. */
  migration(number: number): string {
    const prefix = String(number).padStart(4, '0')
    const name = readdirSync(join(this.root, 'migrations')).find((file) => file.startsWith(prefix))
    return `migrations/${name}`
  }

  git(...args: string[]): string {
    return execFileSync('git', ['-C', this.root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  }

  commit(message = 'change'): void {
    this.git('add', '-A')
    this.git('commit', '-q', '-m', message)
  }

  /** Adds all changes to the last commit. */
  amend(): void {
    this.git('add', '-A')
    this.git('commit', '-q', '--amend', '-m', 'add rating')
  }

  cms(...args: string[]): Promise<Run> {
    return cms(args, { cwd: this.root })
  }

  remove(): void {
    giveBack('cli', this.root)
  }
}
