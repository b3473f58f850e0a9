/** `lintel/kit`: everything that a plugin's handlers, hooks and services use at request time. */
import type { ExecutionContext } from 'hono'
import type * as z from 'zod'
import type { SampleData } from '../config/plugin-data.ts'
import type { RequestContext } from '../config/request.ts'
import type { GenerationNumbers } from '../config/response-cache.ts'
import { inLanguage } from '../manifest/in-language.ts'
import type {
  Access,
  Manifest,
  ManifestCollection,
  ManifestEnvironment,
  ManifestField,
  Migration,
  MigrationHead,
  Program,
} from '../manifest/index.ts'
import { asDeclared } from '../manifest/localized.ts'
import type { DescribedCollection } from '../manifest/reference/reference-parts.ts'
import { language } from '../messages/translate.ts'
import { type Caller, type Decision, decide } from './access/access.ts'
import type { BackupDatabase, BackupOrigin, BackupText, Dump, ReplacedRows, RowsCompared } from './backup/index.ts'
import { HttpError } from './common/errors.ts'
import { type LogLevel, type LogRecord, writeRedactedLog } from './common/log.ts'
import { describedTo } from './described/described-collections.ts'
import type { Reference } from './described/described-reference.ts'
import { showsField } from './described/shown-field.ts'
import { generationsOf } from './freshness/generations.ts'
import { inBackground } from './isolate/background.ts'
import { runtimeOf, type WithEnv } from './isolate/runtime.ts'

