import { execFile } from 'node:child_process'
import cluster, { type Worker } from 'node:cluster'
import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { compiledFolder } from './compiled-folder.ts'
import { say } from './log.ts'
import { removeServerState, writeServerState } from './server-file.ts'
import type { Settings } from './settings.ts'

/** Milliseconds that processes have to finish their work. */
const PATIENCE = 30_000

/**
 * Pause before a process that ended unexpectedly is replaced, in milliseconds; it doubles while new processes fail to
 * start.
 */
const PAUSE = { first: 100, last: 10_000 }

/**
 * Keeps the processes that handle requests running. SIGTERM and SIGINT stop them after their current requests; SIGHUP
 * replaces each with one from the newest build, without refusing any request.
 * @param main path of the module that they run; symbolic links are resolved again for each start
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

  /** Writes the state of the server, for deployments. */
  const state = (running: string, refused: Refusal | null = null) => {
    build = running
    writeServerState(dataFolder, { pid: process.pid, build, host, trustedProxies, refused })
  }
  /** Lets exactly one process do the scheduled work. */
  const giveTimer = () => {
    if (timed && ready.has(timed)) return
    timed = [...ready][0]
    if (timed) tell(timed, 'timer')
  }
  const launch = async (): Promise<Worker> => {
    const module = realpathSync(main)
    cluster.setupPrimary({ exec: module, execArgv: EXEC_ARGV })
    const worker = cluster.fork({ NODE_COMPILE_CACHE: compiledFolder(dataFolder, module) })
    // Messages to a dead process fail; its exit event is handled instead.
    worker.on('error', () => {})
    let reason = 'it exited before it was ready'
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
        say('error', `A process exited unexpectedly (${signal ?? `exit code ${code}`}). Starting another one.`)
        relaunch()
      })
    })
  }
  const afterPause = (go: () => void) => {
    setTimeout(() => !isEnding && go(), pause)
    pause = Math.min(pause * 2, PAUSE.last)
  }
  const relaunch = () => afterPause(() => launch().catch(relaunch))
  /**
   * Starts one of the first processes. Throws if the process refuses to start, so that the operator can fix the cause.
   * Tries again if the process was killed, because the build may be fine.
   */
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
      return say('error', `The new build does not start; the old processes keep running. ${reason}`)
    }
    state(next)
    say('info', 'Every process now runs the new build.')
  }
  /**
   * Switches to the newest build, one switch after the other. If several builds arrive in the meantime, only the last
   * one is used.
   */
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

  // Processes accept connections themselves: a connection handed to a dying process would never get a response.
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
 * Flags for Node. Half of V8's default space for new objects makes a process a third smaller under load, without
 * slowing down requests.
 */
const EXEC_ARGV = ['--max-semi-space-size=8', '--disable-warning=ExperimentalWarning']

function folderOf(main: string): string {
  return dirname(realpathSync(main))
}

class Ended extends Error {
  /** Exit code; `null` if a signal ended the process. */
  readonly code: number | null

  constructor(reason: string, code: number | null) {
    super(reason)
    this.code = code
  }
}

/** Sends a message to a process, which may have ended already. */
function tell(worker: Worker, word: 'timer' | 'stop'): void {
  if (worker.isConnected()) worker.send(word, () => {})
}

/**
 * Ends a process after its current requests, or after a timeout. A process that is not listening yet receives no
 * messages and is ended by the signal; one that listens obeys the message and ignores the signal.
 */
function end(worker: Worker, isReady: boolean): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      say('error', `A process did not exit within ${PATIENCE / 1000} seconds and was killed.`)
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

/**
 * Notifies systemd, if the service's unit has `Type=notify`. Runs systemd's own command, because Node does not support
 * the kind of socket that systemd listens on.
 */
function notify(state: string): void {
  if (process.env.NOTIFY_SOCKET === undefined) return
  execFile('systemd-notify', [state], (error) => {
    if (error) say('error', `systemd-notify does not run: ${error.message}`)
  })
}
