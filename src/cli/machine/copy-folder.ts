import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Failure } from '../failure.ts'
import { commandAt, type Place } from './place.ts'

/** Paths of a build and its data: absolute, made of letters, digits, dots, hyphens and underscores. */
interface Destination {
  readonly release: string
  readonly data: string
}

/**
 * Copies a folder to a place, as a stream of `tar`. The folder appears under its name only when it is complete. The
 * data folder is created if it is missing.
 * @throws Failure if the folder cannot be written
 */
export async function copyFolder(place: Place, source: string, { release, data }: Destination): Promise<void> {
  const partial = `${release}.partial`
  const [program, ...args] = commandAt(
    place,
    `set -e; test -d ${data} || mkdir -m 700 -p ${data}; mkdir -p ${partial}; trap 'rm -rf ${partial}' EXIT; tar -xzf - -C ${partial}; mv ${partial} ${release}`,
  )
  const packer = spawn('tar', ['-czf', '-', '-C', source, '.'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const writer = spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe'] })
  const errors = { packer: '', writer: '' }
  packer.stderr.setEncoding('utf8').on('data', (text: string) => (errors.packer += text))
  writer.stderr.setEncoding('utf8').on('data', (text: string) => (errors.writer += text))
  writer.stdin.on('error', () => {}) // the end of the process reports the error
  packer.stdout.pipe(writer.stdin)
  const failed = (what: Error) => [what.message] // if the program is not installed
  const [[packed], [written]] = await Promise.all([
    once(packer, 'close').catch(failed),
    once(writer, 'close').catch(failed),
  ])
  if (packed === 0 && written === 0) return
  const text = (errors.writer || errors.packer).trim().split('\n').at(-1) || String(written === 0 ? packed : written)
  throw new Failure(`The build was not copied to ${place.ssh ?? 'this machine'}: ${text}`, {
    hint: `Nothing was changed. ${place.ssh === null ? `mkdir -p ${release}` : `ssh ${place.ssh} mkdir -p ${release}`} must work.`,
  })
}