export type { EventName, Hook, HookEvent } from '../config/hooks.ts'
export type { Bindings, RequestContext, RequestUser, RequestVariables } from '../config/request.ts'
export { isNamedLikeSecret } from '../config/secret-columns.ts'
export { covers } from '../ground/covers.ts'
export { insideOf, layersOf } from '../ground/inside-schema.ts'
export { isOfPlatform, whereOrdinary } from '../ground/internal-tables.ts'
export { literal, quote } from '../ground/sql.ts'
export { sqlText } from '../ground/sql-text.ts'
export {
  closingOf,
  isKeyword,
  isName,
  isSign,
  type Token as SqlToken,
  tokenize as tokenizeSql,
} from '../ground/sql-tokens.ts'
export { PUBLISHED_LOCALES, variantName } from '../ground/variants.ts'
export { wordsIn } from '../ground/words.ts'
export { detachStatements, withValues } from '../manifest/detach-statements.ts'
export type {
  Access,
  Manifest,
  ManifestCollection,
  ManifestEnvironment,
  ManifestField,
  ManifestPlugin,
  Migration,
  MigrationHead,
} from '../manifest/index.ts'
export type { DescribedCollection } from '../manifest/reference/reference-parts.ts'
export { message } from '../messages/messages.ts'
export { language, t, tn } from '../messages/translate.ts'
export type { Decision, Filled } from './access/access.ts'
export { requireOwnOrigin } from './access/csrf.ts'
export { signInPath } from './access/enforce.ts'
export { expandPermissions } from './access/expand-permissions.ts'
export { documentPanelsFor, partsFor, type ShownPanel, type ShownPart } from './access/parts-for.ts'
export { hasPermission, permissionsOf } from './access/permissions.ts'
export { actAs } from './accounts/act-as.ts'
export { isApiToken, newApiToken } from './accounts/api-token.ts'
export {
  type AccountService,
  type AuthService,
  authService,
  type NewAccount,
  type TokenManager,
  type TokenPayload,
  tokenManager,
} from './accounts/auth-services.ts'
export {
  hashPassword,
  isOutdatedHash,
  pretendToVerifyPassword,
  verifyPassword,
} from './accounts/password-hash.ts'
export { PASSWORD_LENGTH, passwordErrors } from './accounts/password-rules.ts'
export { permissionManager, type UserPermissions } from './accounts/permission-manager.ts'
export {
  type Attempt,
  addressKey,
  countRequest,
  failAttempt,
  forgiveStatement,
  type RateLimit,
  takeAttempt,
} from './accounts/rate-limit.ts'
export { removeAccount } from './accounts/remove-account.ts'
export { type Seal, sealFor } from './accounts/seal.ts'
export { type AuditEntry, audit, auditStatement } from './audit/audit.ts'
export { auditLog } from './audit/table.ts'
export type { BackupDatabase, BackupOrigin, BackupText, Dump, ReplacedRows, RowsCompared } from './backup/index.ts'
export { bootstrapMiddleware } from './bootstrap/bootstrap.ts'
export { readMigrations, runMigrations } from './bootstrap/of-service.ts'
export {
  type CheckedDocument,
  checkDocument,
  checkFields,
  storeDocuments,
  type WholeDocument,
} from './collections/bulk/store-documents.ts'
export { type Cursor, type CursorKey, ID_KEY, readCursor, writeCursor } from './collections/list/cursor.ts'
export { readableIds, readableUses, type Use } from './collections/list/readable-ids.ts'
export {
  type DocumentSearch,
  type FoundDocument,
  type FoundDocuments,
  searchDocuments,
} from './collections/list/search-documents.ts'
export { contentLanguage, type Locale, localeOf } from './collections/locale/locale.ts'
export { revisionTag } from './collections/request/etag.ts'
export type { DocumentName, PublicationRefusal } from './collections/together/prepare-publications.ts'
export {
  MAX_TOGETHER,
  type PublishedTogether,
  publicationRefusals,
  publishTogether,
} from './collections/together/publish-together.ts'
export { ownLocales } from './collections/translations/own-locales.ts'
export { type Translations, translationsOf } from './collections/translations/translations.ts'
export { refusedObjects } from './collections/write/chosen-objects.ts'
export { clientAddress } from './common/client-address.ts'
export { ERRORS, type ErrorCode, type FieldError, HttpError, type HttpErrorOptions } from './common/errors.ts'
export { randomToken, sha256 } from './common/hash.ts'
export { htmlPage } from './common/html-page.ts'
export type { LogLevel, LogRecord } from './common/log.ts'
export { ownPath } from './common/own-path.ts'
export { uuidv7 } from './common/uuidv7.ts'
export { isDatabaseAway, type Statement } from './database/database.ts'
export { insertRow } from './database/insert-row.ts'
export { prepared } from './database/prepared.ts'
export * as coreTables from './database/tables.ts'
export { users } from './database/tables.ts'
export { DEADLINES, during, inTime } from './deadlines/deadline.ts'
export type { Reference } from './described/described-reference.ts'
export { canEditSources, editSources } from './host/development.ts'
export { readJson } from './input/body.ts'
export { formValues, isForm, readForm } from './input/form.ts'
export { type Checked, checkValue } from './input/validation-errors.ts'
export { knownOrigin, ownOrigin } from './isolate/own-origin.ts'
export { featuresOf, imageDeliveryUrl, isFeatureOn } from './isolate/public-variables.ts'
export { readAsset } from './isolate/read-asset.ts'
export { runStatements } from './isolate/run-statements.ts'
export type { WithEnv } from './isolate/runtime.ts'
export { availableLanguages } from './messages/languages.ts'
export { cacheHeaders } from './middleware/cache-headers.ts'
export { LANGUAGE_COOKIE } from './middleware/language.ts'
export { loggingMiddleware } from './middleware/logging.ts'
export { performanceLoggingMiddleware } from './middleware/performance-logging.ts'
export { securityHeaders } from './middleware/security-headers.ts'
export { securityLoggingMiddleware } from './middleware/security-logging.ts'
export type { Applied, MigrationDrift, ShownStatus as MigrationStatus } from './migrations/index.ts'
export { isSchemaExact, ledgerGuard } from './migrations/schema-state.ts'
export { type TouchedTable, touchedTables } from './migrations/touched-tables.ts'
export { afterResponse } from './monitoring/after-response.ts'
export { askBefore, type EventPayload, emit } from './plugins/hooks.ts'
export { enqueue } from './plugins/queue.ts'
export { findService, serviceOf } from './plugins/services.ts'
export { secretOf, settingsOf } from './plugins/settings.ts'
export { warmResponses } from './response-cache/warm.ts'
export { type ApiCall, type ApiResponse, callApi, refusalIn } from './router/call-api.ts'
export { validate } from './router/input.ts'
export {
  optionalAuth,
  requireActivePlugin,
  requireAuth,
  requirePermission,
  requireRole,
} from './router/require.ts'

