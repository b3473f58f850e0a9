import { counted } from '../../ground/counted.ts'
import { defineCommand } from '../command.ts'
import { compileProject } from '../compile-project.ts'
import { localAddress } from '../dev/local-address.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { requireEnvironment } from '../target/with-target.ts'

/**
 * Environment variable that holds an administrator's token. There is no option for it, because a list of processes
 * would show the token.
 */
const TOKEN = 'CMS_TOKEN'

export const mediaSweep = defineCommand({
  name: 'media sweep',
  summary: 'Delete stored files that no item of the media library uses',
  options: {
    env: { type: 'string', value: 'name', default: 'development', summary: 'The environment of the service' },
    url: {
      type: 'string',
      value: 'address',
      summary: 'The address of the service (default: the domain of the environment)',
    },
    'older-than': {
      type: 'string',
      value: 'hours',
      default: '24',
      summary: 'The minimum age of the files to delete, in hours',
    },
    'dry-run': { type: 'boolean', summary: 'List the files without deleting them' },
  },
  async run(invocation) {
    const { options } = invocation
    const token = invocation.variables[TOKEN]
    if (!token) {
      throw new Failure(`${TOKEN} is not set.`, {
        hint: "Set it to an administrator's API token: cms token create <email> --name sweep",
        exitCode: exitCodes.usage,
      })
    }
    const olderThan = readHours(options['older-than'])
    let address = options.url
    if (address === undefined) {
      const { config } = await compileProject(invocation)
      requireEnvironment(options.env, config)
      const domain = config.environments[options.env]?.domain
      if (domain === undefined && options.env !== 'development') {
        throw new Failure(`The environment ${options.env} has no domain.`, {
          hint: 'Give the address of the service with --url.',
        })
      }
      address = domain === undefined ? localAddress(invocation.root) : `https://${domain}`
    }
    const dryRun = options['dry-run']
    const orphans = await sweepAll(address, token, { dryRun, olderThan })
    const size = orphans.reduce((sum, orphan) => sum + orphan.size, 0)
    return { dryRun, orphans, count: orphans.length, size }
  },
  print({ dryRun, orphans, count, size }, output) {
    for (const orphan of orphans) output.print(`${orphan.key}  ${orphan.size}`)
    output.note(`${dryRun ? 'would delete' : 'deleted'} ${counted(count, 'file')}, ${size} bytes`)
  },
})

interface Orphan {
  readonly key: string
  readonly size: number
}

/** Deletes unused files, or only lists them, in several requests, each of which checks a few thousand files. */
async function sweepAll(
  address: string,
  token: string,
  options: { readonly dryRun: boolean; readonly olderThan: number },
): Promise<Orphan[]> {
  const orphans: Orphan[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const body = cursor === undefined ? options : { ...options, cursor }
    const data: { orphans: Orphan[]; cursor: string | null } = await ask(address, token, body)
    orphans.push(...data.orphans)
    cursor = data.cursor
  }
  return orphans
}

async function ask(address: string, token: string, body: object) {
  const url = URL.canParse(address) ? new URL('/admin/media/sweep', address) : null
  if (!url) throw new Failure(`${address} is not an address.`, { exitCode: exitCodes.usage })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).catch((error) => {
    throw new Failure(`No service answers at ${url.origin}.`, { hint: String(error.cause ?? error) })
  })
  const result = await response.json().catch(() => ({}))
  if (!response.ok) {
    throw new Failure(`The service at ${url.origin} refused: ${result.detail ?? result.title ?? response.status}`)
  }
  return result.data
}

function readHours(text: string): number {
  const hours = Number(text)
  if (text.trim() === '' || !(hours >= 0 && hours <= 8760)) {
    throw new Failure('--older-than takes hours, from 0 to 8760.', { exitCode: exitCodes.usage })
  }
  return hours
}
