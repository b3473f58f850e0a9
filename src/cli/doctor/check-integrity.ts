import type { Manifest } from '../../manifest/index.ts'
import { integrityChecks, integrityFinding } from '../../runtime/integrity/checks.ts'
import type { ProjectDatabase } from '../database/project-database.ts'
import type { DoctorFinding } from './finding.ts'

/** Number of checks in one request. */
const AT_ONCE = 20

/** Finds contradictions in the rows of a database whose schema is correct. */
export async function checkIntegrity(
  manifest: Manifest,
  database: ProjectDatabase,
  env: string,
): Promise<readonly DoctorFinding[]> {
  const checks = integrityChecks(manifest)
  const findings: DoctorFinding[] = []
  for (let start = 0; start < checks.length; start += AT_ONCE) {
    const some = checks.slice(start, start + AT_ONCE)
    const rows = await database.query<{ what: unknown }>(...some.map(({ sql }) => sql))
    for (const [index, check] of some.entries()) {
      const message = integrityFinding(check, rows[index] ?? [])
      if (message === null) continue
      const remedy = `cms backup${env}, then save these documents again, or ask the administrator of the database`
      findings.push({ topic: 'integrity', severity: 'error', message, remedy })
    }
  }
  return findings
}
