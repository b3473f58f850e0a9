import { spawn } from 'node:child_process'
import { createServer } from 'node:net'

/** A running `cms dev`. */
export interface DevServer {
  readonly url: string
  stop(): Promise<void>
}

const PATIENCE = 120_000

/** Starts a command in `folder`, with `--port`, and waits until the API responds. */
export async function startDev(folder: string, command: readonly [string, ...string[]]): Promise<DevServer> {
  const port = await freePort()
  const [program, ...args] = command
  const child = spawn(program, [...args, '--port', String(port)], { cwd: folder, stdio: 'pipe' })
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  child.stderr.on('data', (text) => {
    output += text
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const url = `http://localhost:${port}`
  const began = performance.now()
  while (!(await answers(`${url}/api/posts`))) {
    if (child.exitCode !== null || performance.now() - began > PATIENCE) {
      child.kill()
      throw new Error(`The development server did not start:\n${output}`)
    }
    await new Promise((wake) => setTimeout(wake, 10))
  }
  return {
    url,
    stop: () => {
      child.kill('SIGINT')
      return ended
    },
  }
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    (answer) => answer.ok,
    () => false,
  )
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
