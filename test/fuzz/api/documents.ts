import type { Service } from '../../harness/service.ts'
import { headersOf, ROLES } from './callers.ts'

/** The OpenAPI documents as the service gives them to each role, an administrator's first, nobody's last. */
export async function readDocuments(service: Service): Promise<string[]> {
  const readers: Record<string, string>[] = []
  for (const role of ROLES.toReversed()) readers.push(await headersOf(service, role))
  const documents: string[] = []
  for (const headers of [...readers, {}]) documents.push(await (await service.fetch('/api/', { headers })).text())
  return documents
}
