import { spawnSync } from 'node:child_process'

/** Names the part of the suite that runs, for the tests themselves: a mode of vitest that is not its own. */
export const SCOPE = 'TEST_SCOPE'

/** Names the commit that chooses the rows of tables. */
export const COMMIT = 'TEST_COMMIT'

/** `often`: what `npm test` runs. `rest`: what it leaves out. `all`: both, and the default. */
export type Scope = 'often' | 'rest' | 'all'

export function scopeOf(mode: string): Scope {
  return mode === 'often' || mode === 'rest' ? mode : 'all'
}

/** Environment of the tests in a scope. */
export function environmentOf(scope: Scope): Record<string, string> {
  if (scope === 'all') return {}
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' })
  return { [SCOPE]: scope, [COMMIT]: stdout?.trim() ?? '' }
}
