import { spawnSync } from 'node:child_process'

/** Environment variable with the scope of the run, which is the mode of vitest. Not set for the scope `all`. */
export const SCOPE = 'TEST_SCOPE'

/** Environment variable with the commit that determines the share of rows that runs (`shareOf`). */
export const COMMIT = 'TEST_COMMIT'

/** Scope of a run. `often`: the tests of `npm test`. `rest`: those that it leaves out. `all`: both, the default. */
export type Scope = 'often' | 'rest' | 'all'

export function scopeOf(mode: string): Scope {
  return mode === 'often' || mode === 'rest' ? mode : 'all'
}

/** Returns the environment variables of the tests in a scope. */
export function environmentOf(scope: Scope): Record<string, string> {
  if (scope === 'all') return {}
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
  return { [SCOPE]: scope, [COMMIT]: stdout?.trim() ?? '' }
}
