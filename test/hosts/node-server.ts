/** A built server in a process of its own, as its operator starts it. */
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'

export interface NodeServer {
  readonly url: string
  /** Output and errors that it has written so far. */
  log(): string
  /** Ends once its output has this. */
  says(words: RegExp): Promise<void>
  signal(signal: NodeJS.Signals): void
  /** Its exit code. */
  readonly ended: Promise<number | null>
}

/** @param module path of `start.js` */
export async function startServer(module: string, env: Readonly<Record<string, string>>): Promise<NodeServer> {
  const port = await freePort()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', module], {
    env: { PATH: process.env.PATH ?? '', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (more: string) => {
      text += more
      for (const listener of listeners) listener()
    })
  }
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const says = (words: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (words.test(text)) resolve()
      }
      listeners.add(look)
      look()
      void ended.then(() => reject(new Error(`The server ended and did not say ${words}:\n${text}`)))
    })
  return { url: `http://127.0.0.1:${port}`, log: () => text, says, signal: (name) => child.kill(name), ended }
}

/** A port that nobody uses now, and that no connection of another test takes: the system gives those from 32,768. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) return port
  }
}
