import { ownModule } from '../../compile/load/package-root.ts'
import { localStorageOf } from '../wrangler/local-storage.ts'
import { readWranglerFile } from '../wrangler/wrangler-file.ts'
import { bundleHost } from './bundle-host.ts'
import { type LocalDatabase, localDatabaseAt } from './local-database.ts'
import { startWorkerd } from './start-workerd.ts'
import { withLock } from './with-lock.ts'

/** Opens the development database while `use` runs, as soon as no other command uses it. */
export async function withLocalDatabase<Result>(
  root: string,
  persist: string,
  use: (database: LocalDatabase) => Promise<Result>,
): Promise<Result> {
  const storage = localStorageOf(readWranglerFile(root))
  const source = await bundleHost(ownModule('cli/workerd/database-worker'))
  return withLock(persist, async () => {
    const workerd = await startWorkerd({ persist, storage, source, onLog: () => {} })
    try {
      return await use(localDatabaseAt(() => workerd.controlUrl))
    } finally {
      await workerd.dispose()
    }
  })
}
