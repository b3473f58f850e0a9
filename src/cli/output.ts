import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { WriteStream } from 'node:tty'
import { styleText } from 'node:util'
import { visible, visibleJson } from '../ground/visible.ts'
import { type Progress, startProgress } from './progress.ts'
import type { Shell, ShellStream, Variables } from './shell.ts'

type Style = Parameters<typeof styleText>[0]

/**
 * Output streams of a command. A line may contain text from elsewhere, such as names, values and responses of services:
 * characters that would control a terminal are shown and have no effect. Colors are left out if the stream is not a
 * terminal, or if NO_COLOR is set.
 */
export interface Output {
  /** True if standard output is a terminal. */
  readonly isTerminal: boolean
  /** Standard output itself, for commands that write a protocol. */
  readonly stream: ShellStream
  /** Prints a line on standard output. Characters that would control a terminal are shown as `\u{1b}`. */
  print(line: string): void
  /** Prints the command's result as JSON, on standard output. */
  printJson(value: unknown): void
  /** Writes JSON to standard output: unchanged, except on a terminal. Resolves when there is room for more. */
  write(text: string): Promise<void>
  /** Prints a line on standard error: an error, progress, or a notice. */
  note(line: string): void
  /** Reports the progress of a long command on standard error. */
  startProgress(label: string, total: number | null): Progress
  /** Returns text with an ANSI style, for `print`. */
  style(style: Style, text: string): string
  /** Returns text with an ANSI style, for `note`. */
  noteStyle(style: Style, text: string): string
}

export function outputTo({ stdout, stderr, variables }: Pick<Shell, 'stdout' | 'stderr' | 'variables'>): Output {
  return {
    isTerminal: stdout.isTTY === true,
    stream: stdout,
    print: (line) => void stdout.write(`${printable(line)}\n`),
    printJson: (value) => void stdout.write(`${visibleJson(JSON.stringify(value, null, 2))}\n`),
    async write(text) {
      if (!stdout.write(stdout.isTTY === true ? visibleJson(text) : text)) await once(stdout, 'drain')
    },
    note: (line) => void stderr.write(`${printable(line)}\n`),
    startProgress: (label, total) => startProgress(stderr, label, total),
    style: styleFor(stdout, variables),
    noteStyle: styleFor(stderr, variables),
  }
}

/** Returns the same output without lines, for a command whose outcome is written as JSON. */
export function withoutLines(output: Output): Output {
  return { ...output, print: () => {}, note: () => {} }
}

function styleFor(stream: ShellStream, variables: Variables): Output['style'] {
  const isColored = variables.FORCE_COLOR !== undefined || stream.isTTY === true
  // A depth of 1 (two colors), as with NO_COLOR, means no colors.
  const hasColors = isColored && WriteStream.prototype.getColorDepth(variables) > 2
  return (style, text) => (hasColors ? styled(style, text) : text)
}

/**
 * Stands for the escape character in the styles of this module. Nobody else can know it, so no other text can contain a
 * style.
 */
const OWN_ESCAPE = `\0${randomUUID()}\0`

function styled(style: Style, text: string): string {
  const [open = '', close = ''] = styleText(style, '\0', { validateStream: false }).split('\0')
  return `${open.replaceAll('\x1b', OWN_ESCAPE)}${text}${close.replaceAll('\x1b', OWN_ESCAPE)}`
}

function printable(line: string): string {
  return line.split(OWN_ESCAPE).map(visible).join('\x1b')
}
