import type { DatabaseTask } from '../database/database-task.ts'
import type { ExitCode } from '../exit-codes.ts'

/** Work on the machine of a service whose host is Node: on its database, with its folder, and with its server. */
export type MachineTask =
  | DatabaseTask
  /** From here on nobody else has the data, and no server starts on it. */
  | { readonly kind: 'take' }
  /** From here on tasks on the database go to a copy of it as it is now, while writes go on. */
  | { readonly kind: 'freeze' }
  /** They go to the database again, and the copy is gone. */
  | { readonly kind: 'thaw' }
  /** Has the server take the build that the link leads to now, and waits until it has. Returns whether there is one. */
  | { readonly kind: 'reload'; readonly command: string | null; readonly build: string; readonly patience: number }
  /** Returns the folder of the build that runs; `null` where no server does. */
  | { readonly kind: 'server' }
  /** Returns `MachineFacts`. */
  | { readonly kind: 'facts' }

/** Form of tasks and answers: a command and the build that it asks must have the same. */
export const PROTOCOL = 1

/** Answer to a task: one line of JSON. */
export type MachineAnswer =
  | { readonly ok: unknown }
  | { readonly failed: { readonly message: string; readonly hint: string | null; readonly exitCode: ExitCode } }

/** The machine of a service: this one, or one that is reached by a command. */
export interface Machine {
  /** @throws Failure where the task is refused, or the machine is not reached */
  run(task: MachineTask): Promise<unknown>
  close(): Promise<void>
}
