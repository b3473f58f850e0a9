/** Meanings of the exit codes. A command that is refused never ends with 0. */
export const exitCodes = {
  done: 0,
  /** Something went wrong, and the message says what. */
  error: 1,
  /** The command line is wrong: an unknown command or option, or an invalid value. */
  usage: 2,
  /** The lock, a migration or a database does not match the config yet. */
  stale: 3,
  /** The change breaks clients of the API. */
  breaking: 4,
  /** The change destroys data, and the config does not acknowledge it. */
  destructive: 5,
  /** A database does not match its migrations. */
  drift: 6,
  /** The command must not touch the given environment or database. */
  wrongTarget: 7,
  /** Another process holds a resource that the command needs. */
  locked: 8,
  /** The change gives somebody access. */
  opens: 9,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]
