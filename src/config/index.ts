/** `lintel`: the language in which the config, collections and plugins are written. Runs anywhere. */

export { type SqlExpression, sql } from '../fields/backfill.ts'
export type {
  Field,
  FieldData,
  FieldOptions,
  FieldPlacement,
  Fields,
  FieldType,
  Json,
  Operator,
  Sampler,
  Storage,
} from '../fields/field-type.ts'
export { declareField } from '../fields/field-type.ts'
export { field, fieldTypes } from '../fields/index.ts'
export { slugify, slugOf } from '../fields/slug/slug.ts'
export type { DocumentOf, ValueOf } from '../fields/values.ts'
export type {
  AccessFunction,
  AccessGrant,
  AccessInput,
  AccessRule,
  Condition,
  ConditionValue,
  Permission,
  SystemField,
} from '../ground/access.ts'
export type { Content } from '../ground/content.ts'
export type { Problem, Refused, Typed } from '../ground/problem.ts'
export type { BuiltInRole, CollectionName, FeatureName, Register, RoleName } from '../ground/register.ts'
export type { Text } from '../ground/text.ts'
export type {
  HostAssets,
  HostBatch,
  HostBucket,
  HostBytes,
  HostDatabase,
  HostImages,
  HostObject,
  HostObjectBody,
  HostQueue,
  HostResult,
  HostSession,
  HostSocket,
  HostStatement,
  HostStore,
} from '../hosts/host.ts'
export type { MessageFiles, Messages, Plural } from '../messages/messages.ts'
export { fromPlainText, type RichText, type RichTextMark, type RichTextNode, textLength } from '../rich-text/index.ts'
export type { AdminPage } from './admin-page.ts'
export { afterResponse } from './after-response.ts'
export type { BucketFiles } from './bucket-files.ts'
export type { CacheRule } from './cache.ts'
export { type Collection, type CollectionAccess, type CollectionSpec, defineCollection } from './collection.ts'
export {
  type Config,
  type Cors,
  defineConfig,
  defineLayer,
  type Environment,
  type Layer,
  type Layered,
  type MigrationMode,
  type Role,
} from './config.ts'
export type { DashboardSection, PlannedEntry } from './dashboard-section.ts'
export type { DocumentPanel, PanelDocument, PanelPlace } from './document-panel.ts'
export type { ErrorCode } from './errors.ts'
export type {
  BeforeEvent,
  BeforeEventName,
  BeforeHook,
  DraftNote,
  EventName,
  EventOf,
  FieldChanges,
  Hook,
  HookEvent,
  Hooks,
} from './hooks.ts'
export type { MenuGroup, PageProps } from './pages.ts'
export { definePlugin, type PluginFactory, type PluginSpec, type PluginUse, type SettingRefusal } from './plugin.ts'
export type { PluginAdmin } from './plugin-admin.ts'
export type {
  ChosenObject,
  ImportedDocuments,
  IntegrityCheck,
  PluginData,
  ReferenceTarget,
  RowsStatement,
  SampleData,
  UploadRoutes,
} from './plugin-data.ts'
export type { PluginHttp } from './plugin-http.ts'
export type {
  CronJob,
  Observer,
  Opening,
  PluginOperations,
  QueueConsumer,
  RequestReport,
  SecretNeed,
  ServiceNeed,
  StartHook,
  StatementReport,
} from './plugin-operations.ts'
export { type PromisedWrite, promised } from './promised.ts'
export type { Bindings, RequestContext, RequestUser, RequestVariables } from './request.ts'
export type { RequestPart, RequestTrace } from './request-trace.ts'
export type {
  CacheableRequest,
  GenerationNumbers,
  MadeResponse,
  ResponseCache,
  ServedResponse,
  StoredResponse,
} from './response-cache.ts'
export { defineRoute, type Method, type Page, type Parsed, type Route, type RouteInput, type Shown } from './route.ts'
export { type Secret, secret } from './secret.ts'
export type { ServiceName, Services } from './services.ts'
