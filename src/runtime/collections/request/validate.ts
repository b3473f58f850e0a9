import type { FieldChanges } from '../../../config/hooks.ts'
import type { RequestUser } from '../../../config/request.ts'
import { isJsonObject } from '../../../fields/field-data.ts'
import type { Json } from '../../../fields/field-type.ts'
import { isMadeSlug, isSlug } from '../../../fields/slug/slug.ts'
import { nearest } from '../../../ground/nearest.ts'
import { isSystemProperty } from '../../../ground/system-columns.ts'
import { isVariant, partsOfVariant } from '../../../ground/variants.ts'
import type { Program } from '../../../manifest/index.ts'
import { t } from '../../../messages/translate.ts'
import { type FieldError, HttpError, MAX_ERRORS } from '../../common/errors.ts'
import { takesField } from '../../described/shown-field.ts'
import { checkValue, describeCount } from '../../input/validation-errors.ts'
import { completedBy, overlaid } from '../document/declared.ts'
import type { CollectionPlan, FieldPlan } from '../document/plan.ts'
import type { Document } from '../document/row.ts'
import { readStatusRequest, STANDING, type StatusRequest } from '../document/status.ts'
import { emptyGroupIn } from '../locale/empty-group.ts'
import { type Locale, pathInBody } from '../locale/locale.ts'
import type { View } from './view.ts'

/** Validated contents of a body. */
export interface Input {
  /** Validated values in the body, by field. */
  readonly values: ReadonlyMap<string, Json>
  readonly standing: StatusRequest
}

/** Kind of write: creates a document, replaces it as a whole, or updates some fields. */
export type Write = 'create' | 'replace' | 'update'

/** Author of a write. */
export interface Writer {
  readonly user: RequestUser | null
  readonly view: View
  readonly functions: Program['functions']
  readonly locale: Locale | null
  /** The default locale. */
  readonly initialLocale: string | null
}

/**
 * Validates a body against the collection. Unknown names, read-only fields, wrong types and missing values are reported
 * together; the remaining fields are skipped after `MAX_ERRORS` errors.
 * @param write `update`: fields that are missing in the body stay as they are
 * @throws HttpError `validation_failed`; `forbidden` for a field that the caller may not write
 */
export function validate(plan: CollectionPlan, body: unknown, writer: Writer, write: Write): Input {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid([{ path: '', code: 'invalid_type', message: t('The body must be a JSON object.') }])
  }
  const input = body as Record<string, Json> // parsed from JSON
  const errors: FieldError[] = []
  const values = new Map<string, Json>()
  const forbidden: string[] = []
  for (const [name, value] of Object.entries(input)) {
    if (STANDING.has(name)) continue
    if (errors.length >= MAX_ERRORS) break
    const field = plan.byName.get(name)
    if (!field || field.field.readOnly) errors.push(refuseName(name, plan, writer))
    else if (!isWritable(field, writer)) forbidden.push(name)
    else readValue(field, value, values, errors)
  }
  if (write !== 'update') errors.push(...missingValues(plan, input, writer, write))
  const standing = readStatusRequest(input, errors)
  if (errors.length > 0)
    throw invalid(
      errors.map((error) => ({ ...inLanguage(error, writer.locale), path: pathInBody(error.path, writer.locale) })),
    )
  if (forbidden.length > 0)
    throw new HttpError(
      'forbidden',
      t('Your role may not write {names}.', {
        names: forbidden.map((name) => pathInBody(name, writer.locale)).join(', '),
      }),
    )
  return { values, standing }
}

/** Returns the fields of a new document. Missing fields take their default. */
export function completed(plan: CollectionPlan, { values }: Input): Document {
  return fill(plan, (field, name) => (values.has(name) ? values.get(name) : field.initial))
}

/**
 * Returns the fields of a replaced document. Missing fields take their default; fields that must stay keep their value,
 * and groups keep their values in other locales.
 */
