import type { StepClass } from '../schema/step.ts'
import type { Change } from './change.ts'
import { namesIn } from './compare-facts.ts'
import { diffOptions, say } from './diff-options.ts'
import { fieldPathInWords } from './field-path.ts'
import type { Lock, LockCollection, LockField } from './lock.ts'
import { readRule, ruleInWords } from './reach.ts'
import type { Renames } from './renames.ts'
import type { Sources } from './sources.ts'

/**
 * What clients of the REST interface notice, at the level of its OpenAPI document. Adding is safe, taking away or asking
 * for more is breaking. `base` has the new names already.
 */
export function diffApi(base: Lock, head: Lock, renames: Renames, sources: Sources): Change[] {
  const names = namesIn(base.collections, head.collections)
  return [
    ...names.flatMap((name) => diffCollection(name, base.collections[name], head.collections[name], renames, sources)),
    ...diffRoutes(base, head, sources),
  ]
}

type Report = (stepClass: StepClass, kind: string, subject: string, message: string) => Change

function reporter(sources: Sources): Report {
  return (stepClass, kind, subject, message) => ({
    class: stepClass,
    kind,
    subject,
    message,
    source: sources.of(subject),
  })
}

function diffCollection(
  name: string,
  before: LockCollection | undefined,
  after: LockCollection | undefined,
  renames: Renames,
  sources: Sources,
): Change[] {
  const report = reporter(sources)
  const endpoints = `/api/${name}`
  if (!after)
    return [report('breaking', 'collection-removed', name, `the collection ${name} is gone, with ${endpoints}`)]
  if (!before) return [report('safe', 'collection-added', name, `the collection ${name} is new, at ${endpoints}`)]
  const former = formerOf(name, renames.collections)
  const renamed = former
    ? [
        report(
          'breaking',
          'collection-renamed',
          name,
          `the collection ${former} is now ${name}: /api/${former} is gone, ${endpoints} is new`,
        ),
      ]
    : []
  return [
    ...renamed,
    ...diffFields(name, before, after, renames.fields.get(name) ?? new Map(), report),
    ...diffBehaviour(name, before, after, report),
  ]
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
    const former = path in then ? formerOf(path, renames) : undefined
    if (former === undefined) return []
    const message = `${collection}.${former} is now ${collection}.${path}`
    return [report('breaking', 'field-renamed', `${collection}.${path}`, message)]
  })
  const differing = namesIn(then, now).flatMap((path) => {
    // What is inside a field comes, goes and changes its meaning with it.
    const isInside = parentsOf(path).some((parent) => isOtherField(then[parent], now[parent]))
    return isInside ? [] : diffField(`${collection}.${path}`, then[path], now[path], report)
  })
  return [...renamed, ...differing]
}

/** Paths of the fields around, the nearest last: those of steps that are no field simply do not exist. */
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
  const name = fieldPathInWords(subject)
  if (!after) return before ? [report('breaking', 'field-removed', subject, `${name} is gone`)] : []
  if (!before) return [addedField(subject, name, after, report)]
  if (before.type !== after.type) {
    const message = `${name} is of type ${after.type}; it was ${before.type}`
    const required = after.required === before.required ? [] : diffOptions(name, pick(before), pick(after))
    return [
      report('breaking', 'field-retyped', subject, message),
      ...required.map((change) => report(change.class, change.kind, subject, change.message)),
    ]
  }
  return diffOptions(name, before, after).map(({ class: stepClass, kind, message }) =>
    report(stepClass, kind, subject, message),
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
    ? report('breaking', 'field-added', subject, `${name} (${type}) is new and required: clients must send it`)
    : report('safe', 'field-added', subject, `${name} (${type}) is new`)
}

function diffBehaviour(name: string, before: LockCollection, after: LockCollection, report: Report): Change[] {
  const changes: Change[] = []
  if (before.drafts !== after.drafts) {
    const message = after.drafts
      ? `new documents of ${name} are drafts until they are published`
      : `${name} has no drafts any more: new documents are public at once`
    changes.push(report('caution', 'drafts-changed', name, message))
  }
  if (before.singleton !== after.singleton) {
    const message = after.singleton
      ? `${name} holds one document only: a second is answered with 409`
      : `${name} holds any number of documents`
    changes.push(report(after.singleton ? 'breaking' : 'safe', 'singleton-changed', name, message))
  }
  if (before.versions !== after.versions) {
    const message = `${after.versions} versions of each document of ${name} are kept; it was ${before.versions}`
    changes.push(report(after.versions < before.versions ? 'caution' : 'safe', 'versions-changed', name, message))
  }
  if (before.preview !== after.preview) {
    const message =
      after.preview === undefined
        ? `links to previews of ${name} open nothing any more`
        : `whoever has a preview's link reads that document of ${name} before it is published, at ${after.preview}`
    changes.push(report(after.preview === undefined ? 'safe' : 'caution', 'preview-changed', name, message))
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
    return [report('breaking', 'search-removed', name, `${name} cannot be searched any more`)]
  if (before.length === 0 && added.length > 0)
    return [report('safe', 'search-added', name, `${name} can be searched, by ${added.join(', ')}`)]
  return [
    ...(removed.length > 0
      ? [report('caution', 'search-narrowed', name, `a search of ${name} no longer looks at ${removed.join(', ')}`)]
      : []),
    ...(added.length > 0
      ? [report('safe', 'search-widened', name, `a search of ${name} also looks at ${added.join(', ')}`)]
      : []),
  ]
}

/** Routes of plugins; those of collections come and go with them. */
function diffRoutes(base: Lock, head: Lock, sources: Sources): Change[] {
  return namesIn(base.routes, head.routes).flatMap((key): Change[] => {
    const before = base.routes[key]
    const after = head.routes[key]
    const plugin = after?.plugin ?? before?.plugin
    if (plugin === undefined || (before && after)) return []
    const subject = key.split(' ').reverse().join(' ')
    const source = sources.of(plugin)
    if (!after)
      return [{ class: 'breaking', kind: 'route-removed', subject, message: `${subject} is gone (${plugin})`, source }]
    const access = ruleInWords(readRule(after.access, head.roles))
    const message = `${subject} is new, for ${access} (${plugin})`
    return [{ class: 'safe', kind: 'route-added', subject, message, source }]
  })
}
