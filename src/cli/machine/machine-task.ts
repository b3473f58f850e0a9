import type { BucketPage, NewObject } from '../bucket/bucket.ts'
import type { DatabaseTask } from '../database/database-task.ts'
import type { ExitCode } from '../exit-codes.ts'
import type { MachineFacts } from './read-facts.ts'
import type { Releases } from './releases.ts'

/** Work on the machine of a service whose host is Node: on its database, with its folder, and with its server. */
export type MachineTask =
  | DatabaseTask
  /** From here on nobody else has the data, and no server starts on it. */
  | { readonly kind: 'take' }
  /** From here on tasks on the database go to a copy of it as it is now, while writes go on. */
  | { readonly kind: 'freeze' }
  /** They go to the database again, and the copy is gone. */
  | { readonly kind: 'thaw' }
  /** Has the server take the build that the link leads to now, and waits until it has. */
  | { readonly kind: 'reload'; readonly command: string | null; readonly build: string; readonly patience: number }
  | { readonly kind: 'builds'; readonly folder: string }
  /** Has the link `current` of the folder lead to a build in it. */
  | { readonly kind: 'switch'; readonly folder: string; readonly version: string }
  /** Removes builds in the folder but the newest. */
  | { readonly kind: 'clear'; readonly folder: string; readonly keep: number }
  /** A page of the bucket: keys that begin so, after a cursor. */
  | { readonly kind: 'list'; readonly prefix: string; readonly cursor: string | null }
  /** A part of an object, in base64; `null` where there is no such object. */
  | { readonly kind: 'object'; readonly key: string; readonly offset: number; readonly length: number }
  /** Stores an object. */
  | { readonly kind: 'put'; readonly object: NewObject; readonly base64: string }
  /** Begins to store an object in parts, each of which but the last has one size. */
  | { readonly kind: 'begin-upload'; readonly object: NewObject }
  | {
      readonly kind: 'put-part'
      readonly key: string
      readonly upload: string
      /** From 1 on. */
      readonly number: number
      readonly base64: string
    }
  /** Makes the parts the object; without parts, forgets those that came. */
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

/** Form of tasks and answers: a command and the build that it asks must have the same. */
export const PROTOCOL = 1

/** Answer to a task: one line of JSON. */
export type MachineAnswer =
  | { readonly ok: unknown }
  | { readonly failed: { readonly message: string; readonly hint: string | null; readonly exitCode: ExitCode } }

/** Results of tasks by their kind; those on the database are as `runTask` has them. */
export interface Results {
  readonly builds: Releases
  /** True where there was a server to take it. */
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

/** The machine of a service: this one, or one that is reached by a command. */
export interface Machine {
  /** @throws Failure where the task is refused, or the machine is not reached */
  run<Task extends MachineTask>(task: Task): Promise<Result<Task['kind']>>
  close(): Promise<void>
}
