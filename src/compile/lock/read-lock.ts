import * as z from 'zod'
import type { Finding } from '../diagnostics/diagnostic.ts'
import { checkLock, LOCK_FILE } from '../schema/files/lock-format.ts'

const facts = z.record(z.string(), z.unknown())
const cache = z.object({ ttl: z.number(), staleWhileRevalidate: z.number().optional() }).nullable()

const collection = z.object({
  access: facts,
  fields: z.record(z.string(), z.looseObject({ type: z.string() })),
  drafts: z.boolean(),
  preview: z.string().optional(),
  indexes: z.array(z.array(z.string())),
  search: z.array(z.string()),
  singleton: z.boolean(),
  slugField: z.string().nullable(),
  titleField: z.string().nullable(),
  trash: z.object({ days: z.number() }).nullable().default(null),
  url: z.string().optional(),
  versions: z.number(),
})

const columns = z.record(z.string(), z.array(z.string())).default({})

const plugin = z.object({
  accessTables: z.array(z.string()).default([]),
  accountColumns: columns,
  collectionColumns: columns,
  cron: z.record(z.string(), z.number()).default({}),
  documentPanels: z.record(z.string(), z.object({ access: z.unknown(), place: z.string() })).default({}),
  dashboardSections: z.record(z.string(), z.object({ access: z.unknown() })).default({}),
  dependencies: z.array(z.string()),
  environments: z.array(z.string()).nullable(),
  essential: z.boolean(),
  middleware: z.boolean().default(false),
  opens: z.record(z.string(), z.enum(['true', 'false', 'more', 'less', 'other'])).default({}),
  queues: z.array(z.string()).default([]),
  keptTables: z.array(z.string()).default([]),
  secretColumns: columns,
  secrets: z.record(z.string(), z.object({ required: z.boolean(), generate: z.boolean() })),
  services: z.array(z.string()).default([]),
  settings: z.record(z.string(), facts),
  version: z.string(),
})

/** Hashes by name, after the package and its version if the code is installed; absent in older locks. */
const code = z.object({
  hooks: z.record(z.string(), z.string()),
  lintel: z.string(),
  plugins: z.record(z.string(), z.string()),
  worker: z.string().optional(),
})

const lock = z.object({
  name: z.string(),
  code: code.optional(),
  collections: z.record(z.string(), collection),
  cors: facts,
  environments: z.record(z.string(), facts),
  hooks: z.record(z.string(), z.array(z.string())),
  plugins: z.record(z.string(), plugin),
  locales: z.object({ default: z.string(), fallback: z.record(z.string(), z.array(z.string())) }).optional(),
  roleLocales: z.record(z.string(), z.array(z.string())).optional(),
  roles: z.record(z.string(), z.array(z.string())),
  routes: z.record(
    z.string(),
    z.object({
      access: z.unknown(),
      cache: cache.optional(),
      plugin: z.string().optional(),
      readOnly: z.literal(true).optional(),
    }),
  ),
  schema: z.record(z.string(), z.union([z.string(), facts])),
  slowRequests: z.record(z.string(), z.number()),
  auditRetention: z.number().optional(),
  worker: facts.optional(),
})

/** A parsed lock. */
export type Lock = Readonly<z.infer<typeof lock>>
export type LockCollection = Lock['collections'][string]
/** A field's type and options, without texts for people. */
export type LockField = LockCollection['fields'][string]

/** Empty lock of a project that has none yet. */
export const EMPTY_LOCK: Lock = {
  name: '',
  collections: {},
  cors: {},
  environments: {},
  hooks: {},
  plugins: {},
  roles: {},
  routes: {},
  schema: {},
  slowRequests: {},
}

/** Tells whether a lock is empty, as before the first build: every other lock has environments. */
export function isNew(base: Lock): boolean {
  return Object.keys(base.environments).length === 0
}

/** Parses a lock, or reports why it cannot be trusted: conflict markers, a newer format, manual edits. */
export function readLock(text: string): { readonly lock: Lock } | { readonly finding: Finding } {
  const [finding] = checkLock(text)
  if (finding) return { finding }
  const parsed = lock.safeParse(JSON.parse(text))
  if (parsed.success) return { lock: parsed.data }
  const [issue] = parsed.error.issues
  return {
    finding: {
      code: 'lock-corrupt',
      message: `The lock was edited by hand: ${issue?.path.join('.') ?? 'it'} does not have the form that \`cms build\` writes.`,
      at: { file: LOCK_FILE },
    },
  }
}
