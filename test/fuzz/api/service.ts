import { fileURLToPath } from 'node:url'
import { type Service, startService } from '../../harness/service.ts'
import { SECRET } from '../../plugins/core-auth/people.ts'

/** The service that is fuzzed: every plugin, every type of field, in workerd. */
export async function startFuzzed(): Promise<Service> {
  const service = await startService({
    root: fileURLToPath(new URL('../../fixtures/fuzz', import.meta.url)),
    vars: {
      JWT_SECRET: SECRET,
      HOOK_SECRET: `whsec_${Buffer.from('a secret of the fuzzer, 32 bytes').toString('base64')}`,
    },
  })
  await service.fetch('/api/health')
  return service
}
