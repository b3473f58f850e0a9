import { spawn } from 'node:child_process'
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { runCommand } from '../../src/cli/main.ts'
import { giveBack, noteWritten, spoilFolder, takeFolder } from '../harness/project-folder.ts'

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
}

export interface ProcessOptions extends RunOptions {
  /** Flags for Node. */
  readonly node?: readonly string[]
  /** Path of the launcher. Default: that of this repository. */
  readonly launcher?: string
}

/** Runs `cms` in this process, without a terminal. */
export async function cms(args: readonly string[], options: RunOptions): Promise<Run> {
  const stdout = new Collected()
  const stderr = new Collected()
  const cwd = realpathSync(options.cwd) // a process sees its working directory without symbolic links
  const shell = { cwd, variables: variablesOf(options), stdin: Readable.from([]), stdout, stderr }
  const code = await runCommand(args, shell)
  return { code, stdout: stdout.text(), stderr: stderr.text() }
}

/** Runs `cms` in a separate process to its end. */
export async function cmsProcess(args: readonly string[], options: ProcessOptions): Promise<Run> {
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

export function start(args: readonly string[], options: ProcessOptions) {
  spoilFolder(options.cwd)
  return spawn(process.execPath, [...(options.node ?? []), options.launcher ?? launcher, ...args], {
    cwd: options.cwd,
    env: variablesOf(options),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function variablesOf({ env: given }: RunOptions): Readonly<Record<string, string | undefined>> {
  const { FORCE_COLOR: _force, NO_COLOR: _no, NODE_OPTIONS: _options, ...env } = process.env
  return { ...env, ...given }
}

/** Stream that collects what is written to it. */
class Collected extends Writable {
  readonly #chunks: Buffer[] = []

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#chunks.push(chunk)
    done()
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8')
  }
}

/** Project with one collection in a temporary folder. */
export interface Project {
  readonly root: string
  write(path: string, text: string): void
  /** Seals the migrations. Without git, all migrations are sealed that `.cms/pending` does not name. */
  seal(): void
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
  const root = takeFolder('cli')
  const write = (path: string, text: string): void => {
    noteWritten(root, path)
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  symlinkSync(join(repository, 'node_modules'), join(root, 'node_modules'))
  writeFileSync(join(root, 'package.json'), '{ "name": "site", "private": true, "type": "module" }\n')
  for (const [path, text] of Object.entries({ 'cms.config.ts': CONFIG, 'collections/posts.ts': POSTS, ...files })) {
    write(path, text)
  }
  return { root, write, seal: () => write('.cms/pending', ''), remove: () => giveBack('cli', root) }
}
