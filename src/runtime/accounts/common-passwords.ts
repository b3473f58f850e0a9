import list from '../../../dist/common-passwords.json' with { type: 'json' }

/** The 10,000 most common passwords, those that are long enough to be chosen, in lower case. */
export const commonPasswords: ReadonlySet<string> = new Set(list)
