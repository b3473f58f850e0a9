import { featureOf, featureVariable } from '../../config/features.ts'
import type { FeatureName } from '../../ground/register.ts'
import type { WithEnv } from './runtime.ts'

/**
 * Tells whether a feature is on: the worker's variable `FEATURE_…` is `true`, `1` or `on`. Features without a variable
 * are off.
 */
export function isFeatureOn({ env }: WithEnv, feature: FeatureName): boolean {
  return isOn((env as unknown as Readonly<Record<string, unknown>>)[featureVariable(feature)]) // a variable, not a binding
}

/** Returns every feature for which the worker has a variable, sorted by name. */
export function featuresOf({ env }: WithEnv): Readonly<Record<string, boolean>> {
  const features = Object.entries(env).flatMap(([variable, value]) => {
    const feature = featureOf(variable)
    return feature === null ? [] : [[feature, isOn(value)] as const]
  })
  return Object.fromEntries(features.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Returns the address of a picture in Cloudflare Images; `null` if `IMAGES_ACCOUNT_ID` is not set.
 * @param image id of the picture in Cloudflare Images
 * @param variant name of a variant of the account. Default `public`
 */
export function imageDeliveryUrl({ env }: WithEnv, image: string, variant = 'public'): string | null {
  const account = (env as { readonly IMAGES_ACCOUNT_ID?: string }).IMAGES_ACCOUNT_ID // an optional variable
  if (!account) return null
  return `https://imagedelivery.net/${[account, image, variant].map(encodeURIComponent).join('/')}`
}

function isOn(value: unknown): boolean {
  return typeof value === 'string' && /^(?:true|1|on)$/i.test(value)
}
