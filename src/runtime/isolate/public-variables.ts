import { featureOf, featureVariable } from '../../config/features.ts'
import type { FeatureName } from '../../config/register.ts'
import type { WithEnv } from './runtime.ts'

/** Tells whether a feature is on: the worker's variable `FEATURE_…` is `true`, `1` or `on`. Absent: off. */
export function isFeatureOn({ env }: WithEnv, feature: FeatureName): boolean {
  return isOn((env as unknown as Readonly<Record<string, unknown>>)[featureVariable(feature)]) // a variable beside the bindings
}

/** Every feature that the worker has a variable for, by name, sorted. */
export function featuresOf({ env }: WithEnv): Readonly<Record<string, boolean>> {
  const features = Object.entries(env).flatMap(([variable, value]) => {
    const feature = featureOf(variable)
    return feature === null ? [] : [[feature, isOn(value)] as const]
  })
  return Object.fromEntries(features.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * The address of a picture that is kept in Cloudflare Images; `null` where `IMAGES_ACCOUNT_ID` is not set.
 * @param image its id there
 * @param variant one of those that the account has. Default `public`
 */
export function imageDeliveryUrl({ env }: WithEnv, image: string, variant = 'public'): string | null {
  const account = (env as { readonly IMAGES_ACCOUNT_ID?: string }).IMAGES_ACCOUNT_ID // an optional variable
  if (!account) return null
  return `https://imagedelivery.net/${[account, image, variant].map(encodeURIComponent).join('/')}`
}

function isOn(value: unknown): boolean {
  return typeof value === 'string' && /^(?:true|1|on)$/i.test(value)
}
