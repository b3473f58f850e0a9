import { run } from './run.ts'
import type { Target } from './targets.ts'

interface Options {
  readonly url: string
  readonly token: string
  readonly target: Target
  /** Level of tests, from 1 to 5. */
  readonly level: number
  readonly folder: string
}

/**
 * Runs sqlmap against a target.
 * @returns the parameters that sqlmap considers injectable
 * @throws Error if sqlmap could not test the target
 */
export async function runSqlmap({ url, token, target, level, folder }: Options): Promise<string[]> {
  const { method, path, json } = target
  const headers = [`Authorization: Bearer ${token}`, ...(json === undefined ? [] : ['Content-Type: application/json'])]
  const body = json === undefined ? [] : ['--data', json]
  const said = await run('sqlmap', [
    ...['--url', `${url.replace(/\/$/, '')}${path}`, '--method', method, ...body],
    ...['--headers', headers.join('\n'), '--dbms', 'sqlite', '--level', String(level), '--risk', '2'],
    // All techniques but time-based ones, since a busy machine is slow by itself.
    ...['--technique', 'BEUSQ', '--ignore-code', '400,401,403,404,422,429', '--threads', '4'],
    ...['--batch', '--flush-session', '--disable-coloring', '--output-dir', folder],
  ])
  if (!/injectable|all tested parameters|is vulnerable/.test(said)) {
    throw new Error(`sqlmap did not try ${path}:\n${said.slice(-2000)}`)
  }
  if (said.includes('401 (Unauthorized)') && !path.endsWith('/login')) {
    throw new Error(`sqlmap was not let in to ${path}, so it has tried nothing that counts.`)
  }
  return [...said.matchAll(/^Parameter: (.+)$/gm)].map(([, name]) => `sqlmap: ${method} ${path}: ${name}`)
}
