import { RUN_WORKER_FIRST } from '../../compile/assets-folder.ts'

/**
 * Whether `run_worker_first` gives browsers their files, and keeps the parts of the reference for the worker: where it has
 * the rules that `cms build` writes, and none that hands over more.
 */
export function keepsReference(rules: boolean | readonly string[] | undefined): boolean {
  if (typeof rules !== 'object') return false
  const opens = rules.filter((rule) => rule.startsWith('!') && !RUN_WORKER_FIRST.includes(rule))
  return opens.length === 0 && RUN_WORKER_FIRST.every((rule) => rules.includes(rule))
}
