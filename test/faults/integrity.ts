import type { Manifest } from '../../src/manifest/index.ts'
import { integrityChecks, integrityFinding } from '../../src/runtime/integrity/checks.ts'
import type { Service } from '../harness/service.ts'

/** What does not fit together in the service's database, by the checks of `cms doctor`; sentences. */
export async function findBroken(service: Service, manifest: Manifest): Promise<string[]> {
  const found: string[] = []
  for (const check of integrityChecks(manifest)) {
    const finding = integrityFinding(check, await service.sql<{ what: unknown }>(check.sql))
    if (finding !== null) found.push(finding)
  }
  return found
}
