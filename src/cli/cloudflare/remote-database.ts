import { refusalKind, runTask } from '../database/database-task.ts'
import { type ProjectDatabase, projectDatabase, refusalFailure } from '../database/project-database.ts'
import { Failure } from '../failure.ts'
import type { Credentials } from './credentials.ts'
import { d1Database } from './d1-database.ts'

/** A database in Cloudflare's network: the same runner, over D1's HTTP API. */
export function remoteDatabase(credentials: Credentials): ProjectDatabase {
  const db = d1Database(credentials)
  return projectDatabase(async (task) => {
    try {
      return await runTask(task, db)
    } catch (error) {
      throw asFailure(error)
    }
  })
}

function asFailure(error: unknown): unknown {
  if (error instanceof Failure || !(error instanceof Error)) return error
  const kind = refusalKind(error)
  return kind ? refusalFailure({ kind, message: error.message }) : new Failure(`D1 refuses: ${error.message}.`)
}
