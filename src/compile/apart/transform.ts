import { readSync, writeSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import { type Transformed, transformHere } from '../load/transform-jsx.ts'

/** The pipe to the compiler beside the channel: what is asked there is waited for, as a loader of modules must. */
export const TRANSFORM_FD = 4

/**
 * Asks the compiler for a file without JSX: what transforms it is a program of its own, which must not be started here.
 * @throws Error with what is wrong with the file
 */
export function requestTransform(path: string, source: string): Transformed {
  const request = Buffer.from(`${JSON.stringify({ path, source })}\n`)
  for (let sent = 0; sent < request.length; ) sent += writeSync(TRANSFORM_FD, request, sent)
  const response = JSON.parse(readLine()) as Transformed | { readonly error: string } // the compiler has the other end
  if ('error' in response) throw new SyntaxError(response.error)
  return response
}

/** Answers the other end. */
export function serveTransforms(pipe: Duplex): void {
  let waiting = ''
  pipe.setEncoding('utf8')
  pipe.on('data', (text: string) => {
    const lines = (waiting + text).split('\n')
    waiting = lines.pop() ?? ''
    for (const line of lines) pipe.write(`${JSON.stringify(response(line))}\n`)
  })
  // It ends with the process that asks.
  pipe.on('error', () => {})
}

function response(line: string): Transformed | { readonly error: string } {
  try {
    const { path, source } = JSON.parse(line) as { path: string; source: string } // as it is asked above
    const { code, map } = transformHere(path, source)
    return { code, map }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

function readLine(): string {
  const parts: Buffer[] = []
  for (;;) {
    const part = Buffer.alloc(65_536)
    const length = readSync(TRANSFORM_FD, part)
    if (length === 0) throw new Error('the compiler is gone')
    parts.push(part.subarray(0, length))
    if (part[length - 1] === 0x0a) return Buffer.concat(parts).toString()
  }
}
