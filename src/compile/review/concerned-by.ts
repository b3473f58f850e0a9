import type { AccessChange, Change } from './change.ts'

/** Kinds of changes to the API that show existing documents to more people. */
const SHOWING: ReadonlySet<string> = new Set(['drafts-changed', 'preview-changed'])

/** Returns the collections in which somebody may read or change more of the existing documents, sorted. */
export function concernedBy(changes: readonly (Change | AccessChange)[]): readonly string[] {
  const found = changes.flatMap((change) => {
    const { class: grade, kind, subject, concerns = [] } = change
    if (grade !== 'opens') return []
    const isOfDocuments = 'action' in change ? !BESIDE.has(change.action) : SHOWING.has(kind)
    return isOfDocuments ? [subject.replace(/\..*/, '')] : concerns
  })
  return [...new Set(found)].sort()
}

/** Actions that concern no existing document. */
const BESIDE: ReadonlySet<string> = new Set(['create', 'permission'])
