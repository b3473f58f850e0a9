import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { Failure } from '../failure.ts'
import { type Machine, type MachineTask, PROTOCOL, type TaskOutcome } from './machine-task.ts'
import { commandAt, type Place } from './place.ts'

/** Maximum number of characters of error output that are kept for the message of a failure. */
const MAX_ERROR = 4000

/**
 * Runs tasks in a process on the machine of a place: over SSH, or on this machine.
 * @param module path of `machine.js` on that machine
 */
export function overPipe(place: Place, module: string, data: string): Machine {
  const words = ['--disable-warning=ExperimentalWarning', module, String(PROTOCOL), data]
  const [program, ...args] =
    place.ssh === null ? [process.execPath, ...words] : commandAt(place, ['exec', 'node', ...words].join(' '))
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-MAX_ERROR)
  })
  child.stdin.on('error', () => {}) // the end of the process reports the error
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      errors += error.message
      resolve(null)
    })
    child.once('close', resolve)
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let last: Promise<unknown> = Promise.resolve()
  const ask = async (line: string): Promise<unknown> => {
    child.stdin.write(`${line}\n`)
    const { done, value } = await lines.next()
    if (!done) return resultOf(JSON.parse(value) as TaskOutcome) // written by `serveTasks`
    const code = await ended
    throw new Failure(
      `${nameOf(place)} does not respond: ${reasonIn(errors) || `its process exited with code ${code}`}.`,
      {
        hint: place.ssh === null ? `node ${module} ${data}` : `ssh ${place.ssh} 'node --version; ls ${module}'`,
      },
    )
  }
  const run = (task: MachineTask): Promise<unknown> => {
    const outcome = last.then(() => ask(JSON.stringify(task)))
    last = outcome.catch(() => {})
    return outcome
  }
  return {
    run: run as Machine['run'], // the other side returns the result of the task's kind
    async close() {
      child.stdin.end()
      await ended
    },
  }
}

function nameOf({ ssh }: Place): string {
  return ssh ?? 'This machine'
}

/**
 * Returns the reason in Node's output: the line with the error, or the last line. If Node is too old, says so instead.
 */
function reasonIn(text: string): string {
  if (text.includes('ERR_UNKNOWN_BUILTIN_MODULE')) return 'its `node` is older than 22.18'
  const lines = text.trim().split('\n')
  const line = lines.find((one) => /^\w*Error\b.*: /.test(one)) ?? lines.at(-1) ?? ''
  return line.replace(/\.$/, '')
}

function resultOf(outcome: TaskOutcome): unknown {
  if ('ok' in outcome) return outcome.ok
  const { message, hint, exitCode } = outcome.failed
  throw new Failure(message, { exitCode, ...(hint !== null && { hint }) })
}
