import { stripVTControlCharacters } from 'node:util'
import type { Diagnostic } from '../../compile/diagnostics/diagnostic.ts'
import { visibleJson } from '../../ground/visible.ts'
import { printDiagnostics } from '../diagnostics.ts'
import type { Output } from '../output.ts'
import { requestLine } from './request-line.ts'
import type { Secrets } from './secrets.ts'

/** Messages of the development server. */
export interface DevConsole {
  ready(start: ReadyState): void
  /** Reports that the project was built after a save, and is now served. */
  served(files: readonly string[], milliseconds: number): void
  /** Reports that the project cannot be served. `lastGood` tells whether an earlier program is served instead. */
  broken(diagnostics: readonly Diagnostic[], lastGood: boolean): void
  /** Reports warnings of the compiler about a program that is served nevertheless. */
  warn(diagnostics: readonly Diagnostic[]): void
  /** Reports something that does not keep the server from working. */
  notice(message: string): void
  /** Prints a line that the worker wrote to its console. */
  log(level: string, message: string): void
}

export interface ReadyState {
  /** Name of the project; `null` if the project does not compile. */
  readonly name: string | null
  readonly version: string
  readonly url: string
  readonly milliseconds: number
  readonly secrets: Secrets | null
}

/** Prints every event as one line of JSON, and the worker's own lines unchanged. */
export function jsonConsole(output: Output): DevConsole {
  const event = (name: string, details: object): void =>
    output.print(visibleJson(JSON.stringify({ event: name, ...details })))
  return {
    ready: ({ secrets, ...state }) => event('ready', { ...state, admin: secrets?.values.ADMIN_EMAIL ?? null }),
    served: (files, milliseconds) => event('served', { files, milliseconds }),
    broken: (diagnostics, lastGood) => event('broken', { diagnostics, lastGood }),
    warn: (diagnostics) => diagnostics.length > 0 && event('warnings', { diagnostics }),
    notice: (message) => event('notice', { message }),
    log: (_level, message) => output.print(lineOf(message)),
  }
}

/**
 * Prints short lines for people. Requests are summarized only on a terminal; elsewhere the worker's lines are printed
 * unchanged.
 */
export function plainConsole(output: Output, isTerminal: boolean): DevConsole {
  const dim = (text: string): string => output.style('dim', text)
  return {
    ready: (state) => printBanner(state, output),
    served(files, milliseconds) {
      const what = files.length > 3 ? `${files.length} files` : files.join(', ')
      output.print(`${output.style('green', '✓')} ${what} ${dim(`served in ${Math.round(milliseconds)} ms`)}`)
    },
    broken(diagnostics, lastGood) {
      printDiagnostics(diagnostics, output)
      const meanwhile = lastGood ? 'The last good program keeps serving.' : 'Nothing is served until this is fixed.'
      output.note(output.noteStyle('dim', meanwhile))
    },
    warn: (diagnostics) => diagnostics.length > 0 && printDiagnostics(diagnostics, output),
    notice: (message) => output.note(`${output.noteStyle('yellow', '!')} ${message}`),
    log: (level, message) => output.print(isTerminal ? requestLine(level, lineOf(message), output) : lineOf(message)),
  }
}

/** Removes the worker's colors from a line that it wrote. A line of JSON stays JSON. */
function lineOf(message: string): string {
  const plain = stripVTControlCharacters(message)
  return plain.startsWith('{') ? visibleJson(plain) : plain
}

function printBanner({ name, version, url, milliseconds, secrets }: ReadyState, output: Output): void {
  const dim = (text: string): string => output.style('dim', text)
  const title = `${output.style(['bold', 'cyan'], 'Lintel')} ${dim(version)}  ${output.style('bold', name ?? '')}`
  output.print(`\n  ${title}  ${dim(`ready in ${Math.round(milliseconds)} ms`)}\n`)
  printRow('➜', output.style('bold', url), '', output)
  if (secrets) {
    printRow('➜', `${url}/docs`, 'reference', output)
    printSecrets(secrets, output)
  }
  output.print('')
}

function printSecrets({ values, generated, missing }: Secrets, output: Output): void {
  const isNew = generated.includes('ADMIN_PASSWORD')
  const login = isNew ? `${values.ADMIN_EMAIL}  ${values.ADMIN_PASSWORD}` : `${values.ADMIN_EMAIL}`
  const where = isNew ? 'the password stays in .dev.vars' : 'the password is the one in .dev.vars or the shell'
  printRow('➜', login, `administrator; ${where}`, output)
  const others = generated.filter((secret) => !secret.startsWith('ADMIN_'))
  if (others.length > 0) printRow(' ', '', `${others.join(', ')} generated into .dev.vars`, output)
  for (const { name, description } of missing) {
    printRow('!', `${name} is not set`, `${description}; set it in .dev.vars`, output)
  }
}

function printRow(mark: string, text: string, note: string, output: Output): void {
  const colour = mark === '!' ? 'yellow' : 'green'
  output.print(
    `  ${output.style(colour, mark)}  ${[text, output.style('dim', note)].filter(Boolean).join('  ')}`.trimEnd(),
  )
}
