import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

export const repository = resolve(import.meta.dirname, '../..')
export const launcher = join(repository, 'src/cli/cms.js')

export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Flags of Node itself. */
  readonly node?: readonly string[]
  /** Default: this repository's. */
  readonly launcher?: string
}

/** Runs `cms` in a process of its own, as a shell would without a terminal, and waits for its end. */
export async function cms(args: readonly string[], options: RunOptions): Promise<Run> {
  const child = start(args, options)
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (text) => {
    output.stdout += text
  })
  child.stderr.on('data', (text) => {
    output.stderr += text
  })
  const code = await new Promise<number | null>((done) => child.on('close', done))
  return { code, ...output }
}

export function start(args: readonly string[], options: RunOptions) {
  const { FORCE_COLOR: _force, NO_COLOR: _no, NODE_OPTIONS: _options, ...env } = process.env
  return spawn(process.execPath, [...(options.node ?? []), options.launcher ?? launcher, ...args], {
    cwd: options.cwd,
    env: { ...env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** A project in a folder of its own, with one collection; more files by path. */
export interface Project {
  readonly root: string
  write(path: string, text: string): void
  remove(): void
}

export const POSTS = collection('posts', 'title: field.string({ required: true })')

export const CONFIG = `import { defineConfig } from 'lintel'
import posts from './collections/posts.ts'

export default defineConfig({
  name: 'site',
  collections: [posts],
  environments: { development: {}, production: { domain: 'cms.example.com' } },
})
`

export function collection(name: string, fields: string): string {
  return `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: '${name}',
  fields: { ${fields} },
})
`
}

export function createProject(files: Readonly<Record<string, string>> = {}): Project {
  const root = mkdtempSync(join(tmpdir(), 'lintel-cli-'))
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
  write('package.json', '{ "name": "site", "private": true, "type": "module" }\n')
  for (const [path, text] of Object.entries({ 'cms.config.ts': CONFIG, 'collections/posts.ts': POSTS, ...files })) {
    write(path, text)
  }
  return { root, write, remove: () => rmSync(root, { recursive: true, force: true }) }
}
