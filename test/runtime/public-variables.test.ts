import { expect, test } from 'vitest'
import { featureOf, featureVariable } from '../../src/config/features.ts'
import { featuresOf, imageDeliveryUrl, isFeatureOn } from '../../src/runtime/kit.ts'

const withEnv = (env: Readonly<Record<string, string>>) => ({ env }) as unknown as Parameters<typeof isFeatureOn>[0]

test('a feature is on where its variable says so, and off without one', () => {
  const c = withEnv({ FEATURE_NEW_EDITOR: 'true', FEATURE_OLD_LIST: 'false', ENVIRONMENT: 'production' })
  expect([isFeatureOn(c, 'newEditor'), isFeatureOn(c, 'oldList'), isFeatureOn(c, 'unknown')]).toEqual([
    true,
    false,
    false,
  ])
  expect(featuresOf(c)).toEqual({ newEditor: true, oldList: false })
})

test.each(['newEditor', 'a', 'editor2', 'aBC'])('the feature %s comes back from its variable', (feature) => {
  expect(featureOf(featureVariable(feature))).toBe(feature)
})

test('addresses of Cloudflare Images need the account', () => {
  expect(imageDeliveryUrl(withEnv({}), 'cat')).toBeNull()
  const c = withEnv({ IMAGES_ACCOUNT_ID: 'abc' })
  expect(imageDeliveryUrl(c, 'a/cat', 'small')).toBe('https://imagedelivery.net/abc/a%2Fcat/small')
})