/** Tells whether deleted documents of a collection can be restored. */
export function hasTrash(c: WithEnv, collection: string | undefined): boolean {
  return manifestOf(c).collections.some(({ name, trash }) => name === collection && trash !== null)
}

/**
 * Returns the data of the compiled program: collections, plugins, routes, roles. Labels are in the user's language.
 * Fields are the declared ones, without their variants for other locales.
 */
export function manifestOf(c: WithEnv): Manifest {
  return asDeclared(storedManifestOf(c))
}

/**
 * Returns the data of the compiled program with all fields, including the variants that hold values of other locales
 * (`title@de`), for code that reads stored values.
 */
export function storedManifestOf(c: WithEnv): Manifest {
  return inLanguage(runtimeOf(c).program.manifest, language())
}

/**
 * Returns the path at which browsers load a file of the admin: `admin.css`.
 * @throws Error for an unknown name
 */
export function assetPath(c: WithEnv, name: string): string {
  const path = runtimeOf(c).program.assets[name]
  if (path === undefined) throw new Error(`there is no asset ${name}: run npm ci, or npm run dependencies`)
  return path
}

/** Returns the sample data of active plugins, in order. */
export async function activeSampleData(
  c: RequestContext,
): Promise<readonly { plugin: string; sampleData: SampleData }[]> {
  const { plugins, program, activity } = runtimeOf(c)
  const having = plugins.flatMap((plugin) => {
    const sampleData = program.plugins[plugin]?.data?.sampleData
    return sampleData ? [{ plugin, sampleData }] : []
  })
  const isActive = await Promise.all(having.map(({ plugin }) => activity.isActive(plugin)))
  return having.filter((_, index) => isActive[index])
}

/** Returns the names of the active plugins: those of this environment that are not turned off. */
export async function activePlugins(c: RequestContext): Promise<ReadonlySet<string>> {
  const { plugins, activity } = runtimeOf(c)
  const isActive = await Promise.all(plugins.map((plugin) => activity.isActive(plugin)))
  return new Set(plugins.filter((_, index) => isActive[index]))
}

/** Returns the environment that the worker runs in, with its settings. */
export function environmentOf(c: WithEnv): ManifestEnvironment {
  return runtimeOf(c).environment
}

/** Permanently deletes documents whose time in the trash has expired, a limited number per call. */
export async function emptyTrash(c: RequestContext): Promise<void> {
  const trash = await import('./collections/trash/purge.ts')
  return trash.emptyTrash(c)
}

/** Begins a backup of the current state of a database. */
export async function beginDump(database: BackupDatabase, origin: BackupOrigin, now: number): Promise<Dump> {
  const backup = await import('./backup/index.ts')
  return backup.beginDump(database, origin, now)
}

/**
 * Replaces the rows of every table with those of a backup, in one transaction. The backup must have the same schema.
 * @param kept tables whose rows are not changed
 * @throws HttpError `conflict` for a backup that is damaged, too large, or of another schema; the database is unchanged
 * in that case
 */
export async function restoreRows(
  database: BackupDatabase,
  text: BackupText,
  kept: ReadonlySet<string>,
): Promise<ReplacedRows> {
  const backup = await import('./backup/index.ts')
  return backup.replaceRows(database, text, kept).catch((error: unknown) => {
    throw error instanceof backup.BackupError ? new HttpError('conflict', error.message) : error
  })
}

/** Compares the number of rows of a database with that of a backup, to show what `restoreRows` would change. */
export async function compareRows(
  database: BackupDatabase,
  text: BackupText,
  kept: ReadonlySet<string>,
): Promise<RowsCompared> {
  const backup = await import('./backup/index.ts')
  return backup.compareRows(database, text, kept)
}

/**
 * Returns the API reference for the caller of a request; the same object for all callers for whom the rules have the
 * same result.
 */
export async function referenceFor(c: RequestContext): Promise<Reference> {
  const described = await import('./described/described-reference.ts')
  return described.referenceFor(c)
}

/** Returns the migrations of the program, in order. */
export function migrationsOf(c: WithEnv): readonly MigrationHead[] {
  return runtimeOf(c).program.migrations
}

