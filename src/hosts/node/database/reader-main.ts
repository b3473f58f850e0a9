/**
 * Main module of a reader process: one connection, one transaction after the other. Its arguments are the database's
 * path and the pid of the parent process.
 */
import { Worker } from 'node:worker_threads'
import { type Connection, openConnection, type Returned } from './connection.ts'
import { DatabaseFault } from './database-error.ts'
import type { ReaderRequest, ReaderResponse } from './reader.ts'
import type { Query } from './writer.ts'

const [path = '', parent] = process.argv.slice(2)
const connection = openConnection(path, { readOnly: true })

process.on('message', ({ id, questions }: ReaderRequest) => {
  process.send?.(responseTo(id, questions))
})
process.send?.('ready')
process.on('disconnect', () => process.exit(0))

// This thread is blocked during a statement. Another thread ends the process when its parent is gone.
const WATCH = `setInterval(() => process.ppid === ${Number(parent)} || process.kill(process.pid, 'SIGKILL'), 1000)`
new Worker(WATCH, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 } })

function responseTo(id: number, queries: readonly Query[]): ReaderResponse {
  try {
    return { id, returned: readTogether(connection, queries) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { id, error: { message, code: error instanceof DatabaseFault ? error.code : null } }
  }
}

function readTogether(connection: Connection, queries: readonly Query[]): Returned[] {
  return connection.together(() => queries.map(({ sql, values, form }) => connection.ask(sql, values, form)))
}
