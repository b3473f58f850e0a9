/** Columns named for what lets somebody in: `password_hash`, `token`, `totp_secret`, `api_key`. */
const NAMED_LIKE_SECRETS =
  /(?:^|_)(?:password|passwd|secret|token|otp|totp|api_?key|private_?key|credential)s?(?:_|$)|(?:^|_)(?:refresh|code|token|key)_hash$/i

/** Tells whether a column's name says that nobody should read it, in any case. */
export function isNamedLikeSecret(column: string): boolean {
  return NAMED_LIKE_SECRETS.test(column)
}
