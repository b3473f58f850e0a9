import type { ChangeClass, SettingChange } from './change.ts'

/** Returns the names in two records, sorted. */
export function namesIn(before: object, after: object): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
}

/** Tells whether two facts of a lock are equal; `null` stands for an absent one. */
export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

/** Creates a change that applies to all environments and has no declaration. */
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
