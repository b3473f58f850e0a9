import type { Finding } from '../../diagnostics/diagnostic.ts'

/** Path of the lock in a project. */
export const LOCK_FILE = 'cms.lock.json'

/** Version of the lock's format. Raised whenever it changes. */
export const LOCK_FORMAT = 1

/** Checks that the lock on disk can be trusted and rewritten; finds nothing if there is no lock yet. */
export function checkLock(text: string | null): Finding[] {
  if (text === null) return []
  const marker = text.split('\n').findIndex((line) => /^(?:<{7}|={7}|>{7}|\|{7})(?: |$)/.test(line))
  if (marker !== -1) {
    const message = 'The lock has merge conflict markers.'
    return [
      {
        code: 'lock-conflict',
        message,
        hint: WRITE_ANEW,
        at: { file: LOCK_FILE, line: marker + 1, column: 1, length: 7 },
      },
    ]
  }
  const format = formatOf(text)
  if (format === null) {
    return [
      {
        code: 'lock-corrupt',
        message: 'The lock was not written by `cms build`.',
        hint: WRITE_ANEW,
        at: { file: LOCK_FILE },
      },
    ]
  }
  if (format <= LOCK_FORMAT) return []
  const message = `The lock has format ${format}, but this version of lintel reads ${LOCK_FORMAT}.`
  const hint = 'Install the version of lintel that the project uses: `npm ci`.'
  return [{ code: 'lock-newer', message, hint, at: { file: LOCK_FILE } }]
}

/** Hint for an unusable lock, which contains nothing that cannot be derived from the config and the migrations. */
const WRITE_ANEW = 'Resolve conflicts in the config, delete cms.lock.json, and run `cms build`.'

function formatOf(text: string): number | null {
  try {
    const format: unknown = JSON.parse(text)?.lockFormat
    return typeof format === 'number' && Number.isInteger(format) && format > 0 ? format : null
  } catch {
    return null // invalid JSON, which the caller reports
  }
}
