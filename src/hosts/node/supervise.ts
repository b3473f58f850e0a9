import { execFile } from 'node:child_process'
import cluster, { type Worker } from 'node:cluster'
import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { compiledFolder } from './compiled-folder.ts'
import { say } from './log.ts'
import { removeServerState, writeServerState } from './server-file.ts'
import type { Settings } from './settings.ts'

/** Time for which processes may finish what they do, in milliseconds. */
const PATIENCE = 30_000

/** Pause before a process that ended by itself is replaced, in milliseconds; it doubles while processes do not get ready. */
const PAUSE = { first: 100, last: 10_000 }

/**
 * Keeps the processes that answer requests running. SIGTERM and SIGINT end them once they have answered; SIGHUP replaces
 * each by one from the newest build, without a request being refused on the way.
 * @param main path of the module that they run; where a link leads to it, each start follows the link anew
 */
export async function supervise(
  main: string,
  { processes, host, port, dataFolder, trustedProxies }: Settings,
): Promise<void> {
  let pause = PAUSE.first
  let isEnding = false
  let timed: Worker | undefined
  let build = ''
  let replacing: Promise<void> | undefined
  let isAwaited = false
  const ready = new Set<Worker>()

  /** Says who runs, for those who deploy. */
  const state = (running: string, refused: Refusal | null = null) => {
    build = running
    writeServerState(dataFolder, { pid: process.pid, build, host, trustedProxies, refused })
  }
  /** Of all processes, one does the work of each minute. */
  const giveTimer = () => {
    if (timed && ready.has(timed)) return
    timed = [...ready][0]
    if (timed) tell(timed, 'timer')
  }
  const launch = async (): Promise<Worker> => {
    const module = realpathSync(main)
    cluster.setupPrimary({ exec: module, execArgv: EXEC_ARGV })
    const worker = cluster.fork({ NODE_COMPILE_CACHE: compiledFolder(dataFolder, module) })
    // A process that died takes no word any more: that it ended is what counts.
    worker.on('error', () => {})
    let reason = 'it ended before it was ready'
    return new Promise((resolve, reject) => {
      worker.on('message', (word) => {
        reason = (word as { readonly refused?: string }).refused ?? reason
        if (word !== 'ready' || worker.isDead()) return
        pause = PAUSE.first
        ready.add(worker)
        giveTimer()
        resolve(worker)
      })
      worker.once('exit', (code, signal) => {
        const wasReady = ready.delete(worker)
        reject(new Ended(reason, code))
        if (isEnding || worker.exitedAfterDisconnect) return
        giveTimer()
        if (!wasReady) return
        say('error', `A process ended by itself (${signal ?? `exit code ${code}`}); another one is started.`)
        relaunch()
      })
    })
  }
  const afterPause = (go: () => void) => {
    setTimeout(() => !isEnding && go(), pause)
    pause = Math.min(pause * 2, PAUSE.last)
  }
  const relaunch = () => afterPause(() => launch().catch(relaunch))
  /** A first start that refuses is the operator's to mend; one that somebody killed says nothing of the build. */
  const launchFirst = (): Promise<unknown> =>
    launch().catch((error: unknown) => {
      if (!(error instanceof Ended) || error.code !== null) throw error
      return new Promise((resolve, reject) => afterPause(() => launchFirst().then(resolve, reject)))
    })
  const replaceAll = async () => {
    let next = main
    try {
      next = folderOf(main)
      for (const old of [...ready]) {
        if (isEnding) return
        await launch()
        await end(old, true)
      }
    } catch (error) {
      if (isEnding) return
      const reason = error instanceof Error ? error.message : String(error)
      state(build, { build: next, reason })
      return say('error', `The new build does not start; the processes of the old one go on. ${reason}`)
    }
    state(next)
    say('info', 'Every process runs the newest build.')
  }
  /** One after the other: a build that came meanwhile is the last one's, however often it is announced. */
  const reload = () => {
    if (isAwaited) return
    isAwaited = true
    replacing = (replacing ?? Promise.resolve()).then(() => {
      isAwaited = false
      return replaceAll()
    })
  }
  const stop = async () => {
    if (isEnding) return
    isEnding = true
    notify('STOPPING=1')
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && end(worker, ready.has(worker))))
    removeServerState(dataFolder)
    process.exit(0)
  }

  // Processes take connections from the system themselves: one handed to a process that dies would never be answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', reload)
  try {
    const first = folderOf(main)
    await Promise.all(Array.from({ length: processes }, launchFirst))
    state(first)
  } catch (error) {
    process.exit((error instanceof Ended && error.code) || 1)
  }
  say('info', `Listening at http://${host}:${port}`)
  notify('READY=1')
}

type Refusal = NonNullable<Parameters<typeof writeServerState>[1]['refused']>

/**
 * New objects get half of V8's usual room, which takes a third off the memory of a process under load, and no time from its
 * requests.
 */
const EXEC_ARGV = ['--max-semi-space-size=8', '--disable-warning=ExperimentalWarning']

function folderOf(main: string): string {
  return dirname(realpathSync(main))
}

class Ended extends Error {
  /** Exit code; `null` where a signal ended it. */
  readonly code: number | null

  constructor(reason: string, code: number | null) {
    super(reason)
    this.code = code
  }
}

/** Says something to a process, which may have died already. */
function tell(worker: Worker, word: 'timer' | 'stop'): void {
  if (worker.isConnected()) worker.send(word, () => {})
}

/**
 * Ends a process once it has answered, and in any case after a while. One that does not listen yet hears no word, and the
 * signal ends it; one that does goes by the word and does not mind the signal.
 */
function end(worker: Worker, isReady: boolean): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      say('error', `A process did not end within ${PATIENCE / 1000} seconds, and is killed.`)
      worker.process.kill('SIGKILL')
    }, PATIENCE)
    worker.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    worker.exitedAfterDisconnect = true
    tell(worker, 'stop')
    if (!isReady) worker.process.kill('SIGTERM')
  })
}

/** Tells systemd of a unit with `Type=notify`, by its own command: Node has no sockets of that kind. */
function notify(state: string): void {
  if (process.env.NOTIFY_SOCKET === undefined) return
  execFile('systemd-notify', [state], (error) => {
    if (error) say('error', `systemd-notify does not run: ${error.message}`)
  })
}
