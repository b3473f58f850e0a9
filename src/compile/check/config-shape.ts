import * as z from 'zod'
import type { AdminPage } from '../../config/admin-page.ts'
import type { BucketFiles } from '../../config/bucket-files.ts'
import type { CacheRule } from '../../config/cache.ts'
import type { Collection } from '../../config/collection.ts'
import type { Config, DeployTarget, Locales } from '../../config/config.ts'
import type { DashboardSection } from '../../config/dashboard-section.ts'
import type { DocumentPanel } from '../../config/document-panel.ts'
import { ERRORS } from '../../config/errors.ts'
import type { BeforeEventName, EventName } from '../../config/hooks.ts'
import type { PluginSpec } from '../../config/plugin.ts'
import type { PluginAdmin } from '../../config/plugin-admin.ts'
import type { PluginData, ReferenceTarget, SampleData, UploadRoutes } from '../../config/plugin-data.ts'
import type { PluginHttp } from '../../config/plugin-http.ts'
import type {
  AddressNeed,
  CronJob,
  PluginOperations,
  QueueConsumer,
  ServiceNeed,
} from '../../config/plugin-operations.ts'
import type { Route } from '../../config/route.ts'
import { text } from '../../ground/text.ts'

type Shape<T> = { readonly [Key in keyof T]-?: z.ZodType }

const aFunction = z.custom((value) => typeof value === 'function', { error: 'a function' })
const anObject = z.custom((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
  error: 'an object',
})
const anything = z.unknown()
const reason = z.string().min(1)
const aFolder = z.string().regex(/^[^/]+\/$/, { error: 'a folder, such as files/' })

/**
 * Maximum length of a service's name, so that a bucket's name fits after adding an environment and `-media` (R2: 63
 * characters).
 */
const MAX_SERVICE_NAME = 40

/** Maximum number of seconds. HTTP supports no more (RFC 9111, section 1.2.2). */
const MAX_SECONDS = 2 ** 31

const seconds = z.int().min(0).max(MAX_SECONDS)

const cacheRule = z.strictObject({
  ttl: seconds,
  staleWhileRevalidate: seconds.optional(),
} satisfies Shape<CacheRule>)

const serviceName = z
  .string()
  .max(MAX_SERVICE_NAME)
  .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, {
    error: 'lower-case letters, digits and single hyphens, starting with a letter',
  })

const resourceName = z
  .string()
  .min(3)
  .max(63)
  .regex(/^[a-z0-9][a-z0-9-]*[a-z0-9]$/, { error: 'lower-case letters, digits and hyphens' })

const host = z.string().regex(/^(?=.{1,253}$)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/, {
  error: 'a host name without a scheme or a path, such as cms.example.com',
})

const featureName = z.string().regex(/^[a-z][a-zA-Z0-9]{0,39}$/, { error: 'a name in camel case, such as newEditor' })

const absolutePath = z.string().regex(/^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._-]+)+$/, {
  error: 'an absolute path of letters, digits, dots, hyphens and underscores, without `.` or `..` as a folder',
})

const oneLine = z
  .string()
  .min(1)
  .regex(/^[^\n\r\0]*$/, { error: 'one line' })

const deployTarget = z.strictObject({
  folder: absolutePath,
  ssh: z
    .string()
    .regex(/^(?:[A-Za-z0-9_][\w.-]*@)?[A-Za-z0-9][\w.:-]*$/, { error: 'an SSH host, such as deploy@cms.example.com' })
    .optional(),
  data: absolutePath.optional(),
  reload: oneLine.optional(),
} satisfies Shape<DeployTarget>)

const environment = z.strictObject({
  host: z.enum(['cloudflare', 'node']).optional(),
  deploy: deployTarget.optional(),
  domain: host.optional(),
  database: resourceName.optional(),
  bucket: resourceName.optional(),
  kv: z.string().min(1).optional(),
  vars: z.record(z.string(), z.string()).optional(),
  features: z.record(featureName, z.boolean()).optional(),
  cdnDomain: host.optional(),
  imagesAccountId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'the account hash that the Cloudflare Images dashboard shows' })
    .optional(),
  images: z.boolean().optional(),
  queue: resourceName.optional(),
  serverTiming: z.enum(['all', 'admins', 'off']).optional(),
  analytics: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, { error: 'letters, digits and underscores, starting with a letter' })
    .optional(),
  mcp: z.boolean().optional(),
  migrations: z.enum(['apply', 'check', 'off']).optional(),
  plugins: z.record(z.string(), z.record(z.string(), anything)).optional(),
})

const cors = z.strictObject({
  origins: z.union([z.literal('*'), z.array(z.string())]),
  credentials: z.boolean().optional(),
  /** Lifetime of preflight responses. Browsers cap it at a day (Fetch standard: Firefox 86,400 s, Chromium 7,200 s). */
  maxAge: z.int().min(0).max(86_400).optional(),
})

const locale = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, { error: 'a language tag such as en or pt-BR' })

