import { visibleInLine } from '../ground/visible.ts'
import type { ShellStream } from './shell.ts'

const WIDTH = 30

/** Progress of a long command on standard error: a bar on a terminal, otherwise a line for each tenth. */
export interface Progress {
  /**
   * Shows the progress.
   * @param done part of the total
   * @param note what was done so far
   */
  show(done: number, note: string): void
  /** Ends the bar's line. */
  end(): void
}

/**
 * Starts to show progress, with `label` in front.
 * @param total final value of `done`; `null` if it is unknown. Then only notes are shown: on a terminal each of them,
 * otherwise only the last one
 */
export function startProgress(stderr: ShellStream, label: string, total: number | null): Progress {
  const progress = total === null ? counter(stderr, visibleInLine(label)) : bar(stderr, visibleInLine(label), total)
  return { ...progress, show: (done, note) => progress.show(done, visibleInLine(note)) }
}

function bar(stderr: ShellStream, label: string, total: number): Progress {
  let tenth = -1
  return {
    show(done, note) {
      const share = total === 0 ? 1 : Math.min(done / total, 1)
      const percent = `${String(Math.floor(share * 100)).padStart(3)} %`
      if (stderr.isTTY) {
        const filled = '█'.repeat(Math.floor(share * WIDTH)).padEnd(WIDTH, '░')
        rewrite(stderr, `${label} ${filled} ${percent} ${note}`)
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

function counter(stderr: ShellStream, label: string): Progress {
  let last = ''
  return {
    show(_, note) {
      last = note
      if (stderr.isTTY) rewrite(stderr, `${label} ${note}`)
    },
    end: () => void stderr.write(stderr.isTTY ? '\n' : `${label} ${last}\n`),
  }
}

function rewrite(stderr: ShellStream, line: string): void {
  stderr.write(`\r\x1b[2K${line.slice(0, (stderr.columns || 80) - 1)}`)
}
