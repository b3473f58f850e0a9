import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { InstalledProject } from './installed-project.ts'

/** The website of a project, built and served by itself. */
export interface Website {
  readonly origin: string
  stop(): Promise<void>
}

/** Serves what `npm run build:web` has built, reading from a service. */
export async function serveWebsite(project: InstalledProject, service: string): Promise<Website> {
  const child = spawn(process.execPath, [join(project.root, 'web/dist/server/entry.mjs')], {
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', CMS_URL: service },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    origin: await addressOf(child),
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The website has no output.') // `stdio` says that it has
  let said = ''
  for await (const text of stdout) {
    said += String(text)
    const [origin] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? []
    if (origin === undefined) continue
    stdout.resume()
    return origin
  }
  throw new Error(`The website did not start. ${said}`)
}
