import { relative, sep } from 'node:path'
import type { FSWatcher } from 'chokidar'
import { Failure } from '../failure.ts'

export interface Watch {
  close(): Promise<void>
}

export interface WatchOptions {
  readonly root: string
  /** Absolute paths of folders whose changes are ignored. */
  readonly ignored: readonly string[]
  /**
   * Called with the absolute paths of changed files. Changes at about the same time are passed in one call. Must not
   * throw. It is not called again before it has finished.
   */
  readonly onChange: (paths: readonly string[]) => Promise<void>
}

/** Time to wait for further changes of the same save, in milliseconds. */
const SETTLE = 10

/** Watches the project's files. */
export async function watchProject(options: WatchOptions): Promise<Watch> {
  const { watch } = await import('chokidar')
  const watcher = watch(options.root, {
    ignoreInitial: true,
    ignored: (path) => isIgnored(path, options),
  })
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  const flush = async (): Promise<void> => {
    while (changed.size > 0) {
      const paths = [...changed].sort()
      changed.clear()
      await options.onChange(paths)
    }
  }
  watcher.on('all', (event, path) => {
    if (event === 'addDir') return
    changed.add(path)
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(flush)
    }, SETTLE)
  })
  await ready(watcher)
  return {
    async close() {
      clearTimeout(timer)
      await watcher.close()
      await running
    },
  }
}

function isIgnored(path: string, { root, ignored }: WatchOptions): boolean {
  if (ignored.includes(path)) return true
  return relative(root, path)
    .split(sep)
    .some((part) => part === 'node_modules' || (part.startsWith('.') && part !== '.dev.vars' && part !== ''))
}

async function ready(watcher: FSWatcher): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  watcher.once('ready', resolve)
  watcher.once('error', reject)
  await promise.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Failure(`The project's files cannot be watched: ${reason}.`)
  })
}
