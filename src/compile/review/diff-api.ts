import { conditionFields } from '../lock/condition-fields.ts'
import { describeRule, readRule } from '../lock/reach.ts'
import type { Lock, LockCollection, LockField } from '../lock/read-lock.ts'
import { describeReadersOf } from '../lock/readers.ts'
import type { Renames } from '../lock/renames.ts'
import { describeFieldPath, fieldOfOperation } from '../schema/steps/field-path.ts'
import type { Sources } from '../sources/sources.ts'
import type { Change } from './change.ts'
import { namesIn } from './compare-facts.ts'
import { diffBehaviour } from './diff-behaviour.ts'
import { diffEndpoints } from './diff-endpoints.ts'
import { diffOptions } from './diff-options.ts'
import { diffRoutes } from './diff-routes.ts'
import { type Report, reporter } from './reporter.ts'

/**
 * Compares the REST interface for clients, at the level of its OpenAPI document. Additions are safe; removals and new
 * requirements are breaking. `base` already has the new names.
 */
export function diffApi(base: Lock, head: Lock, renames: Renames, sources: Sources): Change[] {
  const names = namesIn(base.collections, head.collections)
  return [
    ...names.flatMap((name) =>
      diffCollection(name, base.collections[name], head.collections[name], renames, sources, { base, head }),
    ),
    ...diffRoutes(base, head, sources),
  ]
}

function diffCollection(
  name: string,
  before: LockCollection | undefined,
  after: LockCollection | undefined,
  renames: Renames,
  sources: Sources,
  { base, head }: { readonly base: Lock; readonly head: Lock },
): Change[] {
  const report = reporter(sources)
  const endpoints = `/api/${name}`
  if (!after)
    return [report('breaking', 'collection-removed', name, `the collection ${name} is removed, with ${endpoints}`)]
  if (!before) {
    const added = report('safe', 'collection-added', name, `the collection ${name} is new, at ${endpoints}`)
    return [{ ...added, notes: rulesInWords(name, after, head) }]
  }
  const former = formerOf(name, renames.collections)
  const renamed = former
    ? [
        report(
          'breaking',
          'collection-renamed',
          name,
          `the collection ${former} is now ${name}: /api/${former} is removed, ${endpoints} is new`,
          'renamedFrom',
        ),
      ]
    : []
  return [
    ...renamed,
    ...diffFields(name, before, after, renames.fields.get(name) ?? new Map(), report).map((change) =>
      change.kind === 'field-added'
        ? { ...change, notes: readersOfNew(name, change.subject, head) }
        : withRules(change, name, after, head),
    ),
    ...diffBehaviour(name, before, after, report).map((change) =>
      change.kind === 'drafts-changed' && !after.drafts
        ? { ...change, notes: publicAtOnce(name, after, head) }
        : change,
    ),
    ...diffEndpoints({ name, former: former ?? name, base, head, before, after }, sources),
  ]
}

/** Describes access to a new collection. */
function rulesInWords(name: string, { access }: LockCollection, { roles }: Lock): string[] {
  const words = (key: string) => `${key}: ${describeRule(readRule(access[key], roles))}`
  return [`rules of ${name}: ${['read', 'create', 'update', 'delete'].map(words).join('; ')}`]
}

/**
 * Returns a changed default as a change that opens access if access rules compare the field; any other change
 * unchanged.
 */
function withRules(change: Change, name: string, after: LockCollection, { roles }: Lock): Change {
  const isCompared = conditionFields(after, roles).some((field) => `${name}.${field}` === change.subject)
  if (change.kind !== 'default-changed' || change.class !== 'caution' || !isCompared) return change
  return {
    ...change,
    class: 'opens',
    notes: [`access rules of ${name} compare this field: its default affects who may do what with new documents`],
  }
}

/** Describes who reads and publishes documents of a collection that no longer has drafts. */
function publicAtOnce(name: string, { access }: LockCollection, { roles }: Lock): string[] {
  const who = (key: string) => describeRule(readRule(access[key], roles))
  return [
    `every document of ${name} is read by ${who('read')}`,
    `creating a document (${who('create')}) or changing one (${who('update')}) publishes it, without the permission content.publish`,
  ]
}

/** Describes the readers of a new field; nested fields are read with the outer one. */
function readersOfNew(collection: string, subject: string, head: Lock): string[] {
  const [, field = ''] = subject.split('.')
  return [`${describeFieldPath(subject)} is read by ${describeReadersOf(head, collection, field)}`]
}

function formerOf(name: string, renames: ReadonlyMap<string, string>): string | undefined {
  return [...renames].find(([, to]) => to === name)?.[0]
}

function diffFields(
  collection: string,
  before: LockCollection,
  after: LockCollection,
  renames: ReadonlyMap<string, string>,
  report: Report,
): Change[] {
  const then = before.fields
  const now = after.fields
  const renamed = Object.keys(now).flatMap((path) => {
    const name = fieldOfOperation(path)
    const former = path in then ? formerOf(name, renames) : undefined
    if (former === undefined) return []
    const message = `${collection}.${former} is now ${collection}.${name}`
    return [report('breaking', 'field-renamed', `${collection}.${path}`, message, 'renamedFrom')]
  })
  const differing = namesIn(then, now).flatMap((path) => {
    // A change to the outer field covers changes to nested fields.
    const isInside = parentsOf(path).some((parent) => isOtherField(then[parent], now[parent]))
    return isInside ? [] : diffField(`${collection}.${path}`, then[path], now[path], report)
  })
  return [...renamed, ...differing]
}

/** Returns the paths of the outer fields, the nearest last. Steps that are not fields do not exist in the lock. */
function parentsOf(path: string): string[] {
  const steps = path.split('.')
  return steps.slice(1).map((_, index) => steps.slice(0, index + 1).join('.'))
}

function isOtherField(before: LockField | undefined, after: LockField | undefined): boolean {
  return (before !== undefined || after !== undefined) && before?.type !== after?.type
}

function diffField(
  subject: string,
  before: LockField | undefined,
  after: LockField | undefined,
  report: Report,
): Change[] {
  const name = describeFieldPath(subject)
  if (!after) {
    const notes = [`clients can no longer read, write, filter or sort by ${name}`]
    return before ? [{ ...report('breaking', 'field-removed', subject, `${name} is removed`), notes }] : []
  }
  if (!before) return [addedField(subject, name, after, report)]
  if (before.type !== after.type) {
    const message = `${name} is of type ${after.type}; previously ${before.type}`
    const required = after.required === before.required ? [] : diffOptions(name, pick(before), pick(after))
    return [
      report('breaking', 'field-retyped', subject, message),
      ...required.map((change) => report(change.class, change.kind, subject, change.message, change.option)),
    ]
  }
  return diffOptions(name, before, after).map(({ class: grade, kind, message, option }) =>
    report(grade, kind, subject, message, option),
  )
}

function pick({ type, required, default: initial }: LockField): LockField {
  return {
    type,
    ...(required === undefined ? {} : { required }),
    ...(initial === undefined ? {} : { default: initial }),
  }
}

function addedField(
  subject: string,
  name: string,
  { type, required, default: initial }: LockField,
  report: Report,
): Change {
  return required === true && initial === undefined
    ? report(
        'breaking',
        'field-added',
        subject,
        `${name} (${type}) is new and required: clients must send it`,
        'required',
      )
    : report('safe', 'field-added', subject, `${name} (${type}) is new`)
}
