import { once } from 'node:events'
import { WriteStream } from 'node:tty'
import { styleText } from 'node:util'
import { type Progress, startProgress } from './progress.ts'
import type { Shell, ShellStream, Variables } from './shell.ts'

type Style = Parameters<typeof styleText>[0]

/** The streams that a command writes to. Colors are left out where the stream is not a terminal, and where NO_COLOR is set. */
export interface Output {
  /** True if standard output is a terminal. */
  readonly isTerminal: boolean
  /** Standard output itself, for what writes a protocol of its own. */
  readonly stream: ShellStream
  /** A line on standard output. */
  print(line: string): void
  /** The command's result as JSON, on standard output. */
  printJson(value: unknown): void
  /** Text on standard output as it is. Resolves once there is room for more. */
  write(text: string): Promise<void>
  /** A line on standard error: what went wrong, progress, notices. */
  note(line: string): void
  /** Reports the progress of a long command on standard error. */
  startProgress(label: string, total: number | null): Progress
  /** Text with an ANSI style, for `print`. */
  style(style: Style, text: string): string
  /** Text with an ANSI style, for `note`. */
  noteStyle(style: Style, text: string): string
}

export function outputTo({ stdout, stderr, variables }: Pick<Shell, 'stdout' | 'stderr' | 'variables'>): Output {
  return {
    isTerminal: stdout.isTTY === true,
    stream: stdout,
    print: (line) => void stdout.write(`${line}\n`),
    printJson: (value) => void stdout.write(`${JSON.stringify(value, null, 2)}\n`),
    async write(text) {
      if (!stdout.write(text)) await once(stdout, 'drain')
    },
    note: (line) => void stderr.write(`${line}\n`),
    startProgress: (label, total) => startProgress(stderr, label, total),
    style: styleFor(stdout, variables),
    noteStyle: styleFor(stderr, variables),
  }
}

function styleFor(stream: ShellStream, variables: Variables): Output['style'] {
  const isColored = variables.FORCE_COLOR !== undefined || stream.isTTY === true
  // Of two colors, as NO_COLOR asks for, neither is used.
  const hasColors = isColored && WriteStream.prototype.getColorDepth(variables) > 2
  return (style, text) => (hasColors ? styleText(style, text, { validateStream: false }) : text)
}
