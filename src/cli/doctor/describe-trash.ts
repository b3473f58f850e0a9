import { counted } from '../../ground/counted.ts'
import type { ProjectDatabase } from '../database/project-database.ts'
import type { DoctorFinding } from './finding.ts'

const TRASH =
  'SELECT count(*) AS "count", min("deleted_at") AS "oldest", min("expires_at") AS "expires" FROM "content_trash"'

interface TrashRow {
  readonly count: number
  readonly oldest: number
  readonly expires: number
}

/** Reports how much is in the trash; nothing if it is empty. */
export async function describeTrash(database: ProjectDatabase): Promise<readonly DoctorFinding[]> {
  const [[row] = []] = await database.query<TrashRow>(TRASH)
  if (!row || row.count === 0) return []
  return [
    {
      topic: 'trash',
      severity: 'note',
      message: `The trash holds ${counted(row.count, 'document')}; the oldest was deleted on ${dayOf(row.oldest)}.`,
      remedy: `the first is deleted permanently after ${dayOf(row.expires)}; until then it can be restored`,
    },
  ]
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
