import type { Migration } from '../../manifest/index.ts'
import type { Applied, FoundDatabase, LedgerMove, MigrationStatus } from '../../runtime/migrations/index.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { DatabaseTask } from './database-task.ts'

/** The development database, in a workerd that runs. Every method throws a `Failure` where the database refuses. */
export interface LocalDatabase {
  status(migrations: readonly Migration[]): Promise<MigrationStatus>
  /** Applies what is pending, destructive migrations too. */
  apply(migrations: readonly Migration[]): Promise<Applied>
  /** Its schema, its ledger, and which tables hold rows. */
  find(): Promise<FoundDatabase>
  move(move: LedgerMove): Promise<void>
}

/** @param url where the host worker takes a `DatabaseTask` as JSON */
export function localDatabaseAt(url: URL): LocalDatabase {
  const ask = async <Answer>(task: DatabaseTask): Promise<Answer> => {
    const answer = await fetch(url, { method: 'POST', body: JSON.stringify(task) })
    if (!answer.ok) throw await refusal(answer)
    return (await answer.json()) as Answer
  }
  return {
    status: (migrations) => ask({ kind: 'status', migrations }),
    apply: (migrations) => ask({ kind: 'apply', migrations }),
    find: () => ask({ kind: 'find' }),
    move: (move) => ask({ kind: 'move', move }),
  }
}

async function refusal(answer: Response): Promise<Failure> {
  if (answer.status !== 409) return new Failure(`The local database does not answer: ${await answer.text()}`)
  const { message, drift } = (await answer.json()) as { message: string; drift: boolean }
  return new Failure(`${message}.`, { exitCode: drift ? exitCodes.drift : exitCodes.error })
}
