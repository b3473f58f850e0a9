import { launcher, type Project, start } from './cms.ts'

/** Line of the output of `cms dev --json`. */
export interface DevEvent {
  readonly event?: string
  readonly [key: string]: unknown
}

/** `cms dev` in a separate process, on a free port. */
export interface DevProcess {
  readonly url: string
  readonly events: readonly DevEvent[]
  /**
   * Waits for an event.
   * @param from position of the first event that counts, from `mark`. Default: only events from now on
   */
  next(event: string, from?: number): Promise<DevEvent>
  /** Returns the position after the latest event, so that `next` can find events that occur before it is called. */
  mark(): number
  readonly stderr: () => string
  readonly pid: number
  /** Stops the process, by default as Ctrl-C does, and returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts `cms dev`, and waits until it is ready. */
export async function startDev(project: Pick<Project, 'root'>, ...args: string[]): Promise<DevProcess> {
  return startDevOf(launcher, project, ...args)
}

/** Starts `cms dev` with the launcher of another package, and waits until it is ready. */
export async function startDevOf(
  launcher: string,
  project: Pick<Project, 'root'>,
  ...args: string[]
): Promise<DevProcess> {
  const child = start(['dev', '--port', '0', '--json', ...args], { cwd: project.root, launcher, env: SECRETS })
  const events: DevEvent[] = []
  const waiting = new Set<() => void>()
  let rest = ''
  let errors = ''
  child.stdout.on('data', (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) events.push(JSON.parse(line) as DevEvent)
    for (const check of waiting) check()
  })
  child.stderr.on('data', (text) => {
    errors += text
  })
  const exit = new Promise<number | null>((done) => child.on('close', done))
  const next = (name: string, from = events.length): Promise<DevEvent> =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        const found = events.slice(from).find(({ event }) => event === name)
        const broken = name === 'served' && events.slice(from).find(({ event }) => event === 'broken')
        if (found || broken) waiting.delete(check)
        if (found) resolve(found)
        else if (broken) reject(new Error(`the save is broken: ${JSON.stringify(broken.diagnostics)}`))
      }
      waiting.add(check)
      check()
      exit.then((code) => reject(new Error(`cms dev ended with ${code} before “${name}”:\n${errors}`)))
    })
  const { url } = (await next('ready', 0)) as { url?: string }
  return {
    url: String(url),
    events,
    next,
    mark: () => events.length,
    stderr: () => errors,
    pid: child.pid ?? 0,
    stop(signal = 'SIGINT') {
      child.kill(signal)
      return exit
    },
  }
}

/** Password of the first administrator. */
export const ADMIN_PASSWORD = 'test-password-9'

const SECRETS = { ADMIN_EMAIL: 'admin@localhost', ADMIN_PASSWORD, JWT_SECRET: 'x'.repeat(48) }
