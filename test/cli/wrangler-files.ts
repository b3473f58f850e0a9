/** Returns a `wrangler.toml` with the ids of databases (`null`: no id), and the worker that it names. */
export function wranglerFiles(idsByEnvironment: Readonly<Record<string, string | null>> = {}) {
  const sections = Object.entries(idsByEnvironment).map(
    ([environment, id]) => `[env.${environment}]
[[env.${environment}.d1_databases]]
binding = "DB"
database_name = "site-${environment}"
${id === null ? '' : `database_id = "${id}"\n`}`,
  )
  const text = `${HEAD}[[d1_databases]]\nbinding = "DB"\ndatabase_name = "site-development"\ndatabase_id = "local-site"\n`
  return { 'wrangler.toml': text + sections.join(''), 'worker.ts': WORKER }
}

const HEAD = 'name = "site"\nmain = "worker.ts"\ncompatibility_date = "2026-10-20"\n'
const WORKER = 'export default {}\n'

/** The same files with all bindings of development, so that a build does not change them. */
export const boundWranglerFiles = {
  'wrangler.toml': `${HEAD}[assets]
directory = ".cms/assets"
binding = "ASSETS"
run_worker_first = ["/program/*"]
[vars]
ENVIRONMENT = "development"
[[d1_databases]]
binding = "DB"
database_name = "site-development"
[[r2_buckets]]
binding = "MEDIA_BUCKET"
bucket_name = "site-development-media"
[[kv_namespaces]]
binding = "CACHE_KV"
`,
  'worker.ts': WORKER,
}
