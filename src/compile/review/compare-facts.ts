import type { ChangeClass, SettingChange } from './change.ts'

/** The names that either of two records has, sorted. */
export function namesIn(before: object, after: object): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
}

/** Tells whether two facts of a lock are the same; one that is absent is `null`. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

/** A change in all environments, declared nowhere in particular. */
export function settingChange(
  grade: ChangeClass,
  kind: string,
  subject: string,
  message: string,
  [before, after]: readonly [unknown, unknown],
): SettingChange {
  return {
    class: grade,
    kind,
    subject,
    message,
    source: null,
    environments: null,
    before: before ?? null,
    after: after ?? null,
  }
}
