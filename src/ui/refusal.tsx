/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Problem, Refused } from '../ground/problem.ts'
import { t } from '../messages/translate.ts'
import { Alert } from './alert.tsx'

interface RefusalProps {
  readonly problem: Problem | null | undefined
  /** Names of fields whose errors the form shows beside them (`errorAt`). */
  readonly shown: readonly string[]
}

/** Explains above a form why it was rejected. Renders nothing if all errors are shown beside fields. */
export function Refusal({ problem, shown }: RefusalProps) {
  if (!problem) return null
  const errors = problem.errors ?? []
  if (errors.length > 0 && errors.every(({ path }) => shown.includes(path))) return null
  return <Alert kind="error" title={problem.detail ?? t(problem.title)} />
}

/** Returns the error of a field of a rejected form; `null` if it has none. */
export function errorAt(problem: Problem | null | undefined, field: string): string | null {
  return problem?.errors?.find(({ path }) => path === field)?.message ?? null
}

/** Returns the submitted value of a field of a rejected form. */
export function typedIn(refused: Refused | null, field: string): string | undefined {
  const value = refused?.typed[field]
  return typeof value === 'string' ? value : undefined
}
