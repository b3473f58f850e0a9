import { type ChildProcess, spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../bench/node/running.ts'
import { treeOf } from '../bench/process-tree.ts'
import { VARIABLES } from '../bench/served.ts'

/** Built server that is subjected to faults. */
export interface Machine {
  readonly url: URL
  readonly pid: number
  /** Returns the ids of the processes that serve requests. */
  workers(): number[]
  /** Stops the server with SIGTERM, as an operator does. */
  stop(): Promise<void>
  /** Kills all processes at once, as a loss of power does. */
  killAll(): Promise<void>
}

const LOG = '/tmp/lintel-faults.log'

export async function startMachine(
  dataFolder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Machine> {
  const port = await freePort()
  const log = openSync(LOG, 'a')
  const child = spawn(process.execPath, [resolve('dist/server/start.js')], {
    stdio: ['ignore', log, log],
    env: { ...process.env, ...VARIABLES, PORT: String(port), DATA_FOLDER: dataFolder, ...variables },
  })
  const url = new URL(`http://127.0.0.1:${port}`)
  await answering(child, url)
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const pid = child.pid ?? 0
  return {
    url,
    pid,
    workers: () => (treeOf(pid) ?? []).filter((one) => one !== pid && isWorker(one)),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
    killAll: async () => {
      for (const one of treeOf(pid) ?? []) kill(one)
      await ended
    },
  }
}

/**
 * Waits for the first successful response.
 * @throws Error if the server exits
 */
async function answering(child: ChildProcess, url: URL): Promise<void> {
  for (;;) {
    const end = child.exitCode ?? child.signalCode
    if (end !== null) throw new Error(`The server ended with ${end}; see ${LOG}.`)
    const patience = { signal: AbortSignal.timeout(5000) }
    const answer = await fetch(new URL('/api/posts?limit=1', url), patience).catch(() => null)
    if (answer?.ok) return
    await sleep(20)
  }
}

export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

function isWorker(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('reader')
  } catch {
    return false // it has ended
  }
}
