/** Resources of an account besides the rows of its databases, as far as the command line and wrangler use them. */
export interface Resources {
  /** Workers by name. */
  readonly workers: Map<string, WorkerState>
  /** Names of databases by id. */
  readonly databases: Map<string, string>
  /** Titles of KV namespaces by id. */
  readonly namespaces: Map<string, string>
  /** Keys of objects by bucket. */
  readonly buckets: Map<string, Set<string>>
}

export interface WorkerState {
  readonly secrets: Set<string>
  /** Uploaded ones by id, with their message. */
  readonly versions: Map<string, string>
  /** Latest first. */
  readonly deployments: { readonly version: string; readonly at: string; readonly message: string }[]
  /** Of the last upload. */
  bindings: readonly { readonly name: string; readonly type: string; readonly [key: string]: unknown }[]
}

export interface Asked {
  readonly method: string
  /** Below the account, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly contentType: string
  readonly body: Buffer
}

export type Said =
  | { readonly result: unknown; readonly result_info?: unknown }
  | { readonly status: number; readonly code: number; readonly message: string }

export function createResources(): Resources {
  return { workers: new Map(), databases: new Map(), namespaces: new Map(), buckets: new Map() }
}

const NOT_FOUND = { status: 404, code: 10_007, message: 'This does not exist on your account.' }

/**
 * Answers what is asked of workers, KV, R2 and of the list of databases; `null` for anything else.
 * @param spare ids of databases that may still be made
 */
export async function answerResources(asked: Asked, resources: Resources, spare: string[]): Promise<Said | null> {
  const [area, kind, name = '', rest = '', last = ''] = asked.path.split('/').slice(1).map(decodeURIComponent)
  if (area === 'workers' && kind === 'scripts') return answerWorker(asked, name, rest, resources)
  if (area === 'workers' && kind === 'services') {
    return resources.workers.has(name)
      ? { result: { default_environment: { script: { tag: 't', last_deployed_from: 'wrangler' } } } }
      : { status: 404, code: 10_090, message: 'not found' }
  }
  if (area === 'workers' && kind === 'workers')
    return { result: { subdomain: { enabled: false, previews_enabled: false } } }
  if (area === 'workers') return { result: [] }
  if (area === 'd1' && (name === '' || asked.method === 'DELETE')) return answerDatabases(asked, name, resources, spare)
  if (area === 'storage') return answerNamespaces(asked, rest, resources)
  if (area === 'r2') return answerBuckets(asked, name, rest === 'objects' ? last : null, rest, resources)
  return null
}

async function answerWorker(asked: Asked, name: string, rest: string, { workers }: Resources): Promise<Said> {
  const worker = workers.get(name)
  const { method } = asked
  if (rest === 'assets-upload-session') return { result: { jwt: 'a.b.c', buckets: [] } }
  if (rest === 'subdomain') return { result: { enabled: false, previews_enabled: false } }
  if (rest === 'secrets') return worker ? { result: [...worker.secrets].map((name) => ({ name })) } : NOT_FOUND
  if (rest === 'settings') return { result: { bindings: worker?.bindings ?? [], tags: [] } }
  if (rest === 'schedules' || rest === 'domains' || rest === 'routes') return { result: {} }
  if (rest === 'deployments' && method === 'POST') {
    const body = JSON.parse(asked.body.toString()) as {
      versions: { version_id: string }[]
      annotations?: Record<string, string>
    }
    const [{ version_id: version } = { version_id: '' }] = body.versions
    const uploaded = worker?.versions.get(version)
    if (!worker || uploaded === undefined) return NOT_FOUND
    worker.deployments.unshift({ version, at: now(), message: body.annotations?.['workers/message'] ?? uploaded })
    return { result: { id: version } }
  }
  if (rest === 'deployments') {
    if (!worker) return NOT_FOUND
    const deployments = worker.deployments.map(({ version, at, message }) => ({
      id: version,
      created_on: at,
      annotations: { 'workers/message': message },
      versions: [{ version_id: version, percentage: 100 }],
    }))
    return { result: { deployments } }
  }
  if (rest === '' && method === 'DELETE') return workers.delete(name) ? { result: null } : NOT_FOUND
  if ((rest === '' && method === 'PUT') || (rest === 'versions' && method === 'POST'))
    return take(asked, name, rest === 'versions', workers)
  return { result: {} }
}

/** One that was made without code, as `wrangler secret put` makes it. */
export function newWorker(...secrets: readonly string[]): WorkerState {
  return { secrets: new Set(secrets), versions: new Map(), deployments: [], bindings: [] }
}

/** An upload: its metadata has the bindings, and secrets among them. */
async function take(
  { body, contentType }: Asked,
  name: string,
  isVersion: boolean,
  workers: Resources['workers'],
): Promise<Said> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
  const metadata = JSON.parse(String(form.get('metadata'))) as {
    bindings: WorkerState['bindings']
    annotations?: Record<string, string>
  }
  const worker = workers.get(name) ?? newWorker()
  workers.set(name, worker)
  worker.bindings = metadata.bindings
  for (const binding of metadata.bindings) if (binding.type === 'secret_text') worker.secrets.add(binding.name)
  const version = crypto.randomUUID()
  const message = metadata.annotations?.['workers/message'] ?? ''
  worker.versions.set(version, message)
  if (!isVersion) worker.deployments.unshift({ version, at: now(), message })
  return {
    result: {
      id: isVersion ? version : name,
      deployment_id: version,
      startup_time_ms: 5,
      etag: 'e',
      resources: { script: { etag: 'e' }, script_runtime: {} },
    },
  }
}

