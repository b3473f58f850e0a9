import type { DatabaseRefusal } from '../database/database-task.ts'
import { type ProjectDatabase, projectDatabase, refusalFailure } from '../database/project-database.ts'
import { Failure } from '../failure.ts'
import { askWorkerd } from './ask-workerd.ts'

/** Development database, in a running workerd. */
export type LocalDatabase = ProjectDatabase

/**
 * Returns the database behind a host worker.
 * @param url returns the address at which the host worker takes a `DatabaseTask` as JSON; called for each task, since
 * workerd may have been replaced in between
 */
export function localDatabaseAt(url: () => URL): LocalDatabase {
  return projectDatabase(async (task) => {
    const response = await askWorkerd(url(), JSON.stringify(task))
    if (!response.ok) throw await refusal(response)
    return response.json()
  })
}

async function refusal(response: Response): Promise<Failure> {
  if (response.status !== 409) {
    return new Failure(`The local database is not responding: ${await response.text()}`, {
      hint: 'Another process may be writing to it, such as `cms dev` while it starts. Wait for it, then run the command again.',
    })
  }
  return refusalFailure((await response.json()) as DatabaseRefusal)
}
