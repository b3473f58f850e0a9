/** The thread that reads: one connection, one question after the other. */
import { parentPort, workerData } from 'node:worker_threads'
import { openConnection } from './connection.ts'
import { DatabaseFault } from './database-error.ts'
import type { ThreadAnswer } from './read-thread.ts'
import type { Question } from './writer.ts'

const connection = openConnection(workerData.path, { readOnly: true, synchronous: 'normal' })

parentPort?.on('message', ({ id, question }: { readonly id: number; readonly question: Question }) => {
  parentPort?.postMessage(answer(id, question))
})

function answer(id: number, { sql, values, form }: Question): ThreadAnswer {
  try {
    return { id, returned: connection.ask(sql, values, form) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { id, error: { message, code: error instanceof DatabaseFault ? error.code : null } }
  }
}
