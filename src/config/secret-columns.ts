/** Matches names of columns that hold credentials: `password_hash`, `token`, `totp_secret`, `api_key`. */
const NAMED_LIKE_SECRETS =
  /(?:^|_)(?:password|passwd|secret|token|otp|totp|api_?key|private_?key|credential)s?(?:_|$)|(?:^|_)(?:refresh|code|token|key)_hash$/i

/** Tells whether a column is named like a credential, in upper or lower case. */
export function isNamedLikeSecret(column: string): boolean {
  return NAMED_LIKE_SECRETS.test(column)
}
