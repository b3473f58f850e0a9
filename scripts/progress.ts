const WIDTH = 30

/** Creates a progress bar on stderr: redrawn in place on a terminal, or else a line for each tenth. */
export function progressBar(label: string, total: number) {
  const began = Date.now()
  let tenth = -1
  return {
    /** Draws `done` of `total`, with a note on the current item. */
    show(done: number, note = ''): void {
      const share = total === 0 ? 1 : done / total
      const text = `${label} ${bar(share)} ${String(done).padStart(String(total).length)}/${total} ${seconds(began)} ${note}`
      if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${text.slice(0, (process.stderr.columns ?? 80) - 1)}`)
      else if (Math.floor(share * 10) > tenth) {
        tenth = Math.floor(share * 10)
        process.stderr.write(`${text.trimEnd()}\n`)
      }
    },
    /** Ends the line on a terminal. */
    end(): void {
      if (process.stderr.isTTY) process.stderr.write('\n')
    },
  }
}

function bar(share: number): string {
  const full = Math.round(share * WIDTH)
  return '█'.repeat(full) + '░'.repeat(WIDTH - full)
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}
