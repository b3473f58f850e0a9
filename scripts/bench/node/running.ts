import { type ChildProcess, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { treeOf } from '../process-tree.ts'
import { VARIABLES } from '../served.ts'

/** A server under measurement. */
export interface Running {
  readonly url: URL
  /** Time from the start of the process to its first response with status 200, in milliseconds. */
  readonly startedIn: number
  /** Ids of the server's processes; empty on systems without `/proc`. */
  readonly pids: readonly number[]
  stop(): Promise<void>
}

export interface RunOptions {
  /** Module of the server. */
  readonly main: string
  /** Path that is requested until the response has status 200. */
  readonly path: string
  readonly processes: number
  readonly dataFolder?: string
}

/** Maximum time for a start, in milliseconds. */
const PATIENCE = 30_000

/** Returns the cores that a server may use, one for each process. The load comes from the last core of the machine. */
export function coresOf(processes: number): string {
  return processes === 1 ? '0' : `0-${processes - 1}`
}

/** Starts a server on cores of its own, and waits for its first response. Its log goes to a file, as under systemd. */
export async function run({ main, path, processes, dataFolder }: RunOptions): Promise<Running> {
  const port = await freePort()
  const log = openSync('/tmp/lintel-bench-node.log', 'w')
  const began = performance.now()
  const child = spawn('taskset', ['-c', coresOf(processes), process.execPath, resolve(main)], {
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      ...VARIABLES,
      RESEND_API_KEY: 'none: no email is sent',
      PORT: String(port),
      PROCESSES: String(processes),
      ...(dataFolder !== undefined && { DATA_FOLDER: dataFolder }),
    },
  })
  const url = new URL(`http://127.0.0.1:${port}`)
  await firstAnswer(child, new URL(path, url))
  const startedIn = performance.now() - began
  return { url, startedIn, pids: treeOf(child.pid ?? 0) ?? [], stop: () => stop(child) }
}

async function firstAnswer(child: ChildProcess, url: URL): Promise<void> {
  const until = performance.now() + PATIENCE
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with exit code ${child.exitCode}.`)
    const answer = await fetch(url).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    if (performance.now() > until) throw new Error(`${url} does not answer with 200: ${answer?.status}`)
    await sleep(2)
  }
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.once('exit', () => done())
    child.kill('SIGTERM')
  })
}

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number } // it listens on a port
      server.close(() => done(port))
    })
  })
}
