import type { Manifest } from '../../manifest/index.ts'
import { smokeTest, smokeTestOf } from '../deploy/smoke-test.ts'
import { askService, signIn } from '../seed/running-service.ts'
import type { StepOutcome } from '../step-outcome.ts'

export interface SeededPreview {
  readonly manifest: Manifest
  readonly environment: string
  /** Address of the preview; `null` if it is unknown. */
  readonly url: string | null
  /** Email of the first administrator, from the shell. */
  readonly email: string | undefined
  readonly password: string | undefined
}

/** Route that creates sample data, provided by a plugin. */
const GENERATE = '/admin/seed-data/generate'
/** Seed of the sample data, the same for every preview. */
const SEED = 1
/** Maximum number of documents that one request creates. */
const STEP = 2000

/**
 * Fills a preview with sample data, as soon as the new program responds.
 * @returns what was done, or the reason why nothing was done
 */
export async function seedPreview(preview: SeededPreview): Promise<StepOutcome> {
  const { manifest, environment, url, email, password } = preview
  const plugin = manifest.routes.find(({ method, path }) => method === 'POST' && path === GENERATE)?.plugin
  const settings = plugin === undefined ? undefined : manifest.environments[environment]?.settings[plugin]
  if (settings === undefined) return { skipped: 'no plugin of the preview creates sample data' }
  if (settings.enabled !== true) return { skipped: `${plugin} is not enabled in the preview` }
  if (url === null) return { skipped: 'give the address of the preview with --url' }
  if (!email || !password) return { skipped: 'ADMIN_EMAIL and ADMIN_PASSWORD are not set' }
  await smokeTest(url, smokeTestOf(manifest, environment))
  const service = await signIn(url, email, password)
  let made = 0
  for (let from: number | null = 0; from !== null; ) {
    const data: { created: Counts; next: number | null } = await askService(service, GENERATE, {
      seed: SEED,
      from,
      limit: STEP,
    })
    made += sum(data.created)
    from = data.next
  }
  return `${made} documents, accounts and files created with the seed ${SEED}`
}

interface Counts {
  readonly content: number
  readonly users: number
  readonly media: number
}

function sum({ content, users, media }: Counts): number {
  return content + users + media
}
