import type { ModulesOf } from '../compilation.ts'
import type { AccessChange, Change } from './change.ts'
import { listedInPart } from './fold-access.ts'

/**
 * Adds the modules that differ from the base to changes of code: access rules that are functions, plugins, the worker.
 * @param changedIn returns the differing modules of a part, with their lines: `rules/staff.ts:4-6`
 */
export function withModules<C extends Change>(change: C, changedIn: ModulesOf | null): C {
  const part = changedIn && partOf(change)
  if (!part) return change
  const changed = changedIn(part)
  const note = changed.length > 0 ? `differs from the base: ${listedInPart(changed)}` : ELSEWHERE
  return { ...change, notes: [...(change.notes ?? []), note] }
}

const ELSEWHERE =
  'no module of the project that it imports differs: an installed package does, or where an import leads'

function partOf(change: Change): Parameters<ModulesOf>[0] | null {
  const { kind, subject } = change
  if (kind === 'access-function') return { kind: 'function', name: `${subject}.${(change as AccessChange).action}` }
  if (kind === 'code-plugin') return { kind: 'plugin', name: subject }
  return kind === 'code-worker' ? { kind: 'worker', name: '' } : null
}
