import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Project } from './cms.ts'

/** Runs SQL on the file of a project's local database. No command may run at the same time. */
export function changeLocal({ root }: Pick<Project, 'root'>, sql: string): void {
  const found = globSync('.wrangler/state/v3/d1/**/*.sqlite', { cwd: root })
  const path = found.find((name) => !name.includes('metadata')) ?? ''
  const database = new DatabaseSync(join(root, path))
  try {
    database.exec(sql)
  } finally {
    database.close()
  }
}