/** Loads the migrations of the program with their statements. */
export function loadMigrations(c: WithEnv): Promise<readonly Migration[]> {
  return runtimeOf(c).program.loadMigrations()
}

/** Returns the columns that plugins and the runtime declare as secret, by table. */
export function secretColumnsOf(c: WithEnv): ReadonlyMap<string, ReadonlySet<string>> {
  const declared = new Map<string, Set<string>>()
  for (const { data } of Object.values(runtimeOf(c).program.plugins)) {
    for (const [table, columns] of Object.entries(data?.secretColumns ?? {})) {
      declared.set(table, new Set([...(declared.get(table) ?? []), ...columns]))
    }
  }
  return declared
}

/** Returns the field types by kind: built-in ones and those of plugins. */
export function fieldTypesOf(c: WithEnv): Program['fieldTypes'] {
  return runtimeOf(c).program.fieldTypes
}

/** Returns the schema of a plugin's settings; `null` if the plugin has none, or if the schema is one of zod 3. */
export function settingsSchemaOf(c: WithEnv, plugin: string): z.ZodType | null {
  const schema = runtimeOf(c).program.plugins[plugin]?.settings
  return schema !== undefined && '_zod' in schema ? schema : null
}

/**
 * Runs work outside any request, with the context that hooks and services expect: without a user, and with its own
 * id for the log.
 */
export function runInBackground(
  { env, execution }: WithEnv & { readonly execution: ExecutionContext },
  work: (c: RequestContext) => Promise<void>,
): Promise<void> {
  return inBackground(runtimeOf({ env }), execution, work)
}

/** Tells whether the caller sees a field of the documents that they read. */
export function isFieldShown(c: RequestContext, field: ManifestField): boolean {
  return showsField(field, c.get('user'), runtimeOf(c).program.functions)
}

/** Tells whether a reader sees every document of a collection and, if `field` is set, that field in all of them. */
export function readsEvery(
  c: WithEnv,
  collection: ManifestCollection,
  field: ManifestField | null,
  reader: Caller,
): boolean {
  const { functions } = runtimeOf(c).program
  if (decide(collection.access.read, reader, functions) !== true) return false
  return field === null || showsField(field, reader, functions)
}

/**
 * Returns the collections that the caller may know about, reduced to what the caller may see. Derive everything that
 * describes collections, fields or endpoints to callers from them.
 */
export function describedCollections(c: RequestContext): readonly DescribedCollection[] {
  return describedTo(c).collections
}

/** Evaluates a rule for the caller: true, false, or conditions, one of which a document must meet. */
export function decisionFor(c: RequestContext, access: Access): Decision {
  return decide(access, c.get('user'), runtimeOf(c).program.functions)
}

/** Clears the cached states of plugins. Call it after turning a plugin on or off. */
export function forgetPluginStates(c: WithEnv): void {
  runtimeOf(c).activity.forget()
}

/**
 * Reads the generations of collections, which are numbers that rise with each write. They are at most `maxAge`
 * milliseconds old. Returns `null` if the database does not respond.
 */
export async function currentGenerations(c: RequestContext, maxAge: number): Promise<GenerationNumbers | null> {
  const waitUntil = (work: Promise<unknown>) => c.executionCtx.waitUntil(work)
  return generationsOf(runtimeOf(c)).current({ maxAge, db: c.env.DB, waitUntil })
}

/** Clears the cached generations. Call it after raising a generation. */
export function forgetGenerations(c: WithEnv): void {
  generationsOf(runtimeOf(c)).forget()
}

/**
 * Tells whether a response made from these generations may be served while the database is unreachable: this isolate
 * has not written to any of them since.
 * @param madeAt milliseconds since the epoch
 */
export function isTrusted(c: WithEnv, names: readonly string[], madeAt: number): boolean {
  return generationsOf(runtimeOf(c)).isTrusted(names, madeAt)
}

/** Writes one line of JSON to the worker's log, with the request's id. Values named like secrets are redacted. */
export function log(c: RequestContext, level: LogLevel, record: LogRecord): void {
  writeRedactedLog(level, { requestId: c.get('requestId'), ...record })
}
