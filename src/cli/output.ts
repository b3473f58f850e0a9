import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { WriteStream } from 'node:tty'
import { styleText } from 'node:util'
import { type Progress, startProgress } from './progress.ts'
import type { Shell, ShellStream, Variables } from './shell.ts'
import { visible, visibleJson } from './visible.ts'

type Style = Parameters<typeof styleText>[0]

/**
 * The streams that a command writes to. Whatever comes from elsewhere, such as names, values and answers of services, may be
 * in a line: what would steer a terminal is shown and has no effect. Colors are left out where the stream is not a terminal,
 * and where NO_COLOR is set.
 */
export interface Output {
  /** True if standard output is a terminal. */
  readonly isTerminal: boolean
  /** Standard output itself, for what writes a protocol of its own. */
  readonly stream: ShellStream
  /** A line on standard output. What would steer a terminal is shown as `\u{1b}`. */
  print(line: string): void
  /** The command's result as JSON, on standard output. */
  printJson(value: unknown): void
  /** JSON on standard output: as it is, but for a terminal. Resolves once there is room for more. */
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

/** The same without lines, for a command whose outcome is written as JSON. */
export function withoutLines(output: Output): Output {
  return { ...output, print: () => {}, note: () => {} }
}

function styleFor(stream: ShellStream, variables: Variables): Output['style'] {
  const isColored = variables.FORCE_COLOR !== undefined || stream.isTTY === true
  // Of two colors, as NO_COLOR asks for, neither is used.
  const hasColors = isColored && WriteStream.prototype.getColorDepth(variables) > 2
  return (style, text) => (hasColors ? styled(style, text) : text)
}

/** Stands for the escape character of our own styles. Nobody else can know it, so no other text has a style. */
const OWN_ESCAPE = `\0${randomUUID()}\0`

function styled(style: Style, text: string): string {
  const [open = '', close = ''] = styleText(style, '\0', { validateStream: false }).split('\0')
  return `${open.replaceAll('\x1b', OWN_ESCAPE)}${text}${close.replaceAll('\x1b', OWN_ESCAPE)}`
}

function printable(line: string): string {
  return line.split(OWN_ESCAPE).map(visible).join('\x1b')
}
