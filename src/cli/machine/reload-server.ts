import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { readServerState } from '../../hosts/node/server-file.ts'
import { Failure } from '../failure.ts'
import type { MachineTask } from './machine-task.ts'

/**
 * Makes the server of a data folder load another build, and waits until each of its processes runs it.
 * @returns whether there is a server whose state is known
 * @throws Failure if the server does not load the build and keeps running the previous one
 */
export async function reloadServer(
  folder: string,
  { command, build, patience }: Extract<MachineTask, { readonly kind: 'reload' }>,
): Promise<boolean> {
  const server = readServerState(folder)
  if (server === null) return false
  if (command === null) signal(server.pid)
  else await run(command)
  const until = Date.now() + patience
  for (;;) {
    await sleep(50)
    const state = readServerState(folder)
    if (state?.build === build) return true
    if (state?.refused?.build === build) {
      throw new Failure(
        `The new build does not start: ${state.refused.reason.replace(/\.?$/, '.')} The server keeps running the previous one.`,
      )
    }
    if (Date.now() > until) {
      throw new Failure(`The server did not load the new build within ${Math.round(patience / 1000)} seconds.`, {
        hint: 'Its log says what it does: `journalctl -u <unit> -n 50`.',
      })
    }
  }
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGHUP')
  } catch {
    throw new Failure(`This user may not signal the server, which is process ${pid}.`, {
      hint: "Set `deploy.reload` of the environment to a command that may: 'sudo systemctl reload <unit>'.",
    })
  }
}

function run(command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile('/bin/sh', ['-c', command], { timeout: 60_000 }, (error, _, stderr) => {
      if (error) reject(new Failure(`\`${command}\` failed: ${stderr.trim() || error.message}`))
      else resolve()
    })
  })
}
