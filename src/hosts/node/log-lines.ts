/** Characters that are written at once: a pipe that several processes write to keeps so many together (`PIPE_BUF`). */
const AT_ONCE = 4000

type Method = 'debug' | 'info' | 'log' | 'warn' | 'error'

/**
 * Writes the lines of one turn of the event loop together: each write on its own takes as long as all of them. What is
 * written is out before the process ends.
 */
export function gatherLines(): void {
  gather(process.stdout, ['debug', 'info', 'log'])
  gather(process.stderr, ['warn', 'error'])
}

function gather(stream: NodeJS.WriteStream, methods: readonly Method[]): void {
  let waiting = ''
  const flush = () => {
    const lines = waiting
    waiting = ''
    if (lines !== '') stream.write(lines)
  }
  for (const method of methods) {
    const write = console[method].bind(console)
    console[method] = (...values: unknown[]) => {
      const [line] = values
      if (values.length !== 1 || typeof line !== 'string' || line.length >= AT_ONCE) {
        flush()
        write(...values)
        return
      }
      if (waiting.length + line.length >= AT_ONCE) flush()
      if (waiting === '') setImmediate(flush)
      waiting += `${line}\n`
    }
  }
  process.on('exit', flush)
}
