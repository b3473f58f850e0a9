import { runTask } from '../database/database-task.ts'
import { databaseFailure, type ProjectDatabase, projectDatabase } from '../database/project-database.ts'
import type { Credentials } from './credentials.ts'
import { d1Database } from './d1-database.ts'

/** Returns a database in Cloudflare's network, accessed over D1's HTTP API. */
export function remoteDatabase(credentials: Credentials): ProjectDatabase {
  const db = d1Database(credentials)
  return projectDatabase(async (task) => {
    try {
      return await runTask(task, db)
    } catch (error) {
      throw databaseFailure(error, 'D1')
    }
  })
}
