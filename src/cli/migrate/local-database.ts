import { fileURLToPath } from 'node:url'
import type { Migration } from '../../manifest/index.ts'
import type { Applied, MigrationStatus } from '../../runtime/migrations/index.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { bundleHost } from '../workerd/bundle-host.ts'
import { startWorkerd } from '../workerd/start-workerd.ts'
import { localStorageOf } from '../wrangler/local-storage.ts'
import { readWranglerFile } from '../wrangler/wrangler-file.ts'
import type { MigrateRequest } from './worker.ts'

export interface LocalDatabase {
  status(migrations: readonly Migration[]): Promise<MigrationStatus>
  /**
   * Applies what is pending, destructive migrations too: a person asked for it, on data of this machine.
   * @throws Failure where the database refuses a migration, or has others.
   */
  apply(migrations: readonly Migration[]): Promise<Applied>
}

/** Opens the development database, for as long as `use` takes. */
export async function withLocalDatabase<Result>(
  root: string,
  persist: string,
  use: (database: LocalDatabase) => Promise<Result>,
): Promise<Result> {
  const workerd = await startWorkerd({
    persist,
    storage: localStorageOf(readWranglerFile(root)),
    source: await bundleHost(fileURLToPath(new URL('./worker.ts', import.meta.url))),
    onLog: () => {},
  })
  const ask = async <Answer>(request: MigrateRequest): Promise<Answer> => {
    const answer = await fetch(workerd.controlUrl, { method: 'POST', body: JSON.stringify(request) })
    if (answer.ok) return (await answer.json()) as Answer
    throw await refusal(answer)
  }
  try {
    return await use({
      status: (migrations) => ask({ action: 'status', migrations }),
      apply: (migrations) => ask({ action: 'apply', migrations }),
    })
  } finally {
    await workerd.dispose()
  }
}

async function refusal(answer: Response): Promise<Failure> {
  if (answer.status !== 409) return new Failure(`The local database cannot be read: ${await answer.text()}`)
  const { message, drift } = (await answer.json()) as { message: string; drift: boolean }
  return new Failure(`${message}.`, { exitCode: drift ? exitCodes.drift : exitCodes.error })
}
