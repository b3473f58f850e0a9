import type { WranglerFile } from './wrangler-file.ts'

/** Ids of the development data on disk, the same as those that `wrangler --local` uses. */
export interface LocalStorage {
  readonly database: string
  readonly kv: string
  readonly bucket: string
}

/**
 * Returns the ids of the development data. If `wrangler.toml` has no id for a binding, the binding's name is used, as
 * in wrangler.
 */
export function localStorageOf(file: WranglerFile | null): LocalStorage {
  const database = file?.d1_databases.find(({ binding }) => binding === 'DB')
  const kv = file?.kv_namespaces.find(({ binding }) => binding === 'CACHE_KV')
  const bucket = file?.r2_buckets.find(({ binding }) => binding === 'MEDIA_BUCKET')
  return {
    database: database?.preview_database_id ?? database?.database_id ?? 'DB',
    kv: kv?.id ?? 'CACHE_KV',
    bucket: bucket?.bucket_name ?? 'MEDIA_BUCKET',
  }
}
