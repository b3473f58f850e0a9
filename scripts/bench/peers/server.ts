import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Announcement, Peer } from './peer.ts'
import { CORES, environment, SHOWN } from './processes.ts'

/** Maximum time until a server responds, in milliseconds. */
const START_TIMEOUT = 120_000
/** Maximum time until a server stops after SIGTERM, in milliseconds. */
const STOP_TIMEOUT = 10_000
/** Interval at which a starting server is queried, in milliseconds. */
const PAUSE = 5

/** Server that responds. */
export interface Running {
  readonly url: URL
  /** Id of the process that is measured, with its descendants. */
  readonly pid: number
  /** Time from the start to the first response with status 200, in milliseconds. */
  readonly startMs: number
  stop(): Promise<void>
}

/**
 * Starts a server on the servers' core, and waits until it responds. Its output goes to `server.log` in its folder.
 * @param path path that is requested until the response has status 200
 * @throws Error with the end of the output if the server exits, or does not respond in time
 */
export async function startServer(
  { name, server }: Peer,
  folder: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Running> {
  const port = await freePort()
  const args = [process.execPath, ...server.args(port)]
  const log = join(folder, 'server.log')
  const since = Date.now()
  const child = launch(CORES ? ['taskset', '-c', CORES.servers, ...args] : args, folder, server.env(port), log)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await Promise.race([ended, sleep(STOP_TIMEOUT)])
    endGroup(child.pid)
    await ended
  }
  const until = async <T>(find: () => Promise<T | undefined>): Promise<T> => {
    for (;;) {
      const found = await find()
      if (found !== undefined) return found
      const hasEnded = child.exitCode !== null || child.signalCode !== null
      if (hasEnded || Date.now() - since > START_TIMEOUT) {
        const what = hasEnded ? 'ended' : 'did not answer'
        throw new Error(`${name} ${what}: ${readFileSync(log, 'utf8').trim().slice(-SHOWN)}`)
      }
      await sleep(PAUSE)
    }
  }
  try {
    const usual: Announcement = { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, since }
    const told = server.announces ? await until(async () => announcementIn(log)) : usual
    const url = new URL(told.url)
    await until(() => ask(new URL(path, url), headers))
    return { url, pid: told.pid, startMs: Date.now() - told.since, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Spawns a command in a process group of its own, so that the whole group can be killed. */
function launch(
  [command = '', ...args]: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>>,
  logPath: string,
): ChildProcess {
  const log = openSync(logPath, 'w')
  try {
    const child = spawn(command, args, {
      cwd: folder,
      env: environment(env),
      detached: true,
      stdio: ['ignore', log, log],
    })
    // Before other handlers remove the files that the process writes.
    process.prependOnceListener('exit', () => {
      if (child.exitCode === null && child.signalCode === null) endGroup(child.pid)
    })
    return child
  } finally {
    closeSync(log)
  }
}

/**
 * Requests an address once.
 * @returns `true` for a response with status 200; `undefined` otherwise
 */
async function ask(url: URL, headers: Readonly<Record<string, string>>): Promise<true | undefined> {
  try {
    const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(START_TIMEOUT) })
    await answer.arrayBuffer()
    return answer.status === 200 ? true : undefined
  } catch {
    return undefined // not yet listening
  }
}

function announcementIn(path: string): Announcement | undefined {
  const whole = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  const line = whole.find((text) => text.startsWith('{"url"'))
  return line === undefined ? undefined : JSON.parse(line)
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // The whole group has already ended.
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
