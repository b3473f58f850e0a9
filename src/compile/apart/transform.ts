import { readSync, writeSync } from 'node:fs'
import type { Duplex } from 'node:stream'
import { type Transformed, transformHere } from '../load/transform-jsx.ts'

/** File descriptor of the pipe to the compiler. Requests on it are synchronous, as a loader of modules needs. */
export const TRANSFORM_FD = 4

/**
 * Requests the transformation of JSX in a file. The compiler does it, because the transformer is a program of its own,
 * which must not be started here.
 * @throws SyntaxError for an invalid file, with the transformer's message
 */
export function requestTransform(path: string, source: string): Transformed {
  const request = Buffer.from(`${JSON.stringify({ path, source })}\n`)
  for (let sent = 0; sent < request.length; ) sent += writeSync(TRANSFORM_FD, request, sent)
  const response = JSON.parse(readLine()) as Transformed | { readonly error: string } // only the compiler writes to the pipe
  if ('error' in response) throw new SyntaxError(response.error)
  return response
}

/** Handles the requests of `requestTransform` in the compiler. */
export function serveTransforms(pipe: Duplex): void {
  let waiting = ''
  pipe.setEncoding('utf8')
  pipe.on('data', (text: string) => {
    const lines = (waiting + text).split('\n')
    waiting = lines.pop() ?? ''
    for (const line of lines) pipe.write(`${JSON.stringify(response(line))}\n`)
  })
  // The pipe ends with the requesting process.
  pipe.on('error', () => {})
}

function response(line: string): Transformed | { readonly error: string } {
  try {
    const { path, source } = JSON.parse(line) as { path: string; source: string } // as `requestTransform` writes it
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
    if (length === 0) throw new Error('the compiler has exited')
    parts.push(part.subarray(0, length))
    if (part[length - 1] === 0x0a) return Buffer.concat(parts).toString()
  }
}
