import { createInterface } from 'node:readline'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Machine, MachineAnswer, MachineTask } from './machine-task.ts'

/**
 * Runs tasks given as lines of JSON, one after the other, and writes a line with each result. Ends at the end of the
 * input.
 */
export async function answerTasks(
  open: () => Machine,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<void> {
  let machine: Machine | undefined
  try {
    for await (const line of createInterface({ input })) {
      const answer = await answerTo(() => {
        machine ??= open()
        return machine.run(JSON.parse(line) as MachineTask) // written by `overPipe`
      })
      output.write(`${JSON.stringify(answer)}\n`)
    }
  } finally {
    await machine?.close()
  }
}

async function answerTo(run: () => Promise<unknown>): Promise<MachineAnswer> {
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
