import type { DatabaseRefusal } from '../database/database-task.ts'
import { type ProjectDatabase, projectDatabase, refusalFailure } from '../database/project-database.ts'
import { Failure } from '../failure.ts'
import { askWorkerd } from './ask-workerd.ts'

/** The development database, in a workerd that runs. */
export type LocalDatabase = ProjectDatabase

/**
 * @param url where the host worker takes a `DatabaseTask` as JSON; asked for each task, since workerd may have been
 * replaced since the last one
 */
export function localDatabaseAt(url: () => URL): LocalDatabase {
  return projectDatabase(async (task) => {
    const answer = await askWorkerd(url(), JSON.stringify(task))
    if (!answer.ok) throw await refusal(answer)
    return answer.json()
  })
}

async function refusal(answer: Response): Promise<Failure> {
  if (answer.status !== 409) return new Failure(`The local database is not responding: ${await answer.text()}`)
  return refusalFailure((await answer.json()) as DatabaseRefusal)
}
