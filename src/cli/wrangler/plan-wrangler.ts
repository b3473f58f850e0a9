import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { ASSETS_BINDING, ASSETS_FOLDER, RUN_WORKER_FIRST } from '../../compile/assets-folder.ts'
import type { Config } from '../../config/config.ts'
import type { ManifestEnvironment } from '../../manifest/index.ts'
import { Failure } from '../failure.ts'
import type { DeclaredBefore } from './declared-before.ts'
import { addTomlEntry, setToml, type TomlValue } from './edit-toml.ts'
import { removeUndeclared } from './remove-undeclared.ts'
import { routesReference } from './routes-reference.ts'
import type { TomlPath } from './toml-index.ts'
import {
  isWorkersDev,
  OLDEST_COMPATIBILITY_DATE,
  parseWrangler,
  type WranglerBindings,
  type WranglerFile,
} from './wrangler-file.ts'

/** Input from which `wrangler.toml` is made. */
export interface WranglerSource {
  readonly root: string
  readonly config: Pick<Config, 'name' | 'environments'>
  /** Environments of the manifest, with every variable that the worker gets. */
  readonly environments: { readonly [name: string]: Pick<ManifestEnvironment, 'name' | 'vars'> }
  /**
   * Earlier declarations of the config, by environment. Entries that were written for a declaration that no longer
   * exists are removed.
   */
  readonly before?: Readonly<Record<string, readonly DeclaredBefore[]>>
}

/** Schedule on which documents are published and the jobs of plugins run. */
const EVERY_MINUTE = '* * * * *'

/**
 * Returns the text of `wrangler.toml` with everything that the config's environments need: bindings, variables, routes,
 * crons, queues and assets. Entries that the config no longer declares are removed. All other contents stay the same:
 * comments, order, ids of resources, additions by others.
 * @param text current text; empty for a new file
 * @throws Failure if the file is invalid, or if its layout cannot be edited
 */
export function planWrangler(text: string, source: WranglerSource): string {
  let now = text
  const editor: Editor = {
    file: () => parseWrangler(now),
    set: (path, value) => {
      now = setToml(now, path, value)
    },
    add: (path, entry) => {
      now = addTomlEntry(now, path, entry)
    },
  }
  try {
    planWorker(editor, source)
    // Development comes first: the top level must be complete before other sections begin.
    const names = Object.keys(source.environments)
      .filter((name) => source.config.environments[name]?.host !== 'node')
      .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    for (const name of names) planEnvironment(editor, source, name)
    for (const name of names) now = withoutUndeclared(now, source, name)
    parse(now)
    return now
  } catch (error) {
    if (error instanceof Failure && text === now) throw error
    throw new Failure('The layout of wrangler.toml cannot be updated automatically.', {
      hint: 'Give each environment its own section: [env.production], [[env.production.d1_databases]].',
    })
  }
}

function withoutUndeclared(text: string, { config, environments, before = {} }: WranglerSource, name: string): string {
  const { vars = {} } = environments[name] ?? {}
  const { domain, images, analytics, queue } = config.environments[name] ?? {}
  const declared = { vars, domain, images, analytics, queue }
  return (before[name] ?? []).reduce((left, known) => removeUndeclared(left, name, known, declared), text)
}

const ORDER = ['development', 'preview', 'production']

function rank(name: string): number {
  const index = ORDER.indexOf(name)
  return index === -1 ? ORDER.length : index
}

interface Editor {
  file(): WranglerFile
  set(path: TomlPath, value: TomlValue): void
  add(path: TomlPath, entry: Readonly<Record<string, TomlValue>>): void
}

function planWorker({ file, set }: Editor, { root, config }: WranglerSource): void {
  const { name, main, compatibility_date: date, assets } = file()
  if (name === undefined) set(['name'], `${config.name}-development`)
  const entry = ['src/worker.ts', 'worker.ts'].find((path) => existsSync(join(root, path)))
  if (main === undefined && entry !== undefined) set(['main'], entry)
  if (date === undefined || date < OLDEST_COMPATIBILITY_DATE) set(['compatibility_date'], OLDEST_COMPATIBILITY_DATE)
  if (assets.directory === undefined || join(root, assets.directory) !== join(root, ASSETS_FOLDER))
    set(['assets', 'directory'], ASSETS_FOLDER)
  if (assets.binding !== ASSETS_BINDING) set(['assets', 'binding'], ASSETS_BINDING)
  if (!routesReference(assets.run_worker_first)) set(['assets', 'run_worker_first'], [...RUN_WORKER_FIRST])
}

