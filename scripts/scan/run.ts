import { spawn } from 'node:child_process'

/**
 * Runs a program to its end, and returns its output.
 * @throws Error if the program is not installed
 */
export function run(command: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)))
    child.on('error', () => reject(new Error(`${command} is not installed: apt-get install ${command}`)))
    child.on('close', () => resolve(text))
  })
}
