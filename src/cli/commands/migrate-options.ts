import type { Options } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'

/** Which database a migrate command means. */
export const migrateOptions = {
  env: { type: 'string', value: 'name', default: 'development', summary: 'The environment' },
  persist: { type: 'string', value: 'folder', default: '.wrangler/state', summary: 'Where local data lies' },
} as const satisfies Options

/** @throws Failure for an environment whose database is not on this machine. */
export function requireLocal(environment: string, command: string): void {
  if (environment === 'development') return
  throw new Failure(`\`cms ${command}\` reaches only the local database, not that of ${environment}.`, {
    hint: `\`wrangler d1 migrations\` with --remote --env ${environment} reads the same files and the same ledger.`,
    exitCode: exitCodes.wrongTarget,
  })
}
