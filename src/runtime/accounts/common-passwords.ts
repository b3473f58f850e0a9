import list from '../../../dist/common-passwords.json' with { type: 'json' }

/** The 10,000 most common passwords in lower case, without those that are too short to be allowed. */
export const commonPasswords: ReadonlySet<string> = new Set(list)