function answerDatabases(asked: Asked, id: string, { databases }: Resources, spare: string[]): Said {
  if (asked.method === 'DELETE') return databases.delete(id) ? { result: null } : NOT_FOUND
  if (asked.method === 'POST') {
    const { name } = JSON.parse(asked.body.toString()) as { name: string }
    const made = spare.shift()
    if (made === undefined) return { status: 400, code: 7406, message: 'Too many databases' }
    databases.set(made, name)
    return { result: { uuid: made, name } }
  }
  const wanted = asked.query.get('name')
  const found = [...databases].filter(([, name]) => wanted === null || name === wanted)
  return { result: found.map(([uuid, name]) => ({ uuid, name })) }
}

function answerNamespaces(asked: Asked, id: string, { namespaces }: Resources): Said {
  if (asked.method === 'DELETE') return namespaces.delete(id) ? { result: null } : NOT_FOUND
  if (asked.method === 'POST') {
    const { title } = JSON.parse(asked.body.toString()) as { title: string }
    const made = `kv-${namespaces.size + 1}-${title}`
    namespaces.set(made, title)
    return { result: { id: made, title } }
  }
  const page = Number(asked.query.get('page') ?? 1)
  return { result: page > 1 ? [] : [...namespaces].map(([id, title]) => ({ id, title })) }
}

function answerBuckets(asked: Asked, name: string, object: string | null, rest: string, { buckets }: Resources): Said {
  const objects = buckets.get(name)
  if (asked.method === 'POST') {
    const made = (JSON.parse(asked.body.toString()) as { name: string }).name
    buckets.set(made, new Set())
    return { result: { name: made } }
  }
  if (!objects) return NOT_FOUND
  if (asked.method === 'DELETE' && object) return objects.delete(object) ? { result: null } : NOT_FOUND
  if (asked.method === 'DELETE') {
    if (objects.size > 0) return { status: 409, code: 10_008, message: 'The bucket you tried to delete is not empty' }
    buckets.delete(name)
    return { result: null }
  }
  if (rest === 'objects') return answerObjects(asked, objects)
  return { result: { name } }
}

/** A page holds at most two, so that a caller must ask for more. */
function answerObjects({ query }: Asked, objects: ReadonlySet<string>): Said {
  const after = query.get('cursor') ?? ''
  const left = [...objects].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort()
  const page = left.slice(0, 2)
  return {
    result: page.map((key) => ({ key, last_modified: '2026-01-01T00:00:00.000Z', size: 1 })),
    result_info: { cursor: page.at(-1) ?? '', is_truncated: left.length > page.length },
  }
}

let clock = Date.parse('2026-11-21T08:00:00Z')

/** Later than the last one. */
function now(): string {
  clock += 1000
  return new Date(clock).toISOString()
}
