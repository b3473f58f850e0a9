import { type Bundled, bundle, type Served, serve, VARIABLES } from '../served.ts'
import type { ControlTask } from './control.ts'

/** Lintel and the hand-written worker in one isolate, on one database. */
export interface Subject extends Served {
  /** Runs statements as one transaction, and returns the rows of each. */
  sql(...statements: readonly string[]): Promise<Record<string, string | number | null>[][]>
  /** Returns the number of rows that D1 reads during `work`. */
  rowsRead(work: () => Promise<unknown>): Promise<number>
}

export function bundleSubject(): Promise<Bundled> {
  return bundle('src/worker.ts', 'scripts/bench/api/control.ts')
}

/** Starts both on the database in `folder`. Lintel creates the schema before its first response. */
export async function startSubject(worker: Bundled, folder: string): Promise<Subject> {
  const served = await serve(worker, folder)
  const control = async (task: ControlTask) => {
    const answer = await fetch(new URL('/control', served.controlUrl), { method: 'POST', body: JSON.stringify(task) })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json()
  }
  return {
    ...served,
    sql: async (...statements) => (await control({ kind: 'sql', statements })) as never, // rows, as D1 returns them
    rowsRead: async (work) => {
      await control({ kind: 'countReads' })
      await work()
      return Number(await control({ kind: 'reads' }))
    },
  }
}

/** Returns an access token of the administrator. */
export async function signIn({ url }: Pick<Served, 'url'>): Promise<string> {
  const answer = await fetch(new URL('/api/auth/login', url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: VARIABLES.ADMIN_EMAIL, password: VARIABLES.ADMIN_PASSWORD }),
  })
  const { token } = (await answer.json()) as { token?: string }
  if (token === undefined) throw new Error(`The sign-in failed with status ${answer.status}.`)
  return token
}
