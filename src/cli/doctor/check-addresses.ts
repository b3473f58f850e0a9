import type { AddressNeed } from '../../config/plugin-operations.ts'
import type { Manifest } from '../../manifest/index.ts'
import type { DoctorFinding } from './finding.ts'

/** Maximum time to wait for a response, in milliseconds. */
const TIMEOUT = 10_000

/**
 * Requests the addresses that plugins declare in `reaches`, and reports each that does not respond as it must. An
 * address that is a secret is not checked, since only the worker knows it.
 */
export async function checkAddresses(
  { environments, plugins }: Manifest,
  environment: string,
): Promise<readonly DoctorFinding[]> {
  const { settings = {} } = environments[environment] ?? {}
  const checks = plugins.flatMap(({ name, reaches }) =>
    reaches.flatMap((need) =>
      addressesIn(settings[name]?.[need.setting], need).map((address) => ask(`${name}.${need.setting}`, need, address)),
    ),
  )
  return (await Promise.all(checks)).flat()
}

function addressesIn(list: unknown, { property }: AddressNeed): readonly string[] {
  const entries = Array.isArray(list) ? (list as readonly Readonly<Record<string, unknown>>[]) : [] // as the schema requires
  const addresses = entries.map((entry) => entry[property])
  return [...new Set(addresses.filter((address): address is string => typeof address === 'string'))]
}

async function ask(
  setting: string,
  { path, same, kind }: AddressNeed,
  address: string,
): Promise<readonly DoctorFinding[]> {
  const url = `${address.replace(/\/$/, '')}${path}`
  const remedy = `check ${setting}, and ask the operator of the ${kind}: ${url}`
  const finding = (severity: DoctorFinding['severity'], message: string): readonly DoctorFinding[] => [
    { topic: 'addresses', severity, message, remedy },
  ]
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    if (!response.ok) return finding('error', `The ${kind} ${address} responds with ${response.status}.`)
    const body = (await response.json().catch(() => null)) as Readonly<Record<string, unknown>> | null // any shape is possible
    const value = body?.[same]
    if (value === address) return []
    return finding('error', `The ${kind} ${address} says that its ${same} is ${value ? String(value) : 'nothing'}.`)
  } catch (error) {
    const reason =
      error instanceof Error && error.name === 'TimeoutError' ? 'does not respond in time' : 'cannot be reached'
    return finding('warning', `The ${kind} ${address} ${reason} from here.`)
  }
}
