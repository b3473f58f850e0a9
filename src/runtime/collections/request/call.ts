import type { RequestContext } from '../../../config/request.ts'
import type { Access, ManifestCollection } from '../../../manifest/index.ts'
import { t } from '../../../messages/translate.ts'
import { type Decision, decide, meets } from '../../access/access.ts'
import { askToSignIn } from '../../access/enforce.ts'
import { HttpError } from '../../common/errors.ts'
import type { DependencyTracker } from '../../freshness/dependency-tracker.ts'
import { wantsPretty } from '../../isolate/pretty-json.ts'
import { type Runtime, runtimeOf } from '../../isolate/runtime.ts'
import { type CollectionPlan, planOf } from '../document/plan.ts'
import { type DocumentRow, toDocument } from '../document/row.ts'
import { type Locale, localeOf } from '../locale/locale.ts'
import { isShownIn } from '../locale/shown-in.ts'
import type { Writer } from './validate.ts'
import { type View, viewOf } from './view.ts'

/** One request to a collection. */
export interface Call {
  readonly c: RequestContext
  readonly runtime: Runtime
  readonly plan: CollectionPlan
  readonly view: View
  /** `null` if the config declares no locales. */
  readonly locale: Locale | null
  /** Time of the request in milliseconds since the epoch, the same for the whole request. */
  readonly now: number
  /** Set if the response may be cached for other callers. */
  readonly tracker?: DependencyTracker
}

export function callOf(c: RequestContext, collection: ManifestCollection): Call {
  const runtime = runtimeOf(c)
  const plan = planOf(collection, runtime.program.fieldTypes)
  const locale = localeOf(c, runtime.program.manifest.locales)
  return { c, runtime, plan, locale, view: viewOf(plan, c.get('user'), runtime.program, locale), now: Date.now() }
}

/** Returns the caller in the form that the rules for fields take. */
export function writerOf({ c, view, runtime, locale }: Call): Writer {
  return {
    user: c.get('user'),
    view,
    functions: runtime.program.functions,
    locale,
    initialLocale: runtime.program.manifest.locales?.default ?? null,
  }
}

/** Evaluates a rule for the caller. `row` is the document concerned; lists and creations have none. */
export function decisionOf(call: Call, access: Access, row?: DocumentRow): Decision {
  const document = row && access.kind === 'function' ? toDocument(row, call.plan) : undefined
  return decide(access, call.c.get('user'), call.runtime.program.functions, document)
}

/** Tells whether a rule allows access to this document. */
export function isAllowed(call: Call, access: Access, row: DocumentRow): boolean {
  const decision = decisionOf(call, access, row)
  return typeof decision === 'boolean' ? decision : meets(decision, toDocument(row, call.plan))
}

/**
 * Tells whether the caller may know that the document exists: the rule for reading must allow it, and anonymous callers
 * see only published documents that are shown in the requested locale.
 */
export function isVisible(call: Call, row: DocumentRow): boolean {
  if (call.c.get('user') === null) {
    if (row.status !== 'published') return false
    if (call.locale && !isShownIn(row, call.locale.name)) return false
  }
  return isAllowed(call, call.plan.collection.access.read, row)
}

/**
 * Refuses a write that the rule does not allow.
 * @throws HttpError `forbidden`, `unauthenticated`
 */
export function requireAllowed(call: Call, access: Access, row: DocumentRow): void {
  if (!isAllowed(call, access, row)) throw refuse(call)
}

/**
 * Evaluates a rule without a document. Throws if the rule refuses access to every document.
 * @throws HttpError `forbidden`, `unauthenticated`
 */
export function requireDecision(call: Call, access: Access): Exclude<Decision, false> {
  const decision = decisionOf(call, access)
  if (decision === false) throw refuse(call)
  return decision
}

/**
 * Returns the error for a caller without permission.
 * @throws HttpError `unauthenticated` or `invalid_token` for a caller who is not signed in
 */
export function refuse(call: Call): HttpError {
  if (call.c.get('user') === null) askToSignIn(call.c)
  return new HttpError('forbidden', t('Your role does not allow this for this document.'))
}

/** Returns JSON text, indented if the caller requested it. */
export function render(call: Call, text: string): string {
  return wantsPretty(call.c) ? JSON.stringify(JSON.parse(text), null, 2) : text
}

/** Returns a string that differs between the formats of one response, for its ETag. */
export function variantOf(call: Call): string {
  return wantsPretty(call.c) ? 'pretty' : ''
}
