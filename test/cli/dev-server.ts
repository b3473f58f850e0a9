import { launcher, type Project, start } from './cms.ts'

/** A line of `cms dev --json`. */
export interface DevEvent {
  readonly event?: string
  readonly [key: string]: unknown
}

/** `cms dev` in a process of its own, on a free port. */
export interface DevProcess {
  readonly url: string
  readonly events: readonly DevEvent[]
  /** The first event of this name from now on, or after an earlier `mark`. */
  next(event: string, from?: number): Promise<DevEvent>
  /** A place in the events: what `next` may start from, so that an event between two lines of a test is not missed. */
  mark(): number
  readonly stderr: () => string
  readonly pid: number
  /** Asks it to end, as Ctrl-C does; resolves with its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts it and waits until it serves. */
export async function startDev(project: Pick<Project, 'root'>, ...args: string[]): Promise<DevProcess> {
  return startDevOf(launcher, project, ...args)
}

/** The same with a package of its own, by its launcher. */
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

/** The first administrator's. */
export const ADMIN_PASSWORD = 'test-password-9'

const SECRETS = { ADMIN_EMAIL: 'admin@localhost', ADMIN_PASSWORD, JWT_SECRET: 'x'.repeat(48) }
