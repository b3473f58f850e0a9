import { execFile } from 'node:child_process'
import cluster, { type Worker } from 'node:cluster'
import { realpathSync } from 'node:fs'
import { say } from './log.ts'
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
export async function supervise(main: string, { processes, host, port }: Settings): Promise<void> {
  let pause = PAUSE.first
  let isEnding = false
  let timed: Worker | undefined
  const ready = new Set<Worker>()

  /** Of all processes, one does the work of each minute. */
  const giveTimer = () => {
    if (timed && ready.has(timed)) return
    timed = [...ready][0]
    timed?.send('timer')
  }
  const launch = (): Promise<Worker> => {
    cluster.setupPrimary({ exec: realpathSync(main), execArgv: ['--disable-warning=ExperimentalWarning'] })
    const worker = cluster.fork()
    return new Promise((resolve, reject) => {
      worker.on('message', (word) => {
        if (word !== 'ready') return
        pause = PAUSE.first
        ready.add(worker)
        giveTimer()
        resolve(worker)
      })
      worker.once('exit', (code, signal) => {
        const wasReady = ready.delete(worker)
        reject(new Ended(code))
        if (isEnding || worker.exitedAfterDisconnect) return
        giveTimer()
        if (!wasReady) return
        say('error', `A process ended by itself (${signal ?? `exit code ${code}`}); another one is started.`)
        relaunch()
      })
    })
  }
  const relaunch = () => {
    setTimeout(() => {
      if (isEnding) return
      launch().catch(relaunch)
    }, pause)
    pause = Math.min(pause * 2, PAUSE.last)
  }
  const replaceAll = async () => {
    for (const old of [...ready]) {
      try {
        await launch()
      } catch {
        return say('error', 'The new build does not start; the processes of the old one go on.')
      }
      await end(old)
    }
    say('info', 'Every process runs the newest build.')
  }
  const stop = async () => {
    if (isEnding) return
    isEnding = true
    notify('STOPPING=1')
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && end(worker)))
    process.exit(0)
  }

  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('SIGHUP', () => void replaceAll())
  try {
    await Promise.all(Array.from({ length: processes }, launch))
  } catch (error) {
    process.exit(error instanceof Ended ? error.code : 1)
  }
  say('info', `Listening at http://${host}:${port}`)
  notify('READY=1')
}

class Ended extends Error {
  readonly code: number

  constructor(code: number | null) {
    super('a process ended before it was ready')
    this.code = code ?? 1
  }
}

/** Ends a process once it has answered, and in any case after a while. */
function end(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), PATIENCE)
    worker.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    worker.exitedAfterDisconnect = true
    if (worker.isConnected()) worker.send('stop')
  })
}

/** Tells systemd of a unit with `Type=notify`, by its own command: Node has no sockets of that kind. */
function notify(state: string): void {
  if (process.env.NOTIFY_SOCKET === undefined) return
  execFile('systemd-notify', [state], (error) => {
    if (error) say('error', `systemd-notify does not run: ${error.message}`)
  })
}