export function replaced(plan: CollectionPlan, { values }: Input, current: Document, writer: Writer): Document {
  return fill(plan, (field, name) => {
    if (values.has(name)) return values.get(name)
    if (staysWhenReplaced(field, writer)) return current[name]
    const { locales } = plan.collection
    const kept = locales === undefined ? null : emptyGroupIn(field.shape, current[name] ?? null, writer.locale, locales)
    return kept ?? field.initial
  })
}

/** Returns the fields of an updated document. Missing fields keep their value. */
export function merged(plan: CollectionPlan, { values }: Input, current: Document): Document {
  return fill(plan, (_, name) => (values.has(name) ? values.get(name) : current[name]))
}

/**
 * Completes the groups in a body that updates a document with the members that it leaves out. Lists and blocks are
 * always replaced as a whole.
 */
export function withGroups(plan: CollectionPlan, body: unknown, current: Document): unknown {
  if (!isJsonObject(body)) return body
  const values = Object.entries(body).map(([name, value]): [string, Json] => {
    const shape = plan.byName.get(name)?.shape
    return [name, shape ? completedBy(shape, value, current[name] ?? null) : value]
  })
  return Object.fromEntries(values)
}

/** Returns the fields of an edited document, with the current values of fields that the caller may not write. */
export function onlyWritable(plan: CollectionPlan, fields: Document, current: Document, writer: Writer): Document {
  return fill(plan, (field, name) => (isWritable(field, writer) ? fields[name] : current[name]))
}

/**
 * Returns the fields of a document with the changes that a plugin requests, validated like a body.
 * @throws HttpError `validation_failed`; Error for a field that the collection does not have
 */
export function amended(plan: CollectionPlan, current: Document, changes: FieldChanges, plugin: string): Document {
  const errors: FieldError[] = []
  const values = new Map<string, Json>()
  for (const [name, value] of Object.entries(changes)) {
    const field = plan.byName.get(name)
    if (!field) throw new Error(`the plugin ${plugin} changes ${name}, which ${plan.collection.name} does not have`)
    readValue(field, value, values, errors)
  }
  if (errors.length > 0) throw invalid(errors, t('The plugin {plugin} has made this document invalid.', { plugin }))
  return merged(plan, { values, standing: {} }, current)
}

/**
 * Returns the fields of a document with the values of a version, validated again, because the collection may have
 * changed. Fields that the version does not have, or that the caller does not see, keep their value; fields that the
 * collection no longer has are left out.
 * @throws HttpError `validation_failed`
 */
export function restoredOnto(plan: CollectionPlan, snapshot: Document, current: Document, { view }: Writer): Document {
  const errors: FieldError[] = []
  const values = new Map<string, Json>()
  for (const field of plan.fields) {
    const { name } = field.field
    const kept = snapshot[name]
    if (kept === undefined || !view.names.has(isVariant(name) ? partsOfVariant(name).field : name)) continue
    const value = field.shape ? overlaid(field.shape, kept, current[name] ?? null) : kept
    readValue(field, value, values, errors)
  }
  if (errors.length > 0) throw invalid(errors, t('The version does not fit the current schema of the collection.'))
  return merged(plan, { values, standing: {} }, current)
}

/**
 * Validates the fields of a complete document from an export or sample data.
 * @throws HttpError `validation_failed`
 */
export function restored(plan: CollectionPlan, document: Document): Document {
  const errors: FieldError[] = []
  const values = new Map<string, Json>()
  for (const field of plan.fields) {
    const value = document[field.field.name]
    if (value !== undefined) readValue(field, value, values, errors)
    else if (field.field.required && isEmpty(field.initial)) errors.push(required(field.field.name))
  }
  if (errors.length > 0) throw invalid(errors, t('The version does not fit the current schema of the collection.'))
  return completed(plan, { values, standing: {} })
}

/**
 * Returns those of the given values that are valid, and the errors of the others. Names of unknown fields are ignored.
 */
