import { createInterface } from 'node:readline'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Machine, MachineTask, TaskOutcome } from './machine-task.ts'

/**
 * Runs tasks given as lines of JSON, one after the other, and writes a line with each result. Ends at the end of the
 * input.
 */
export async function serveTasks(
  open: () => Machine,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<void> {
  let machine: Machine | undefined
  try {
    for await (const line of createInterface({ input })) {
      const outcome = await outcomeOf(() => {
        machine ??= open()
        return machine.run(JSON.parse(line) as MachineTask) // written by `overPipe`
      })
      output.write(`${JSON.stringify(outcome)}\n`)
    }
  } finally {
    await machine?.close()
  }
}

async function outcomeOf(run: () => Promise<unknown>): Promise<TaskOutcome> {
  try {
    return { ok: (await run()) ?? null }
  } catch (error) {
    if (!(error instanceof Failure)) {
      return { failed: { message: `Unexpected: ${error}`, hint: null, exitCode: exitCodes.error } }
    }
    const { message, hint, exitCode } = error
    return { failed: { message, hint, exitCode } }
  }
}
