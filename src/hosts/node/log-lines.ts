import { fstatSync, writeSync } from 'node:fs'

/**
 * Maximum number of characters per write. A pipe does not mix writes of this size with those of other processes
 * (`PIPE_BUF`).
 */
const AT_ONCE = 4000

type Method = 'debug' | 'info' | 'log' | 'warn' | 'error'

/**
 * Collects the log lines of each turn of the event loop into one write, because a write of one line takes as long as
 * one of many. Pending lines are written before the process exits.
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

/**
 * Returns a function that writes lines. Lines that cannot be written, because the disk is full or the reader has ended,
 * are lost; the service continues.
 */
function writerTo(stream: NodeJS.WriteStream, descriptor: number): (lines: string) => void {
  if (fstatSync(descriptor).isFile()) {
    return (lines) => {
      try {
        writeSync(descriptor, lines)
      } catch {
        // This write failed; a later one may succeed.
      }
    }
  }
  stream.on('error', () => {})
  return (lines) => stream.write(lines)
}
