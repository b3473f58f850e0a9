import type { ShellStream } from './shell.ts'

const WIDTH = 30

/** Progress of a long command on standard error: a bar on a terminal, a line for each tenth elsewhere. */
export interface Progress {
  /** @param done of the total; `note` says what was done so far */
  show(done: number, note: string): void
  /** Ends the bar's line. */
  end(): void
}

/** @param total what `done` comes to; `label` stands in front */
export function startProgress(stderr: ShellStream, label: string, total: number): Progress {
  let tenth = -1
  return {
    show(done, note) {
      const share = total === 0 ? 1 : Math.min(done / total, 1)
      const percent = `${String(Math.floor(share * 100)).padStart(3)} %`
      if (stderr.isTTY) {
        const bar = '█'.repeat(Math.floor(share * WIDTH)).padEnd(WIDTH, '░')
        stderr.write(`\r\x1b[2K${`${label} ${bar} ${percent} ${note}`.slice(0, (stderr.columns || 80) - 1)}`)
      } else if (Math.floor(share * 10) > tenth) {
        tenth = Math.floor(share * 10)
        stderr.write(`${label} ${percent} ${note}\n`)
      }
    },
    end() {
      if (stderr.isTTY) stderr.write('\n')
    },
  }
}
