import { featureOf } from '../../../config/features.ts'
import { environmentOf, featuresOf, manifestOf, type RequestContext } from '../../../runtime/kit.ts'

/** A feature as it is here. */
export interface Feature {
  readonly on: boolean
  /** `config`: as the environment declares it; `worker`: a variable of the worker says otherwise; `default`: nobody says. */
  readonly source: 'config' | 'worker' | 'default'
}

/** Every feature that some environment declares, or the worker has a variable for, by name. */
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

/** Variables of features, by the feature's name. */
function declaredIn(vars: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(vars).flatMap(([variable, value]) => {
      const feature = featureOf(variable)
      return feature === null ? [] : [[feature, value]]
    }),
  )
}
