import type { HttpError } from 'lintel/kit'
import { Alert } from 'lintel/ui'

interface RefusalProps {
  readonly problem: HttpError | undefined
  /** Fields that say themselves what is wrong with them. */
  readonly shown: readonly string[]
}

/** Why a form was refused, as far as no field of it says so. */
export function Refusal({ problem, shown }: RefusalProps) {
  if (problem === undefined) return null
  const errors = problem.errors ?? []
  if (errors.length > 0 && errors.every(({ path }) => shown.includes(path))) return null
  return <Alert kind="error" title={problem.detail ?? problem.title} />
}

/** What is wrong with a field. */
export function errorAt(problem: HttpError | undefined, field: string): string | null {
  return problem?.errors?.find(({ path }) => path === field)?.message ?? null
}
