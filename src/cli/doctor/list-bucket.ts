import type { Config } from '../../config/config.ts'
import { withLocalBucket } from '../bucket/local-bucket.ts'
import { readAccount } from '../cloudflare/account.ts'
import { type ListedObject, listObjects } from '../cloudflare/stores.ts'
import { Failure } from '../failure.ts'
import { withMachine } from '../machine/with-machine.ts'
import type { Variables } from '../shell.ts'
import { readWranglerFile } from '../wrangler/wrangler-file.ts'

/** Limits of a listing. */
export interface Bounds {
  /** Maximum number of objects in all folders together. It is approximate, since the last page is used as a whole. */
  readonly objects: number
  /** Time at which the listing is cut off, in milliseconds since the epoch. */
  readonly until: number
}

/** Objects of some folders of a bucket. */
export interface Listing {
  readonly objects: readonly ListedObject[]
  /** True if the listing is complete; `false` if it reached its limits. */
  readonly isWhole: boolean
}

export interface BucketChoice {
  readonly root: string
  readonly config: Pick<Config, 'name' | 'environments'>
  readonly environment: string
  readonly persist: string
  /** Value of `--data`. */
  readonly data: string | undefined
  readonly variables: Variables
}

interface PageWanted {
  readonly prefix: string
  readonly cursor: string | null
}

type ListPage = (page: PageWanted) => Promise<{
  readonly objects: readonly ListedObject[]
  readonly cursor: string | null
}>

/**
 * Lists the bucket of an environment, one folder after the other, each ordered by key. The bucket of development is on
 * this machine; a service on its own host has its bucket in its data folder; all others are read over Cloudflare's API.
 * @throws Failure if there is no such bucket, or it cannot be reached
 */
export function listBucket(choice: BucketChoice, prefixes: readonly string[], bounds: Bounds): Promise<Listing> {
  const list = (page: ListPage) => listAll(page, prefixes, bounds)
  const environment = choice.config.environments[choice.environment]
  if (environment?.host === 'node') {
    return withMachine({ ...choice, environment }, (machine) => list((page) => machine.run({ kind: 'list', ...page })))
  }
  if (choice.environment !== 'development') return list(remotePages(choice))
  return withLocalBucket(choice.root, choice.persist, (bucket) => list((page) => bucket.list(page)))
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

function remotePages({ root, environment, variables }: BucketChoice): ListPage {
  const file = readWranglerFile(root)
  const bucket = file?.env[environment]?.r2_buckets.find(({ binding }) => binding === 'MEDIA_BUCKET')?.bucket_name
  if (!bucket)
    throw new Failure(`wrangler.toml sets no bucket for the binding MEDIA_BUCKET of ${environment}.`, {
      hint: 'cms build',
    })
  const purpose = { text: `the bucket ${bucket}`, permission: 'Workers R2 Storage: Read' }
  const account = readAccount(environment, file, variables, purpose)
  return async (request) => {
    const page = await listObjects(account, bucket, request)
    if (page !== null) return page
    throw new Failure(`There is no bucket ${bucket}: uploads fail.`, { hint: `wrangler r2 bucket create ${bucket}` })
  }
}
