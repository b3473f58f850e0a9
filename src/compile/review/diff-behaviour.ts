import type { LockCollection } from '../lock/read-lock.ts'
import type { Change } from './change.ts'
import { say } from './diff-options.ts'
import type { Report } from './reporter.ts'

/** Compares the options of a collection that concern all its documents. */
export function diffBehaviour(name: string, before: LockCollection, after: LockCollection, report: Report): Change[] {
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
      ? `${name} can have only one document: creating a second returns 409`
      : `${name} can have any number of documents`
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
        ? `links in rich text to documents of ${name} no longer lead to an address`
        : `links in rich text to documents of ${name} lead to ${after.url}${before.url === undefined ? '' : `; previously to ${before.url}`}`
    changes.push(report(before.url === undefined ? 'safe' : 'caution', 'url-changed', name, message, 'url'))
  }
  for (const [key, what] of [
    ['titleField', 'title'],
    ['slugField', 'slug'],
  ] as const) {
    if (before[key] === after[key]) continue
    const message = `lists of all content use ${say(after[key])} as the ${what} of ${name}`
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
