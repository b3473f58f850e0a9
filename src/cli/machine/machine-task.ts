import type { BucketPage, NewObject } from '../bucket/bucket.ts'
import type { DatabaseTask } from '../database/database-task.ts'
import type { ExitCode } from '../exit-codes.ts'
import type { MachineFacts } from './read-facts.ts'
import type { Releases } from './releases.ts'

/** Task on the machine of a service whose host is Node: about its database, its folder, or its server. */
export type MachineTask =
  | DatabaseTask
  /** Takes the data exclusively from now on: nobody else may use it, and no server starts on it. */
  | { readonly kind: 'take' }
  /** Makes the following tasks use a copy of the current database, while writes continue. */
  | { readonly kind: 'freeze' }
  /** Makes tasks use the database itself again, and deletes the copy. */
  | { readonly kind: 'thaw' }
  /** Makes the server load the build that the link `current` points to, and waits until the build is loaded. */
  | { readonly kind: 'reload'; readonly command: string | null; readonly build: string; readonly patience: number }
  | { readonly kind: 'builds'; readonly folder: string }
  /** Makes the link `current` of the folder point to a build in it. */
  | { readonly kind: 'switch'; readonly folder: string; readonly version: string }
  /** Removes all builds in the folder, except for the `keep` newest and the one that runs. */
  | { readonly kind: 'clear'; readonly folder: string; readonly keep: number }
  /** Returns a page of the bucket: keys with this prefix, after a cursor. */
  | { readonly kind: 'list'; readonly prefix: string; readonly cursor: string | null }
  /** Returns a part of an object, in base64; `null` if there is no such object. */
  | { readonly kind: 'object'; readonly key: string; readonly offset: number; readonly length: number }
  /** Stores an object. */
  | { readonly kind: 'put'; readonly object: NewObject; readonly base64: string }
  /** Starts storing an object in parts, all of which except the last have the same size. */
  | { readonly kind: 'begin-upload'; readonly object: NewObject }
  | {
      readonly kind: 'put-part'
      readonly key: string
      readonly upload: string
      /** Number of the part, from 1. */
      readonly number: number
      readonly base64: string
    }
  /** Combines the parts into the object; if `parts` is `null`, discards the parts that were sent. */
  | {
      readonly kind: 'end-upload'
      readonly key: string
      readonly upload: string
      readonly parts: readonly UploadedPart[] | null
    }
  | { readonly kind: 'facts' }

export interface UploadedPart {
  readonly partNumber: number
  readonly etag: string
}

/** Version of the format of tasks and results. A command and the build that it calls must have the same version. */
export const PROTOCOL = 1

/** Result of a task: one line of JSON. */
export type TaskOutcome =
  | { readonly ok: unknown }
  | { readonly failed: { readonly message: string; readonly hint: string | null; readonly exitCode: ExitCode } }

/** Results of tasks by kind. `runTask` determines the results of tasks on the database. */
export interface Results {
  readonly builds: Releases
  /** True if there was a server to load the build. */
  readonly reload: boolean
  readonly list: BucketPage
  readonly object: { readonly size: number; readonly base64: string } | null
  /** ETag of the object. */
  readonly put: string
  readonly 'begin-upload': string
  readonly 'put-part': UploadedPart
  readonly 'end-upload': string
  readonly facts: MachineFacts
}

type Result<Kind extends string> = Kind extends keyof Results ? Results[Kind] : unknown

/** Machine of a service: this one, or one that is reached by a command. */
export interface Machine {
  /**
   * Runs a task.
   * @throws Failure if the task is refused, or the machine cannot be reached
   */
  run<Task extends MachineTask>(task: Task): Promise<Result<Task['kind']>>
  close(): Promise<void>
}
