import { type HttpError, t } from '../runtime/kit.ts'
import { Alert } from './alert.tsx'

interface RefusalProps {
  readonly problem: HttpError | null | undefined
  /** Names of fields that say themselves what is wrong with them, by `errorAt`. */
  readonly shown: readonly string[]
}

/** Why a form was refused, above it, as far as none of its fields says so. */
export function Refusal({ problem, shown }: RefusalProps) {
  if (!problem) return null
  const errors = problem.errors ?? []
  if (errors.length > 0 && errors.every(({ path }) => shown.includes(path))) return null
  return <Alert kind="error" title={problem.detail ?? problem.title} />
}

/** What is wrong with a field of a form that was refused, as a sentence. */
export function errorAt(problem: HttpError | null | undefined, field: string): string | null {
  const found = problem?.errors?.find(({ path }) => path === field)
  if (!found) return null
  return /^[a-z]/.test(found.message) ? t('This {message}.', { message: found.message }) : found.message
}
