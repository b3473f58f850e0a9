import type { DatabaseSync } from 'node:sqlite'
import type { Post } from './posts.ts'

/** A system under measurement: how it is installed, started, filled and asked. */
export interface Peer {
  readonly name: string
  readonly version: string
  /** Settings that matter for its figures, in sentences for the table. */
  readonly settings: string
  /** Packages from npm, pinned. Default: none, it is this repository. */
  readonly packages?: Packages
  /** Project files by path, relative to its folder. */
  readonly files: Readonly<Record<string, string>>
  /** Builds it, once its packages and files are there. */
  prepare(folder: string): Promise<void>
  readonly server: ServerCommand
  /** Path that answers 200 to anyone once the server is up. */
  readonly health: string
  /** Path of its SQLite file, relative to its folder, once it has made one. */
  database(folder: string): string
  /** Makes or finds an account that may do everything, and returns its headers. They hold across restarts. */
  signIn(url: URL, folder: string): Promise<Readonly<Record<string, string>>>
  /** Makes the collection of posts through its API. Default: files have declared it. */
  makeSchema?(ask: Ask): Promise<void>
  /** Publishes what was created. Default: what is created is public. */
  publish?(ask: Ask, id: string): Promise<void>
  /** Fills its tables from `filling.posts`, row by row as the first post stands there, and removes that one. */
  fill(database: DatabaseSync): void
  /** Indexes of the table of posts that its project asks for; others it has by itself. */
  readonly declaredIndexes: readonly string[]
  /** Table of posts, and its column of the ids that its API takes. */
  readonly table: { readonly name: string; readonly id: string }
  readonly requests: Requests
}

export interface Packages {
  readonly dependencies: Readonly<Record<string, string>>
  /** Versions that stand in for those which dependencies ask for. */
  readonly overrides?: Readonly<Record<string, string>>
  /** Packages whose native code is compiled here. Other install scripts do not run. */
  readonly compiled?: readonly string[]
  /** Package manifest's `type`. Default `commonjs`. */
  readonly type?: 'module' | 'commonjs'
}

/** Command of a server: arguments of Node, in its folder. */
export interface ServerCommand {
  args(port: number): readonly string[]
  env(port: number): Readonly<Record<string, string>>
  /** It chooses its port and prints an `Announcement` as its first line. Default `false`. */
  readonly announces?: boolean
}

/** First line of a server that stands behind a harness. */
export interface Announcement {
  readonly url: string
  /** Process that is measured. */
  readonly pid: number
  /** Moment at which its start began, in milliseconds since 1970. */
  readonly since: number
}

/** Sends a request as the account that `signIn` has given. @throws Error for an answer that is no success */
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
  /** Documents of a list. */
  rowsOf(answer: unknown): readonly Row[]
  /** Documents of the filtered list, where they stand elsewhere. */
  filteredRowsOf?(answer: unknown): readonly Row[]
  /** Document of an answer to `byId` or `create`. */
  rowOf(answer: unknown): Row
}

/** A post as a peer answers it; other fields are its own. */
export interface Row {
  readonly id: string | number
  readonly title: string
}

/** Account of the peers that have one with a password. It holds for one run on this machine. */
export const ACCOUNT = { email: 'admin@example.com', password: 'the password of a benchmark' }

/** Secret of the peers' sessions. It holds for one run on this machine. */
export const SECRET = 'a secret of the benchmark which never leaves this machine'

/** Lifetime of tokens, in seconds: a run with `--keep` uses those of an earlier one. */
export const TOKEN_LIFETIME = 30 * 24 * 3600
