import type { Diagnostic } from '../../compile/diagnostics/diagnostic.ts'
import { printDiagnostics } from '../diagnostics.ts'
import type { Output } from '../output.ts'
import { requestLine } from './request-line.ts'
import type { Secrets } from './secrets.ts'

/** What the development server says. */
export interface DevConsole {
  ready(start: ReadyState): void
  /** A save is being served. */
  served(files: readonly string[], milliseconds: number): void
  /** The project is not served as it stands; `lastGood`: an earlier program is. */
  broken(diagnostics: readonly Diagnostic[], lastGood: boolean): void
  /** Worth knowing; nothing stops. */
  notice(message: string): void
  /** A line that the worker wrote to its console. */
  log(level: string, message: string): void
}

export interface ReadyState {
  readonly name: string
  readonly version: string
  readonly url: string
  readonly milliseconds: number
  readonly secrets: Secrets
}

/** Every event as one line of JSON, and the worker's own lines as they are. */
export function jsonConsole(output: Output): DevConsole {
  const event = (name: string, details: object): void => output.print(JSON.stringify({ event: name, ...details }))
  return {
    ready: ({ secrets, ...state }) => event('ready', { ...state, admin: secrets.values.ADMIN_EMAIL }),
    served: (files, milliseconds) => event('served', { files, milliseconds }),
    broken: (diagnostics, lastGood) => event('broken', { diagnostics, lastGood }),
    notice: (message) => event('notice', { message }),
    log: (_level, message) => output.print(message),
  }
}

/** Short lines for people; requests only on a terminal, elsewhere the worker's lines as they are. */
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
      const meanwhile = lastGood ? 'The last good program keeps serving.' : 'Nothing is served until this is mended.'
      output.note(output.noteStyle('dim', meanwhile))
    },
    notice: (message) => output.note(`${output.noteStyle('yellow', '!')} ${message}`),
    log: (level, message) => output.print(isTerminal ? requestLine(level, message, output) : message),
  }
}

function printBanner({ name, version, url, milliseconds, secrets }: ReadyState, output: Output): void {
  const { values, generated, missing } = secrets
  const dim = (text: string): string => output.style('dim', text)
  const row = (text: string, note: string): void =>
    output.print(`  ${output.style('green', '➜')}  ${text}  ${dim(note)}`)
  const title = `${output.style(['bold', 'cyan'], 'Lintel')} ${dim(version)}  ${output.style('bold', name)}`
  output.print(`\n  ${title}  ${dim(`ready in ${Math.round(milliseconds)} ms`)}\n`)
  row(output.style('bold', url), '')
  row(`${url}/docs`, 'reference')
  const isNew = generated.includes('ADMIN_PASSWORD')
  if (isNew) row(`${values.ADMIN_EMAIL}  ${values.ADMIN_PASSWORD}`, 'administrator; the password stays in .dev.vars')
  else row(`${values.ADMIN_EMAIL}`, 'administrator; the password is the one in .dev.vars or the shell')
  const others = generated.filter((secret) => !secret.startsWith('ADMIN_'))
  if (others.length > 0) output.print(`     ${dim(`${others.join(', ')} generated into .dev.vars`)}`)
  for (const secret of missing) {
    output.print(
      `  ${output.style('yellow', '!')}  ${secret.name} is not set  ${dim(`${secret.description}; set it in .dev.vars`)}`,
    )
  }
  output.print('')
}
