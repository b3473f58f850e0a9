/** Patterns of scanner findings that are not vulnerabilities here, with the reasons. */
const EXPLAINED: readonly (readonly [RegExp, string])[] = [
  [/Lack of anti CSRF token/, 'forms are known by their origin: test/runtime/security-origin.test.ts'],
  [/Strict-Transport-Security is not set/, 'said on https, outside development: test/runtime/security-headers.test.ts'],
]

/** Returns the reason why a finding is not a vulnerability; `null` for a finding to examine. */
export function explain(finding: string): string | null {
  return EXPLAINED.find(([pattern]) => pattern.test(finding))?.[1] ?? null
}
