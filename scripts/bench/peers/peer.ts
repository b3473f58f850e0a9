import type { DatabaseSync } from 'node:sqlite'
import type { Post } from './posts.ts'

/** System that is measured: how to install, start, fill and query it. */
export interface Peer {
  readonly name: string
  readonly version: string
  /** Description of the settings that affect its figures, for the table. */
  readonly settings: string
  /** Packages from npm, with exact versions. Default: none, since it is this repository. */
  readonly packages?: Packages
  /** Texts of the project's files, by path relative to its folder. */
  readonly files: Readonly<Record<string, string>>
  /** Builds the project, after its packages and files are installed. */
  prepare(folder: string): Promise<void>
  readonly server: ServerCommand
  /** Path that responds with 200 to anyone when the server is ready. */
  readonly health: string
  /** Returns the path of its SQLite file, relative to its folder, after the file is created. */
  database(folder: string): string
  /** Creates or finds an account with all permissions, and returns its headers. They stay valid across restarts. */
  signIn(url: URL, folder: string): Promise<Readonly<Record<string, string>>>
  /** Creates the collection of posts through the API. Default: the project's files declare it. */
  makeSchema?(ask: Ask): Promise<void>
  /** Publishes a created post. Default: created posts are public. */
  publish?(ask: Ask, id: string): Promise<void>
  /** Fills its tables from `filling.posts`, modeled on the first post, and deletes that post. */
  fill(database: DatabaseSync): void
  /** Indexes of the table of posts that the project declares, as opposed to those that the system always creates. */
  readonly declaredIndexes: readonly string[]
  /** Table of posts, and the column with the ids that the API uses. */
  readonly table: { readonly name: string; readonly id: string }
  readonly requests: Requests
}

export interface Packages {
  readonly dependencies: Readonly<Record<string, string>>
  /** Versions that replace those that dependencies require. */
  readonly overrides?: Readonly<Record<string, string>>
  /** Packages whose native code is compiled. Install scripts of other packages do not run. */
  readonly compiled?: readonly string[]
  /** Package manifest's `type`. Default `commonjs`. */
  readonly type?: 'module' | 'commonjs'
}

/** Command that starts a server: arguments for Node, in the system's folder. */
export interface ServerCommand {
  args(port: number): readonly string[]
  env(port: number): Readonly<Record<string, string>>
  /** Tells whether the server chooses its port, and prints an `Announcement` as its first line. Default: `false`. */
  readonly announces?: boolean
}

/** First line that a server prints if a harness starts it. */
export interface Announcement {
  readonly url: string
  /** Id of the process that is measured. */
  readonly pid: number
  /** Time at which the start began, in milliseconds since the epoch. */
  readonly since: number
}

/**
 * Sends a request with the headers that `signIn` returned.
 * @throws Error for a response without success
 */
export type Ask = (method: string, path: string, body?: unknown) => Promise<unknown>

export interface Requests {
  readonly newest: string
  filtered(category: string): string
  search(word: string): string
  byId(id: string): string
  readonly create: {
    readonly path: string
    readonly status: number
    body(post: Post): unknown
  }
  /** Returns the documents of a list. */
  rowsOf(answer: unknown): readonly Row[]
  /** Returns the documents of the filtered list, if it has another format. */
  filteredRowsOf?(answer: unknown): readonly Row[]
  /** Returns the document in a response to `byId` or `create`. */
  rowOf(answer: unknown): Row
}

/** Post in a response; other fields depend on the system. */
export interface Row {
  readonly id: string | number
  readonly title: string
}

/** Account for the systems in which users sign in with a password. It exists only for a run on this machine. */
export const ACCOUNT = { email: 'admin@example.com', password: 'the password of a benchmark' }

/** Secret that the systems sign sessions with. It exists only for a run on this machine. */
export const SECRET = 'a secret of the benchmark which never leaves this machine'

/** Lifetime of tokens, in seconds. It is long, since a run with `--keep` leaves tokens for later runs. */
export const TOKEN_LIFETIME = 30 * 24 * 3600