const locales = z.strictObject({
  default: locale,
  others: z.array(locale).max(30),
  fallback: z.record(z.string(), z.string()).optional(),
  renamedFrom: z.record(z.string(), locale).optional(),
  dropped: z.record(locale, reason).optional(),
} satisfies Shape<Locales>)

const slowPrefix = z.string().startsWith('/', { error: "a path that starts with '/'" })

export const configShape = z.strictObject({
  name: serviceName,
  collections: z.array(anything),
  plugins: z.array(anything).optional(),
  environments: z.record(z.string(), environment),
  roles: z
    .record(
      z.string(),
      z.strictObject({ permissions: z.array(z.string()), locales: z.array(z.string()).min(1).optional() }),
    )
    .optional(),
  cors: cors.optional(),
  locales: locales.optional(),
  slowRequests: z.record(slowPrefix, z.number().positive()).optional(),
  auditRetention: z.int().min(1).max(3650).optional(),
  dropped: z.record(z.string(), reason).optional(),
  lossy: z.record(z.string(), reason).optional(),
} satisfies Shape<Config>)

export const collectionShape = z.strictObject({
  name: z.string(),
  label: text.optional(),
  description: text.optional(),
  drafts: z.union([z.boolean(), z.strictObject({ off: z.enum(['publish', 'trash']) })]).optional(),
  singleton: z.boolean().optional(),
  search: z.array(z.string()).optional(),
  access: z
    .strictObject({
      read: anything.optional(),
      create: anything.optional(),
      update: anything.optional(),
      delete: anything.optional(),
    })
    .optional(),
  fields: z.record(z.string(), anything),
  indexes: z.array(z.array(z.string()).min(1)).optional(),
  cache: cacheRule.optional(),
  preview: z.string().max(2000).optional(),
  url: z.string().max(2000).optional(),
  versions: z.int().min(1).max(1000).optional(),
  trash: z.union([z.literal(false), z.strictObject({ days: z.int().min(1).max(365).optional() })]).optional(),
  renamedFrom: z.string().min(1).optional(),
  dropped: z.record(z.string(), reason).optional(),
  lossy: z.record(z.string(), reason).optional(),
} satisfies Shape<Collection>)

const hook = aFunction.optional()

const hooks = z.strictObject({
  'auth:login': hook,
  'auth:logout': hook,
  'request:start': hook,
  'media:upload': hook,
  'media:delete': hook,
  'content:save': hook,
  'content:update': hook,
  'content:delete': hook,
  'content:restore': hook,
  'content:draft': hook,
  'content:purge': hook,
  'user:update': hook,
  'before:content:save': hook,
  'before:content:delete': hook,
  'before:media:delete': hook,
} satisfies Shape<Record<EventName | BeforeEventName, unknown>>)

const secretNeed = z.strictObject({
  required: z.boolean().optional(),
  generate: z.boolean().optional(),
  description: z.string().min(1),
})

const adminPath = z.string().startsWith('/admin/', { error: "a path that starts with '/admin/'" })
const adminPage = z.strictObject({
  path: adminPath,
  label: z.string().min(1).max(40),
  icon: z.string().optional(),
  group: z.enum(['content', 'people', 'system']).optional(),
  order: z.int().optional(),
  access: anything,
  pages: z.array(z.strictObject({ path: adminPath, label: z.string().min(1).max(40) })).optional(),
  render: aFunction.optional(),
} satisfies Shape<AdminPage>)

const documentPanel = z.strictObject({
  label: z.string().min(1).max(40),
  place: z.enum(['top', 'side', 'below']),
  order: z.int().optional(),
  access: anything,
  render: aFunction,
} satisfies Shape<DocumentPanel>)

const dashboardSection = z.strictObject({
  label: z.string().min(1).max(40),
  order: z.int().optional(),
  access: anything,
  render: aFunction,
  planned: aFunction.optional(),
} satisfies Shape<DashboardSection>)

const partName = z.string().regex(/^[a-z][A-Za-z0-9]*$/, { error: 'a camelCase name' })

const MINUTES_A_DAY = 1440

const cronJob = z.strictObject({
  everyMinutes: z
    .int()
    .min(1)
    .refine((minutes) => MINUTES_A_DAY % minutes === 0, {
      error: 'a divisor of 1440, the number of minutes in a day, such as 5, 15 or 60',
    }),
  run: aFunction,
} satisfies Shape<CronJob>)

/** Matches a version, with the expression that https://semver.org suggests. */
const SEMVER =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/

const uploadRoutes = z.strictObject({
  upload: z.string(),
  describe: z.string().optional(),
} satisfies Shape<UploadRoutes>)

