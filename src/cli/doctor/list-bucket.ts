import { ownModule } from '../../compile/load/package-root.ts'
import type { Config } from '../../config/config.ts'
import { readAccount } from '../cloudflare/account.ts'
import { type ListedObject, listObjects } from '../cloudflare/stores.ts'
import { Failure } from '../failure.ts'
import { withMachine } from '../machine/with-machine.ts'
import { withLock } from '../migrate/with-lock.ts'
import type { Variables } from '../shell.ts'
import { bundleHost } from '../workerd/bundle-host.ts'
import { startWorkerd } from '../workerd/start-workerd.ts'
import { localStorageOf } from '../wrangler/local-storage.ts'
import { readWranglerFile } from '../wrangler/wrangler-file.ts'

/** The bounds of a listing. */
export interface Bounds {
  /** Objects of all folders together, about: a page is never cut. */
  readonly objects: number
  /** The moment at which it ends, in milliseconds since the epoch. */
  readonly until: number
}

/** Objects of some folders of a bucket. */
export interface Listing {
  readonly objects: readonly ListedObject[]
  /** True where these are all; false where it came to its bounds. */
  readonly isWhole: boolean
}

export interface BucketChoice {
  readonly root: string
  readonly config: Pick<Config, 'name' | 'environments'>
  readonly environment: string
  readonly persist: string
  /** As `--data` names it. */
  readonly data: string | undefined
  readonly variables: Variables
}

interface PageWanted {
  readonly prefix: string
  readonly cursor: string | null
}

type ListPage = (wanted: PageWanted) => Promise<{
  readonly objects: readonly ListedObject[]
  readonly cursor: string | null
}>

/**
 * Lists the bucket of an environment, one folder after the other, each in the order of its keys: development's is
 * on this machine, that of a host of one's own in its data folder, all others are asked for over Cloudflare's API.
 * @throws Failure where there is no such bucket, or it is not reached
 */
export function listBucket(choice: BucketChoice, prefixes: readonly string[], bounds: Bounds): Promise<Listing> {
  const list = (page: ListPage) => listAll(page, prefixes, bounds)
  const environment = choice.config.environments[choice.environment]
  if (environment?.host === 'node') {
    return withMachine({ ...choice, environment }, (machine) => list((page) => machine.run({ kind: 'list', ...page })))
  }
  return choice.environment === 'development' ? withLocalPages(choice, list) : list(remotePages(choice))
}

async function listAll(page: ListPage, prefixes: readonly string[], bounds: Bounds): Promise<Listing> {
  const objects: ListedObject[] = []
  for (const prefix of prefixes) {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      if (objects.length >= bounds.objects || Date.now() >= bounds.until) return { objects, isWhole: false }
      const found = await page({ prefix, cursor: cursor ?? null })
      objects.push(...found.objects)
      cursor = found.cursor
    }
  }
  return { objects, isWhole: true }
}

async function withLocalPages<Result>(
  { root, persist }: BucketChoice,
  use: (page: ListPage) => Promise<Result>,
): Promise<Result> {
  const source = await bundleHost(ownModule('cli/doctor/bucket-worker'))
  const storage = localStorageOf(readWranglerFile(root))
  return withLock(persist, async () => {
    const workerd = await startWorkerd({ persist, storage, source, onLog: () => {} })
    try {
      return await use(async ({ prefix, cursor }) => {
        const query = new URLSearchParams({ prefix, ...(cursor !== null && { cursor }) })
        const response = await fetch(new URL(`/?${query}`, workerd.controlUrl))
        if (!response.ok) throw new Failure(`The local bucket is not responding: ${response.status}.`)
        return response.json()
      })
    } finally {
      await workerd.dispose()
    }
  })
}

function remotePages({ root, environment, variables }: BucketChoice): ListPage {
  const file = readWranglerFile(root)
  const bucket = file?.env[environment]?.r2_buckets.find(({ binding }) => binding === 'MEDIA_BUCKET')?.bucket_name
  if (!bucket)
    throw new Failure(`wrangler.toml names no bucket MEDIA_BUCKET for ${environment}.`, { hint: 'cms build' })
  const purpose = { text: `the bucket ${bucket}`, permission: 'Workers R2 Storage: Read' }
  const account = readAccount(environment, file, variables, purpose)
  return async (wanted) => {
    const page = await listObjects(account, bucket, wanted)
    if (page !== null) return page
    throw new Failure(`There is no bucket ${bucket}: uploads fail.`, { hint: `wrangler r2 bucket create ${bucket}` })
  }
}
