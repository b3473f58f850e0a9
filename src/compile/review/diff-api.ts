import { describeRule, readRule } from '../lock/reach.ts'
import type { Lock, LockCollection, LockField } from '../lock/read-lock.ts'
import { describeReaders, readersOf } from '../lock/readers.ts'
import type { Renames } from '../lock/renames.ts'
import { describeFieldPath, fieldOfOperation } from '../schema/steps/field-path.ts'
import type { Change, ChangeClass } from './change.ts'
import { namesIn } from './compare-facts.ts'
import { diffOptions, say } from './diff-options.ts'
import { diffRoutes } from './diff-routes.ts'
import type { Sources } from './sources.ts'

/**
 * Compares the REST interface for clients, at the level of its OpenAPI document. Additions are safe; removals and new
 * requirements are breaking. `base` already has the new names.
 */
export function diffApi(base: Lock, head: Lock, renames: Renames, sources: Sources): Change[] {
  const names = namesIn(base.collections, head.collections)
  return [
    ...names.flatMap((name) =>
      diffCollection(name, base.collections[name], head.collections[name], renames, sources, head),
    ),
    ...diffRoutes(base, head, sources),
  ]
}

/** Makes a change. `path` leads from the declaration of `subject` to the option that differs. */
type Report = (grade: ChangeClass, kind: string, subject: string, message: string, ...path: string[]) => Change

function reporter(sources: Sources): Report {
  return (grade, kind, subject, message, ...path) => ({
    class: grade,
    kind,
    subject,
    message,
    source: subject.includes('.') ? sources.field(subject, ...path) : sources.collection(subject, ...path),
  })
}

function diffCollection(
  name: string,
  before: LockCollection | undefined,
  after: LockCollection | undefined,
  renames: Renames,
  sources: Sources,
  head: Lock,
): Change[] {
  const report = reporter(sources)
  const endpoints = `/api/${name}`
  if (!after)
    return [report('breaking', 'collection-removed', name, `the collection ${name} is removed, with ${endpoints}`)]
  if (!before) {
    const added = report('safe', 'collection-added', name, `the collection ${name} is new, at ${endpoints}`)
    return [{ ...added, notes: rulesInWords(after, head) }]
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
      change.kind === 'field-added' ? { ...change, notes: readersOfNew(name, change.subject, head) } : change,
    ),
    ...diffBehaviour(name, before, after, report),
  ]
}

/** Describes access to a new collection. */
function rulesInWords({ access }: LockCollection, { roles }: Lock): string[] {
  const words = (key: string) => `${key}: ${describeRule(readRule(access[key], roles))}`
  return [['read', 'create', 'update', 'delete'].map(words).join('; ')]
}

/** Describes the readers of a new field; nested fields are read with the outer one. */
function readersOfNew(collection: string, subject: string, head: Lock): string[] {
  const [, field = ''] = subject.split('.')
  return [`read by ${describeReaders(readersOf(head, collection, field), head)}`]
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
  if (!after) return before ? [report('breaking', 'field-removed', subject, `${name} is removed`)] : []
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

function diffBehaviour(name: string, before: LockCollection, after: LockCollection, report: Report): Change[] {
  const changes: Change[] = []
  if (before.drafts !== after.drafts) {
    const message = after.drafts
      ? `new documents of ${name} are drafts until they are published`
      : `${name} no longer has drafts: new documents are public at once`
    // With drafts turned off, everybody who may read the collection sees existing and future drafts.
    changes.push(report(after.drafts ? 'caution' : 'opens', 'drafts-changed', name, message, 'drafts'))
  }
  if (before.singleton !== after.singleton) {
    const message = after.singleton
      ? `${name} has only one document: creating a second returns 409`
      : `${name} has any number of documents`
    changes.push(report(after.singleton ? 'breaking' : 'safe', 'singleton-changed', name, message, 'singleton'))
  }
  if (before.versions !== after.versions) {
    const kept = after.versions === 1 ? 'its last version' : `its last ${after.versions} versions`
    const isFewer = after.versions < before.versions
    const message = `each document of ${name} keeps ${kept}; previously ${before.versions}`
    changes.push(report(isFewer ? 'caution' : 'safe', 'versions-changed', name, message, 'versions'))
  }
  const [days, daysBefore] = [after.trash?.days ?? 0, before.trash?.days ?? 0]
  if (days !== daysBefore) {
    const message =
      days === 0
        ? `deleting a document of ${name} is permanent: it has no trash any more`
        : `deleted documents of ${name} can be restored for ${days} ${days === 1 ? 'day' : 'days'}${daysBefore === 0 ? '' : `; previously ${daysBefore}`}`
    changes.push(report(days < daysBefore ? 'caution' : 'safe', 'trash-changed', name, message, 'trash'))
  }
  if (before.preview !== after.preview) {
    const message =
      after.preview === undefined
        ? `links to previews of ${name} no longer work`
        : `anybody with a preview's link can read that document of ${name} before it is published, at ${after.preview}`
    changes.push(report(after.preview === undefined ? 'safe' : 'opens', 'preview-changed', name, message, 'preview'))
  }
  if (before.url !== after.url) {
    const message =
      after.url === undefined
        ? `links in rich text to documents of ${name} no longer have an address`
        : `links in rich text to documents of ${name} lead to ${after.url}${before.url === undefined ? '' : `; previously to ${before.url}`}`
    changes.push(report(before.url === undefined ? 'safe' : 'caution', 'url-changed', name, message, 'url'))
  }
  for (const [key, what] of [
    ['titleField', 'title'],
    ['slugField', 'slug'],
  ] as const) {
    if (before[key] === after[key]) continue
    const message = `the ${what} of ${name} in lists of all content is ${say(after[key])}`
    changes.push(report('caution', 'content-list-changed', name, message))
  }
  return [...changes, ...diffSearch(name, before.search, after.search, report)]
}

function diffSearch(name: string, before: readonly string[], after: readonly string[], report: Report): Change[] {
  const added = after.filter((field) => !before.includes(field))
  const removed = before.filter((field) => !after.includes(field))
  if (removed.length > 0 && after.length === 0)
    return [report('breaking', 'search-removed', name, `${name} can no longer be searched`, 'search')]
  if (before.length === 0 && added.length > 0)
    return [report('safe', 'search-added', name, `${name} can be searched, by ${added.join(', ')}`, 'search')]
  return [
    ...(removed.length > 0
      ? [
          report(
            'caution',
            'search-narrowed',
            name,
            `a search of ${name} no longer covers ${removed.join(', ')}`,
            'search',
          ),
        ]
      : []),
    ...(added.length > 0
      ? [report('safe', 'search-widened', name, `a search of ${name} also covers ${added.join(', ')}`, 'search')]
      : []),
  ]
}
