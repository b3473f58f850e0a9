import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Diagnostic } from '../../compile/diagnostics/diagnostic.ts'
import { counted } from '../../ground/counted.ts'
import { positionOf } from '../diagnostics.ts'
import { sendProblem } from './problem.ts'
import { RELOADS_PATH } from './reloads.ts'

/** Path of the page that explains diagnostics. The last good program serves it. */
const GUIDE = '/docs/guides/diagnostics'

/** Problems of the project: at least one diagnostic. */
export type Breakage = readonly Diagnostic[]

/**
 * Responds when there has never been a good program: with a page that shows the mistakes, or with an error in the form
 * of the API.
 */
export function sendErrorPage(incoming: IncomingMessage, outgoing: ServerResponse, breakage: Breakage | null): void {
  const mistakes = breakage ?? []
  if (!wantsPage(incoming)) {
    const detail = mistakes.map((mistake) => summaryOf(mistake)).join('\n')
    sendProblem(outgoing, 500, detail)
    return
  }
  outgoing.writeHead(500, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' })
  const title = '<!doctype html><html lang="en"><meta charset="utf-8"><title>The project does not compile</title>'
  outgoing.end(title + panel(mistakes, 'Nothing can be served yet.'))
}

/** Returns the HTML that is laid over a page of the last good program. */
export function overlay(breakage: Breakage): string {
  return panel(breakage, 'The page below is from the last good program.')
}

/** Returns headers that name the position of the first mistake, for responses that cannot show an overlay. */
export function breakageHeaders(breakage: Breakage): string[] {
  const [first] = breakage
  if (!first) return []
  return ['X-Config-Error', summaryOf(first).replace(/[^\x20-\x7e]/g, '?')]
}

export function isHtml(headers: IncomingHttpHeaders): boolean {
  return headers['content-type']?.startsWith('text/html') === true && headers['content-encoding'] === undefined
}

function wantsPage(incoming: IncomingMessage): boolean {
  return incoming.headers.accept?.includes('text/html') === true && incoming.url?.startsWith('/api/') !== true
}

function summaryOf(mistake: Diagnostic): string {
  const position = positionOf(mistake)
  return `${position === null ? '' : `${position} `}${mistake.code}: ${mistake.message}`
}

const STYLE = `
#lintel-error { all: initial; position: fixed; inset: auto 0 0 0; max-height: 80vh; overflow: auto; z-index: 2147483647;
  background: #17191f; color: #e6e8ee; border-top: 3px solid #e5484d; font: 14px/1.5 ui-monospace, monospace; }
#lintel-error summary { cursor: pointer; padding: 10px 20px; font-weight: 600; }
#lintel-error section { padding: 0 20px 14px; }
#lintel-error b { color: #ff8b8f; } #lintel-error a { color: #8ab4ff; } #lintel-error i { color: #9aa3b5; font-style: normal; }
#lintel-error pre { margin: 6px 0; padding: 10px 14px; background: #0e1014; border-radius: 6px; overflow-x: auto; }`

function panel(mistakes: Breakage, note: string): string {
  const count = counted(mistakes.length, 'mistake')
  const sections = mistakes.map(section).join('')
  const summary = `<summary>${count} in the project <i>${note}</i></summary>`
  const script = `<script>new EventSource('${RELOADS_PATH}').onmessage = () => location.reload()</script>`
  return `<style>${STYLE}</style><details open id="lintel-error">${summary}${sections}</details>${script}`
}

function section(mistake: Diagnostic): string {
  const position = positionOf(mistake)
  const code = `<a href="${GUIDE}#${escapeHtml(mistake.code)}">${escapeHtml(mistake.code)}</a>`
  const head = `<b>${escapeHtml(mistake.message)}</b><br><i>${escapeHtml(position ?? '')}</i> ${code}`
  const frame = mistake.frame === null ? '' : `<pre>${escapeHtml(mistake.frame)}</pre>`
  const hint = mistake.hint === null ? '' : escapeHtml(mistake.hint)
  return `<section>${head}${frame}${hint}</section>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
