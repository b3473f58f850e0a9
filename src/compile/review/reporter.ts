import type { Sources } from '../sources/sources.ts'
import type { Change, ChangeClass } from './change.ts'

/** Describes a change for the review. `path` leads from the declaration of `subject` to the option that differs. */
export type Report = (grade: ChangeClass, kind: string, subject: string, message: string, ...path: string[]) => Change

/** Returns a function that describes changes to fields and collections. */
export function reporter(sources: Sources): Report {
  return (grade, kind, subject, message, ...path) => ({
    class: grade,
    kind,
    subject,
    message,
    source: subject.includes('.') ? sources.field(subject, ...path) : sources.collection(subject, ...path),
  })
}
