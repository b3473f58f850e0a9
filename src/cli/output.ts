import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

/** Place where a command writes. Colours are left out where the stream is no terminal, and where NO_COLOR is set. */
export interface Output {
  /** A line on standard output. */
  print(line: string): void
  /** The command's result as JSON, on standard output. */
  printJson(value: unknown): void
  /** A line on standard error: what went wrong, progress, notices. */
  note(line: string): void
  /** Text with an ANSI style, for `print`. */
  style(style: Style, text: string): string
  /** Text with an ANSI style, for `note`. */
  noteStyle(style: Style, text: string): string
}

export const terminal: Output = {
  print: (line) => void process.stdout.write(`${line}\n`),
  printJson: (value) => void process.stdout.write(`${JSON.stringify(value, null, 2)}\n`),
  note: (line) => void process.stderr.write(`${line}\n`),
  style: (style, text) => styleText(style, text, { stream: process.stdout }),
  noteStyle: (style, text) => styleText(style, text, { stream: process.stderr }),
}
