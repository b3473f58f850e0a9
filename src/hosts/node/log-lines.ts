import { fstatSync, writeSync } from 'node:fs'

/** Characters that are written at once: a pipe that several processes write to keeps so many together (`PIPE_BUF`). */
const AT_ONCE = 4000

type Method = 'debug' | 'info' | 'log' | 'warn' | 'error'

/**
 * Writes the lines of one turn of the event loop together: each write on its own takes as long as all of them. What is
 * written is out before the process ends.
 */
export function gatherLines(): void {
  gather(process.stdout, 1, ['debug', 'info', 'log'])
  gather(process.stderr, 2, ['warn', 'error'])
}

function gather(stream: NodeJS.WriteStream, descriptor: number, methods: readonly Method[]): void {
  const write = writerTo(stream, descriptor)
  let waiting = ''
  const flush = () => {
    const lines = waiting
    waiting = ''
    if (lines !== '') write(lines)
  }
  for (const method of methods) {
    const writeValues = console[method].bind(console)
    console[method] = (...values: unknown[]) => {
      const [line] = values
      if (values.length !== 1 || typeof line !== 'string' || line.length >= AT_ONCE) {
        flush()
        writeValues(...values)
        return
      }
      if (waiting.length + line.length >= AT_ONCE) flush()
      if (waiting === '') setImmediate(flush)
      waiting += `${line}\n`
    }
  }
  process.on('exit', flush)
}

/** Lines that cannot be written, on a full disk or to a reader that has ended, are lost; the service goes on. */
function writerTo(stream: NodeJS.WriteStream, descriptor: number): (lines: string) => void {
  if (fstatSync(descriptor).isFile()) {
    return (lines) => {
      try {
        writeSync(descriptor, lines)
      } catch {
        // The next lines may find room again.
      }
    }
  }
  stream.on('error', () => {})
  return (lines) => stream.write(lines)
}
