/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Problem, Refused } from '../config/route.ts'
import { Alert } from './alert.tsx'
import { t } from './t.ts'

interface RefusalProps {
  readonly problem: Problem | null | undefined
  /** Names of fields that say themselves what is wrong with them, by `errorAt`. */
  readonly shown: readonly string[]
}

/** Reasons why a form was refused, above it, as far as none of its fields says so. */
export function Refusal({ problem, shown }: RefusalProps) {
  if (!problem) return null
  const errors = problem.errors ?? []
  if (errors.length > 0 && errors.every(({ path }) => shown.includes(path))) return null
  return <Alert kind="error" title={problem.detail ?? t(problem.title)} />
}

/** Finds the error of a field of a refused form. */
export function errorAt(problem: Problem | null | undefined, field: string): string | null {
  return problem?.errors?.find(({ path }) => path === field)?.message ?? null
}

/** Finds what was typed into a field of a refused form. */
export function typedIn(refused: Refused | null, field: string): string | undefined {
  const value = refused?.typed[field]
  return typeof value === 'string' ? value : undefined
}