export function validFields(
  plan: CollectionPlan,
  document: Document,
): { fields: Document; errors: readonly FieldError[] } {
  const errors: FieldError[] = []
  const values = new Map<string, Json>()
  for (const field of plan.fields) {
    const value = document[field.field.name]
    if (value !== undefined) readValue(field, value, values, errors)
  }
  return { fields: Object.fromEntries(values), errors }
}

function fill(plan: CollectionPlan, read: (field: FieldPlan, name: string) => Json | undefined): Document {
  return Object.fromEntries(plan.fields.map((field) => [field.field.name, read(field, field.field.name) ?? null]))
}

/**
 * Tells whether a field keeps its value when the document is replaced. This applies to fields that the caller could not
 * have sent back, and to slugs, because addresses depend on them.
 */
function staysWhenReplaced(field: FieldPlan, writer: Writer): boolean {
  const { field: declared, locale } = variantParts(field, writer)
  const isOtherLocale = locale !== null && writer.locale?.isAll === false && writer.locale.name !== locale
  return isSlug(field.field) || isOtherLocale || !writer.view.names.has(declared) || !isWritable(field, writer)
}

/** Returns the declared field, and the locale if the field is localized. */
function variantParts({ field: { name, options } }: FieldPlan, { initialLocale }: Writer) {
  if (isVariant(name)) return partsOfVariant(name)
  return { field: name, locale: options.localized === true ? initialLocale : null }
}

function readValue(field: FieldPlan, value: Json, values: Map<string, Json>, errors: FieldError[]): void {
  const { name, required: isRequired, storage } = field.field
  if (value === null) {
    if (isRequired) errors.push(required(name))
    else values.set(name, storage === 'join' ? [] : null)
    return
  }
  const result = checkValue(field.schema, value, [name])
  if (result.success)
    values.set(name, result.data as Json) // schemas of fields return JSON
  else errors.push(...(isRequired && value === '' ? [required(name)] : result.errors))
}

function missingValues(plan: CollectionPlan, input: Record<string, Json>, writer: Writer, write: Write): FieldError[] {
  return plan.fields
    .filter((field) => field.field.required && !Object.hasOwn(input, field.field.name) && isEmpty(field.initial))
    .filter((field) => !isMadeSlug(field.field) && !(write === 'replace' && staysWhenReplaced(field, writer)))
    .map((field) => required(field.field.name))
}

function isEmpty(value: Json): boolean {
  return value === null || (Array.isArray(value) && value.length === 0)
}

function isWritable({ field }: FieldPlan, { user, functions }: Writer): boolean {
  return takesField(field, user, functions)
}

/** Treats fields that the caller neither sees nor may write as unknown, and does not suggest their names. */
function refuseName(name: string, plan: CollectionPlan, writer: Writer): FieldError {
  if (isSystemProperty(name) || writer.view.names.has(name)) {
    return { path: name, code: 'read_only', message: t('This property is read-only.') }
  }
  const known = plan.fields.filter((field) => writer.view.names.has(field.field.name) || isWritable(field, writer))
  const like = nearest(
    name,
    known.map(({ field }) => field.name),
  )
  const sentence = t('There is no such field.')
  const text = like === undefined ? sentence : `${sentence} ${t('Did you mean {like}?', { like })}`
  return { path: name, code: 'unknown_field', message: text }
}

function required(path: string): FieldError {
  return { path, code: 'required', message: t('A value is required.') }
}

/**
 * Adds the language to the error about a missing value, if the body is in another language and therefore cannot contain
 * the value.
 */
function inLanguage(error: FieldError, locale: Locale | null): FieldError {
  const [, language] = /@([A-Za-z0-9-]+)/.exec(error.path) ?? []
  if (language === undefined || error.code !== 'required' || !locale || locale.isAll || locale.name === language)
    return error
  return { ...error, message: t('A value is required in the language {language}.', { language }) }
}

function invalid(errors: readonly FieldError[], detail?: string): HttpError {
  return new HttpError('validation_failed', detail ?? describeCount(errors), { errors })
}