function planEnvironment(editor: Editor, source: WranglerSource, name: string): void {
  const isTop = name === 'development'
  const scope: TomlPath = isTop ? [] : ['env', name]
  const section: Section = {
    editor,
    scope,
    bindings: () => (isTop ? editor.file() : editor.file().env[name]) ?? parseWrangler('').env[name],
  }
  if (!isTop && section.bindings()?.name === undefined) editor.set([...scope, 'name'], `${source.config.name}-${name}`)
  planRoute(section, source, name)
  planCrons(section, isTop)
  for (const [key, value] of Object.entries({ ENVIRONMENT: name, ...source.environments[name]?.vars })) {
    if (textOf(section.bindings()?.vars[key]) !== value) editor.set([...scope, 'vars', key], value)
  }
  planStores(section, source, name)
  planExtras(section, source, name)
}

interface Section {
  readonly editor: Editor
  readonly scope: TomlPath
  readonly bindings: () => WranglerBindings | undefined
}

function planRoute({ editor, scope, bindings }: Section, { config }: WranglerSource, name: string): void {
  const { domain } = config.environments[name] ?? {}
  if (domain === undefined || name === 'development') return
  if (isWorkersDev(domain)) {
    if (bindings()?.workers_dev !== true) editor.set([...scope, 'workers_dev'], true)
    return
  }
  const routes = bindings()?.routes ?? []
  const patterns = routes.map((route) => (typeof route === 'string' ? route : route.pattern))
  if (patterns.some((pattern) => pattern.split('/')[0] === domain)) return
  const route = { pattern: domain, custom_domain: true }
  if (routes.length === 0) editor.set([...scope, 'routes'], [route])
  else editor.add([...scope, 'routes'], route)
}

/** Adds the cron trigger. An environment without its own triggers has those of the top level. */
function planCrons({ editor, scope, bindings }: Section, isTop: boolean): void {
  const { crons } = bindings()?.triggers ?? {}
  if (crons === undefined ? !isTop : crons.includes(EVERY_MINUTE)) return
  editor.set([...scope, 'triggers', 'crons'], [...(crons ?? []), EVERY_MINUTE])
}

function planStores(section: Section, { config }: WranglerSource, name: string): void {
  const { database, bucket, kv } = config.environments[name] ?? {}
  const resource = `${config.name}-${name}`
  // In development, an id may be any name. Elsewhere Cloudflare assigns the id, and the person who creates the resource
  // must add it to the file.
  const local = name === 'development'
  planEntry(section, 'd1_databases', 'DB', {
    always: { database_name: database ?? resource },
    initially: { ...(local && { database_id: resource }), migrations_dir: 'migrations' },
  })
  planEntry(section, 'kv_namespaces', 'CACHE_KV', {
    always: kv === undefined ? {} : { id: kv },
    initially: local && kv === undefined ? { id: resource } : {},
  })
  planEntry(section, 'r2_buckets', 'MEDIA_BUCKET', {
    always: { bucket_name: bucket ?? `${resource}-media` },
    initially: {},
  })
}

function planExtras(section: Section, { config }: WranglerSource, name: string): void {
  const { images, analytics, queue } = config.environments[name] ?? {}
  const { editor, scope, bindings } = section
  if (images && bindings()?.images?.binding === undefined) editor.set([...scope, 'images', 'binding'], 'IMAGES')
  if (analytics !== undefined)
    planEntry(section, 'analytics_engine_datasets', 'ANALYTICS', { always: { dataset: analytics }, initially: {} })
  if (queue !== undefined) planQueue(section, queue)
}

/** Adds the queue, or changes its name. The worker both fills and empties it, with the work of all plugins. */
function planQueue({ editor, scope, bindings }: Section, queue: string): void {
  const { producers = [], consumers = [] } = bindings()?.queues ?? {}
  const position = producers.findIndex(({ binding }) => binding === 'QUEUE')
  if (position === -1) editor.add([...scope, 'queues', 'producers'], { binding: 'QUEUE', queue })
  else if (producers[position]?.queue !== queue) editor.set([...scope, 'queues', 'producers', position, 'queue'], queue)
  if (!consumers.some((consumer) => consumer.queue === queue)) {
    editor.add([...scope, 'queues', 'consumers'], { queue })
  }
}

interface Entry {
  /** Values that the config declares. */
  readonly always: Readonly<Record<string, string>>
  /** Additional values of a new entry. */
  readonly initially: Readonly<Record<string, string>>
}

type ListName = 'd1_databases' | 'kv_namespaces' | 'r2_buckets' | 'analytics_engine_datasets'

function planEntry({ editor, scope, bindings }: Section, list: ListName, binding: string, entry: Entry): void {
  const path = [...scope, list]
  const entries: readonly Readonly<Record<string, unknown>>[] = bindings()?.[list] ?? []
  const position = entries.findIndex((known) => known.binding === binding)
  if (position === -1) {
    editor.add(path, { binding, ...entry.always, ...entry.initially })
    return
  }
  for (const [key, value] of Object.entries(entry.always)) {
    if (entries[position]?.[key] !== value) editor.set([...path, position, key], value)
  }
}

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value)
}
