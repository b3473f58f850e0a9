import { featureOf } from '../../../config/features.ts'
import { environmentOf, featuresOf, manifestOf, type RequestContext } from '../../../runtime/kit.ts'

/** State of a feature in this environment. */
export interface Feature {
  readonly on: boolean
  /**
   * Origin of the state. `config`: the environment declares it; `worker`: a variable of the worker overrides it;
   * `default`: neither.
   */
  readonly source: 'config' | 'worker' | 'default'
}

/** Returns every feature that an environment declares, or for which the worker has a variable, by name. */
export function features(c: RequestContext): Readonly<Record<string, Feature>> {
  const here = featuresOf(c)
  const declared = declaredIn(environmentOf(c).vars)
  const known = Object.values(manifestOf(c).environments).flatMap(({ vars }) => Object.keys(declaredIn(vars)))
  const names = [...new Set([...known, ...Object.keys(here)])].sort()
  return Object.fromEntries(
    names.map((name): [string, Feature] => {
      const on = here[name]
      if (on === undefined) return [name, { on: false, source: 'default' }]
      return [name, { on, source: declared[name] === String(on) ? 'config' : 'worker' }]
    }),
  )
}

/** Returns the features declared by variables, by name. */
function declaredIn(vars: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(vars).flatMap(([variable, value]) => {
      const feature = featureOf(variable)
      return feature === null ? [] : [[feature, value]]
    }),
  )
}
