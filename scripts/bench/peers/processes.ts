import { execFile, spawn, spawnSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { cpus } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Announcement, Peer } from './peer.ts'

/** Time for an installation or a build, in milliseconds. */
const BUILD_TIMEOUT = 15 * 60_000
/** Time until a server has to answer, in milliseconds. */
const START_TIMEOUT = 120_000
/** Time for a server to end once it is asked to, in milliseconds. */
const STOP_TIMEOUT = 10_000
/** Pause between two questions whether a server answers, in milliseconds. */
const PAUSE = 5
/** Characters of a command's output that an error shows. */
const SHOWN = 600

/** Cores of the servers and of the load generator; `null` where processes cannot be kept on one. */
export const CORES: { readonly servers: string; readonly load: string } | null =
  cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0 ? { servers: '0', load: '1' } : null

/** Keeps this process, which generates the load, on its core. */
export function takeLoadCore(): void {
  if (CORES) spawnSync('taskset', ['-a', '-p', '-c', CORES.load, String(process.pid)])
}

/** The Node that runs this comes first, so that what a command starts runs on it too. */
function environment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { NODE_OPTIONS, NODE_ENV, ...usual } = process.env
  return { ...usual, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter), CI: '1', ...more }
}

/** Runs a command to its end. @throws Error with the end of its output where it fails */
export function run(folder: string, command: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  return new Promise<void>((resolve, reject) => {
    const options = { cwd: folder, env: environment(env), timeout: BUILD_TIMEOUT, maxBuffer: 2 ** 28 }
    execFile(command, [...args], options, (error, stdout, stderr) => {
      if (!error) return resolve()
      reject(new Error(`${[command, ...args].join(' ')} failed: ${`${stdout}${stderr}`.trim().slice(-SHOWN)}`))
    })
  })
}

/** Runs a script of Node to its end. */
export function runNode(folder: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  return run(folder, process.execPath, args, env)
}

/** A server that answers. */
export interface Running {
  readonly url: URL
  /** Process that is measured, with all that it has started. */
  readonly pid: number
  /** Time from its start to its first answer with 200, in milliseconds. */
  readonly startMs: number
  stop(): Promise<void>
}

/**
 * Starts a server on the servers' core, and waits until it answers. Its output goes to `server.log` in its folder.
 * @param path asked until it answers 200
 */
export async function startServer(
  { name, server }: Peer,
  folder: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Running> {
  const port = await freePort()
  const args = [process.execPath, ...server.args(port)]
  const [command = '', ...others] = CORES ? ['taskset', '-c', CORES.servers, ...args] : args
  const logPath = join(folder, 'server.log')
  const log = openSync(logPath, 'w')
  const spawned = Date.now()
  // A group of its own, so that all of it can be ended.
  const child = spawn(command, others, {
    cwd: folder,
    env: environment(server.env(port)),
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  let hasEnded = false
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => {
      hasEnded = true
      resolve()
    })
    child.once('error', () => resolve())
  })
  const stop = async () => {
    if (!hasEnded) child.kill('SIGTERM')
    await Promise.race([ended, sleep(STOP_TIMEOUT)])
    endGroup(child.pid)
    await ended
  }
  const isLate = () => Date.now() - spawned > START_TIMEOUT
  const failure = () =>
    new Error(`${name} ${hasEnded ? 'ended' : 'did not answer'}: ${readFileSync(logPath, 'utf8').trim().slice(-SHOWN)}`)
  try {
    let announced: Announcement | undefined
    while (server.announces && !announced) {
      if (hasEnded || isLate()) throw failure()
      announced = announcementIn(logPath)
      if (!announced) await sleep(PAUSE)
    }
    const url = new URL(announced?.url ?? `http://127.0.0.1:${port}`)
    while (!(await isUp(new URL(path, url), headers))) {
      if (hasEnded || isLate()) throw failure()
      await sleep(PAUSE)
    }
    const startMs = Date.now() - (announced?.since ?? spawned)
    return { url, pid: announced?.pid ?? child.pid ?? 0, startMs, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function isUp(url: URL, headers: Readonly<Record<string, string>>): Promise<boolean> {
  try {
    const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(START_TIMEOUT) })
    await answer.arrayBuffer()
    return answer.status === 200
  } catch {
    return false // not yet listening
  }
}

function announcementIn(path: string): Announcement | undefined {
  const line = readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .find((text) => text.startsWith('{"url"'))
  return line === undefined ? undefined : JSON.parse(line)
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended, and all of it.
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

/** Resident memory of a process and of all that it has started, in bytes; `null` on systems without `/proc`. */
export function memoryOf(pid: number): number | null {
  try {
    const parents = new Map(
      readdirSync('/proc')
        .filter((entry) => /^\d+$/.test(entry))
        .map((entry) => [Number(entry), parentOf(entry)]),
    )
    const isWithin = (one: number | undefined): boolean =>
      one !== undefined && (one === pid || isWithin(parents.get(one)))
    return [...parents.keys()].filter(isWithin).reduce((sum, one) => sum + residentOf(one), 0)
  } catch {
    return null
  }
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]) || undefined
  } catch {
    return undefined // it has just ended
  }
}

function residentOf(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) * 1024
}
