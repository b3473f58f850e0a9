/** Meaning of a command's exit code. A refusal is never 0. */
export const exitCodes = {
  done: 0,
  /** Something went wrong, and the message says what. */
  error: 1,
  /** The command line itself: an unknown command or option, a value that cannot be. */
  usage: 2,
  /** The lock, a migration or a database is behind the config. */
  stale: 3,
  /** The change breaks clients of the API. */
  breaking: 4,
  /** The change destroys data, and the config does not acknowledge it. */
  destructive: 5,
  /** A database is not what its migrations built. */
  drift: 6,
  /** The command must not touch that environment or database. */
  wrongTarget: 7,
  /** Another process holds what is needed. */
  locked: 8,
  /** The change opens something: somebody gains what they did not have. */
  opens: 9,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
