/** Scanner findings that are no weakness here, matched by their text, each with the reason. */
const EXPLAINED: readonly (readonly [RegExp, string])[] = [
  [/Lack of anti CSRF token/, 'forms are known by their origin: test/runtime/security-origin.test.ts'],
  [/Strict-Transport-Security is not set/, 'said on https, outside development: test/runtime/security-headers.test.ts'],
]

/** Reason why a finding is none; `null` for one that has to be looked at. */
export function explain(finding: string): string | null {
  return EXPLAINED.find(([pattern]) => pattern.test(finding))?.[1] ?? null
}
