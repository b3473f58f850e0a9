import type { Change, ChangeClass } from './change.ts'
import type { Sources } from './sources.ts'

/** Creates a change. `path` leads from the declaration of `subject` to the option that differs. */
export type Report = (grade: ChangeClass, kind: string, subject: string, message: string, ...path: string[]) => Change

/** Returns the function that creates the reports of changed fields and collections. */
export function reporter(sources: Sources): Report {
  return (grade, kind, subject, message, ...path) => ({
    class: grade,
    kind,
    subject,
    message,
    source: subject.includes('.') ? sources.field(subject, ...path) : sources.collection(subject, ...path),
  })
}