const pluginData = z.strictObject({
  tables: z.record(z.string(), anObject).optional(),
  secretColumns: z.record(z.string(), z.array(z.string())).optional(),
  collectionColumns: z.record(z.string(), z.array(z.string())).optional(),
  accountColumns: z.record(z.string(), z.array(z.string())).optional(),
  accessTables: z.array(z.string()).optional(),
  keptTables: z.array(z.string()).optional(),
  targets: z
    .record(
      z.string(),
      z.strictObject({
        schema: anything,
        read: aFunction,
        shows: z.record(z.string(), z.array(z.string())),
        refuses: aFunction.optional(),
        uploads: uploadRoutes.optional(),
      } satisfies Shape<ReferenceTarget>),
    )
    .optional(),
  fieldTypes: z.array(anObject).optional(),
  imported: aFunction.optional(),
  sampleData: z.strictObject({ make: aFunction, clear: aFunction } satisfies Shape<SampleData>).optional(),
  integrity: z.array(z.strictObject({ problem: z.string(), sql: z.string() })).optional(),
  bucketFiles: z
    .strictObject({
      folder: aFolder,
      others: z.array(aFolder),
      names: z.string(),
      files: z.string(),
      unsettled: z.string(),
      elsewhere: z.record(z.string(), anything),
      sweep: z.string(),
    } satisfies Shape<BucketFiles>)
    .optional(),
} satisfies Shape<PluginData>)

const pluginHttp = z.strictObject({
  routes: z.record(z.string(), anObject).or(aFunction).optional(),
  middleware: z.array(aFunction).optional(),
  hooks: hooks.optional(),
} satisfies Shape<PluginHttp>)

const pluginAdmin = z.strictObject({
  pages: z.record(z.string(), adminPage).optional(),
  documentPanels: z.record(partName, documentPanel).optional(),
  dashboardSections: z.record(partName, dashboardSection).optional(),
  messages: z
    .record(z.string().regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, { error: 'a language tag, such as de or pt-BR' }), aFunction)
    .optional(),
} satisfies Shape<PluginAdmin>)

const pluginOperations = z.strictObject({
  opens: z.record(z.string(), z.enum(['true', 'false', 'more', 'less', 'other'])).optional(),
  admits: z.record(z.string(), z.string()).optional(),
  secrets: z.record(z.string(), secretNeed).optional(),
  optionalSecrets: aFunction.optional(),
  tellsAddress: aFunction.optional(),
  needs: z
    .array(
      z.strictObject({
        service: z.string(),
        settings: z.record(z.string(), anything),
        problem: z.string(),
        remedy: z.string(),
      } satisfies Shape<ServiceNeed>),
    )
    .optional(),
  reaches: z
    .array(
      z.strictObject({
        setting: z.string(),
        property: z.string(),
        path: z.string().startsWith('/', { error: "a path that starts with '/'" }),
        same: z.string(),
        kind: z.string(),
      } satisfies Shape<AddressNeed>),
    )
    .optional(),
  cron: z.record(z.string().regex(/^[a-z][A-Za-z0-9]*$/, { error: 'a camelCase name' }), cronJob).optional(),
  queues: z
    .record(
      z.string().regex(/^[a-z][A-Za-z0-9]*$/, { error: 'a camelCase name' }),
      z.strictObject({ run: aFunction } satisfies Shape<QueueConsumer>),
    )
    .optional(),
  install: aFunction.optional(),
  autoMigration: aFunction.optional(),
  observe: aFunction.optional(),
  trace: aFunction.optional(),
} satisfies Shape<PluginOperations>)

export const pluginShape = z.strictObject({
  name: z
    .string()
    .max(60)
    .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, {
      error: 'lower-case letters, digits and single hyphens, starting with a letter',
    }),
  version: z.string().regex(SEMVER, { error: 'a semantic version, such as 1.0.0' }),
  description: z.string().optional(),
  dependencies: z.array(z.string()).optional(),
  environments: z.array(z.string()).min(1).optional(),
  essential: z.boolean().optional(),
  services: z.record(z.string(), aFunction).optional(),
  settings: anything.optional(),
  environmentDefaults: z.record(z.string(), anObject).optional(),
  checkSettings: aFunction.optional(),
  data: pluginData.optional(),
  http: pluginHttp.optional(),
  admin: pluginAdmin.optional(),
  operations: pluginOperations.optional(),
} satisfies Shape<PluginSpec>)

export const routeShape = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  path: z.string(),
  access: anything.optional(),
  input: z
    .strictObject({
      body: anObject.optional(),
      json: anObject.optional(),
      form: anObject.optional(),
      query: anObject.optional(),
    })
    .optional(),
  cache: cacheRule.optional(),
  audit: z.boolean().optional(),
  whilePending: z.boolean().optional(),
  body: z.strictObject({ type: z.string(), schema: anything }).optional(),
  summary: z.string().optional(),
  responses: z.record(z.string().regex(/^[1-5]\d\d$/, { error: 'a status code' }), anything).optional(),
  problems: z.array(z.enum(Object.keys(ERRORS), { error: 'an error code' })).optional(),
  readOnly: z.boolean().optional(),
  returns: anything.optional(),
  load: aFunction.optional(),
  act: aFunction.optional(),
  status: z.union([z.literal(201), z.literal(202)]).optional(),
  page: aFunction.optional(),
  fragment: aFunction.optional(),
  to: z.union([z.string(), aFunction]).optional(),
  toStatus: z.literal(302).optional(),
  again: z.union([aFunction, anObject]).optional(),
  ahead: aFunction.optional(),
  handler: aFunction.optional(),
} satisfies Shape<Route>)
