/** Maximum length of a value in a message. */
const LONGEST_VALUE = 160

/** Matches names of settings whose values are secret. */
const SECRET_NAME = /auth|token|passw|secret|credential|ident|private.?key|api.?key|(?:^|[._-])(?:key|cert|ca|otp)$/i

/** Matches values that are secrets wherever they occur: tokens of known services, and the user in an address. */
const SECRETS = [
  /\b(?:npm|ghp|gho|ghs|ghu|ghr|github_pat|glpat|xox[abpr]|sk|pk|rk|re|pat)[_-][\w-]{12,}/g,
  /(?<=\/\/)[^/\s@'"]+(?=@)/g,
  /(?<=(?:_authToken|_auth|_password|[?&](?:token|key|secret|password))["']?\s*[=:\s]\s*["']?)[^\s&'"=:]+/gi,
  /(?<=(?:password|passwd|secret|token|api[_-]?key)["']?\s*[:=]\s*["']?)[\w+/=.-]{12,}/gi,
]

/** Tells whether a setting's value must not be shown. */
export function isSecret(name: string): boolean {
  return SECRET_NAME.test(name)
}

/** Returns text without the secrets in it. */
export function redact(text: string): string {
  return SECRETS.reduce((rest, pattern) => rest.replace(pattern, '…'), text)
}

/** Prints a value for a message: without secrets, and not too long. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = redact(JSON.stringify(value) ?? String(value))
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
}

/** Prints a line of a file for a note. */
export function shownLine(line: string): string {
  const text = redact(line.trim())
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text
}
