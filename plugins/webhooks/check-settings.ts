import type { SettingRefusal } from 'lintel'
import { refusalOf } from './address.ts'

/**
 * Finds addresses to which every delivery would be refused in this environment. Addresses that are secrets are checked
 * when messages are sent.
 */
export function checkSettings(
  environment: string,
  settings: { readonly [setting: string]: unknown },
  { domain }: { readonly domain: string | null },
): readonly SettingRefusal[] {
  const endpoints = settings.endpoints as readonly { readonly url: unknown }[] // the schema has accepted them
  return endpoints.flatMap(({ url }, index) => {
    const refusal = typeof url === 'string' ? refusalOf(url, { name: environment, domain }) : null
    if (refusal === null) return []
    const demanded = `must be an https address of another service, in the public network, in ${environment}: ${refusal}`
    return [{ path: ['endpoints', index, 'url'], demanded }]
  })
}
