import { createWriteStream, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../../config/config.ts'
import { PRIVATE_FILE } from '../../hosts/node/private-files.ts'
import type { Bucket } from '../bucket/bucket.ts'
import { withLocalBucket } from '../bucket/local-bucket.ts'
import { readCredentials } from '../cloudflare/credentials.ts'
import { Failure } from '../failure.ts'
import { type MachineChoice, withMachine } from '../machine/with-machine.ts'
import type { Variables } from '../shell.ts'
import { machineBucket } from '../target/machine-bucket.ts'
import { readWranglerFile } from '../wrangler/wrangler-file.ts'

/** Pattern of the key in the bucket under which the admin stores a backup. */
export const BACKUP_KEY = /^\d{8}T\d{9}Z-[0-9a-f]{16}\.sql\.gz$/

export interface BucketOfBackups {
  readonly root: string
  readonly config: Pick<Config, 'environments'>
  readonly environment: string
  /** Absolute path of the folder of local data. */
  readonly persist: string
  /** Value of `--data`. */
  readonly data: string | undefined
  readonly variables: Variables
}

/**
 * Copies a backup from the bucket of an environment into a temporary file. The bucket of development is on this
 * machine; a service on its own host has its bucket in its data folder; all others are read over Cloudflare's API.
 * @returns the path of the temporary file
 * @throws Failure if there is no such backup, or the bucket cannot be reached
 */
export async function fetchBackup(bucket: BucketOfBackups, key: string): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'lintel-restore-')), key)
  const environment = bucket.config.environments[bucket.environment]
  if (environment?.host === 'node') await fetchFromMachine({ ...bucket, environment }, key, file)
  else await (bucket.environment === 'development' ? fetchLocal(bucket, key, file) : fetchRemote(bucket, key, file))
  return file
}

function fetchFromMachine(choice: MachineChoice, key: string, file: string): Promise<void> {
  return withMachine(choice, async (machine) =>
    saveObject(machineBucket(machine), key, file, 'among the files of the service'),
  )
}

async function saveObject(bucket: Bucket, key: string, file: string, where: string): Promise<void> {
  const found = await bucket.read({ key: `backups/${key}` })
  if (found === null) throw new Failure(`There is no backup ${key} ${where}.`)
  await pipeline(found.bytes, createWriteStream(file, { mode: PRIVATE_FILE }))
}

async function fetchLocal({ root, persist }: BucketOfBackups, key: string, file: string): Promise<void> {
  await withLocalBucket(root, persist, async (bucket) => saveObject(bucket, key, file, 'in the bucket'))
}

async function fetchRemote(
  { root, environment, variables }: BucketOfBackups,
  key: string,
  file: string,
): Promise<void> {
  const wrangler = readWranglerFile(root)
  const { baseUrl, account, token } = readCredentials(environment, wrangler, variables)
  const bucket = wrangler?.env[environment]?.r2_buckets.find(({ binding }) => binding === 'MEDIA_BUCKET')?.bucket_name
  if (!bucket) throw new Failure(`wrangler.toml sets no bucket for the binding MEDIA_BUCKET of ${environment}.`)
  const address = `${baseUrl}/accounts/${account}/r2/buckets/${bucket}/objects/${encodeURIComponent(`backups/${key}`)}`
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } }).catch((error) => {
    throw new Failure(`Cloudflare's API is not responding: ${String(error.cause ?? error)}.`)
  })
  await save(response, key, file)
}

async function save(response: Response, key: string, file: string): Promise<void> {
  if (response.status === 404) throw new Failure(`There is no backup ${key} in the bucket.`)
  if (!response.ok || !response.body) throw new Failure(`The bucket refuses ${key}: ${response.status}.`)
  await pipeline(Readable.fromWeb(response.body as never), createWriteStream(file, { mode: PRIVATE_FILE })) // Node types the same stream differently
}
