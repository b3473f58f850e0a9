import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { SmokeFailure } from './smoke-test.ts'

interface Situation {
  readonly environment: string
  readonly progress: Progress
  /** Makes the previous program run again; `null` if there was none. */
  readonly goBack: (() => Promise<void>) | null
}

/**
 * Decides what to do after a failed step. Runs the previous program again if the database still fits it, and if the new
 * program either lacks migrations that could not be applied or responds wrongly in the smoke test.
 * @returns the failure with what was done, and the commands that restore the previous state
 */
export async function remedyFor(error: unknown, { environment, progress, goBack }: Situation): Promise<unknown> {
  if (!(error instanceof Failure)) return error
  const { backup, applied, isExpandOnly, isUploaded, isWhole } = progress
  const restore = backup === null ? null : `cms restore ${backup} --env ${environment} --replace`
  const again = `cms deploy --env ${environment}`
  if (!isUploaded) {
    const state =
      applied.length === 0
        ? 'Nothing was changed.'
        : `The previous program still runs, and is not affected by the migrations that were applied: ${applied.join(', ')}. Once the problem is fixed: ${again}`
    return withHint(error, state)
  }
  const isBad = !isWhole || (error instanceof SmokeFailure && error.isNew)
  if (isExpandOnly && isBad && goBack !== null) {
    const failed = await goBack().then(
      () => null,
      (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
    )
    if (failed === null) {
      return withHint(
        error,
        `The previous program runs again and responds as before. Once the problem is fixed: ${again}`,
      )
    }
    return withHint(error, `The previous program could not be restored (${failed}): cms rollback --env ${environment}`)
  }
  const changed = isExpandOnly ? [] : restore === null ? [] : [restore]
  const force = isExpandOnly ? '' : ' --force'
  const commands = goBack === null ? [] : [`cms rollback --env ${environment}${force}`, ...changed]
  const back = commands.length === 0 ? '' : `\nTo go back: ${commands.join(' && ')}`
  const rest = isWhole
    ? ''
    : `, with ${applied.join(', ')} applied and the rest missing. Once the problem is fixed: ${again}`
  return withHint(error, `The new program runs${rest || '.'}${back}`)
}

function withHint(error: Failure, text: string): Failure {
  const hint = [...(error.hint === null ? [] : [error.hint]), ...text.split('\n')].join('\n     ')
  return new Failure(error.message, { hint, exitCode: error.exitCode ?? exitCodes.error })
}

/** State of a deployment at the time of a failure. How the previous state is restored depends on it. */
export interface Progress {
  /** Path of the backup, relative to the root. */
  backup: string | null
  applied: string[]
  /** True if all applied migrations only add to the schema, so that the previous program still works. */
  isExpandOnly: boolean
  isUploaded: boolean
  /** True if every pending migration was applied. */
  isWhole: boolean
  /** Version that ran before; `null` if none did. */
  readonly before: string | null
}
