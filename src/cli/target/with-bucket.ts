import { resolve } from 'node:path'
import type { Config } from '../../config/config.ts'
import type { Bucket } from '../bucket/bucket.ts'
import { withLocalBucket } from '../bucket/local-bucket.ts'
import { s3Bucket } from '../bucket/s3-bucket.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { withMachine } from '../machine/with-machine.ts'
import type { Variables } from '../shell.ts'
import { readWranglerFile } from '../wrangler/wrangler-file.ts'
import { machineBucket } from './machine-bucket.ts'
import { requireEnvironment, requireNoFolder, targetOptions } from './with-target.ts'

/** Options that choose the bucket of a command. */
export const bucketOptions = {
  ...targetOptions,
  env: { ...targetOptions.env, summary: 'The environment that the files belong to' },
  s3: {
    type: 'string',
    value: 'address',
    summary: "An S3-compatible bucket instead of the environment's: https://<host>/<bucket>",
  },
} as const

export interface BucketOptions {
  readonly env: string
  readonly persist: string
  readonly data?: string | undefined
  readonly s3?: string | undefined
}

export interface BucketOfProject {
  readonly root: string
  readonly config: Pick<Config, 'environments'>
  readonly options: BucketOptions
  /** Environment variables of the shell: they contain the credentials. */
  readonly variables: Variables
}

/**
 * Opens the bucket of an environment while `use` runs: the bucket at the address in `s3`, if one is given. Otherwise,
 * development has a bucket on this machine, a machine has one in its data folder, and the bucket of any other
 * environment is accessed over the S3 protocol.
 * @throws Failure if there is no such environment, or something that is needed to reach the bucket is missing
 */
export async function withBucket<Result>(
  { root, config, options, variables }: BucketOfProject,
  use: (bucket: Bucket) => Promise<Result>,
): Promise<Result> {
  requireEnvironment(options.env, config)
  const environment = config.environments[options.env]
  if (options.s3 !== undefined) return use(s3Bucket({ url: readAddress(options.s3), ...readKeys(variables) }))
  if (options.env !== 'development' && environment?.host === 'node') {
    const machine = { root, environment, data: options.data, variables }
    return withMachine(machine, (opened) => use(machineBucket(opened)))
  }
  requireNoFolder(options)
  if (options.env === 'development') return withLocalBucket(root, resolve(root, options.persist), use)
  return use(s3Bucket({ url: addressOfR2(root, options.env, variables), ...readKeys(variables) }))
}

function readAddress(text: string): string {
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && /^\/[^/]+\/?$/.test(url.pathname)) return text.replace(/\/$/, '')
  throw new Failure(`--s3 takes an address with a bucket, https://<host>/<bucket>, not ${text}.`, {
    exitCode: exitCodes.usage,
  })
}

function addressOfR2(root: string, environment: string, variables: Variables): string {
  const file = readWranglerFile(root)
  const bindings = file?.env[environment]
  const bucket = bindings?.r2_buckets.find(({ binding }) => binding === 'MEDIA_BUCKET')?.bucket_name
  if (!bucket) {
    throw new Failure(`wrangler.toml sets no bucket for the binding MEDIA_BUCKET of ${environment}.`, {
      hint: 'cms build',
    })
  }
  const account = variables.CLOUDFLARE_ACCOUNT_ID || bindings?.account_id || file?.account_id
  if (account) return `https://${account}.r2.cloudflarestorage.com/${bucket}`
  throw new Failure(`CLOUDFLARE_ACCOUNT_ID is not set: the bucket ${bucket} needs it.`, {
    hint: 'Set it, or `account_id` in wrangler.toml.',
  })
}

/** Reads the access key and the region from the environment variables that tools for S3 have in common. */
function readKeys(variables: Variables) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_REGION: region } = variables
  if (accessKeyId && secretAccessKey) return { accessKeyId, secretAccessKey, region: region || 'auto' }
  throw new Failure(`${accessKeyId ? 'AWS_SECRET_ACCESS_KEY' : 'AWS_ACCESS_KEY_ID'} is not set: the bucket needs it.`, {
    hint: 'Both belong to an access key of the store. For R2: dash.cloudflare.com, R2, Manage API tokens, Object Read & Write.',
  })
}
