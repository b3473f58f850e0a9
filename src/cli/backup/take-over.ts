import { OWNER_KEY } from '../../runtime/migrations/index.ts'
import type { Target } from '../target/with-target.ts'

/** Writes down that a database is this environment's from now on. */
export async function takeOver({ database, owner }: Target): Promise<void> {
  const { project, environment } = owner
  await database.run([
    {
      sql: `INSERT INTO "system_state" ("key", "value", "updated_at") VALUES (?1, ?2, unixepoch() * 1000) ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value", "updated_at" = excluded."updated_at"`,
      values: [OWNER_KEY, JSON.stringify({ project, environment })],
    },
  ])
}
