import type { Manifest } from '../../src/manifest/index.ts'
import { integrityChecks, integrityFinding } from '../../src/runtime/integrity/checks.ts'
import type { Service } from '../harness/service.ts'

/** Contradictions in the service's database, by the checks of `cms doctor`, and in its bucket; sentences. */
export async function findBroken(service: Service, manifest: Manifest): Promise<string[]> {
  const found: string[] = []
  for (const check of integrityChecks(manifest)) {
    const finding = integrityFinding(check, await service.sql<{ what: unknown }>(check.sql))
    if (finding !== null) found.push(finding)
  }
  const lost = await findLost(service)
  return lost.length === 0 ? found : [...found, `Files whose bytes are gone: ${lost.join(', ')}`]
}

/** Bytes that no row knows are swept away in time; a row without its bytes is a file that was lost. */
async function findLost(service: Service): Promise<string[]> {
  const rows = await service.sql<{ filename: string }>('SELECT filename FROM media_files')
  const there = new Set(await service.objects('media/'))
  return rows.map(({ filename }) => `media/${filename}`).filter((key) => !there.has(key))
}
