import { counted } from '../../ground/counted.ts'
import { defineCommand } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Output } from '../output.ts'
import { askService, type RunningService, reachService } from '../seed/running-service.ts'

/** Maximum number of documents that one request creates or deletes, so that it ends long before any timeout. */
const STEP = 5000

export const seed = defineCommand({
  name: 'seed',
  summary: 'Create sample data, or clear it',
  options: {
    env: { type: 'string', value: 'name', default: 'development', summary: 'The environment of the service' },
    url: {
      type: 'string',
      value: 'address',
      summary: 'The address of the service (default: the domain of the environment)',
    },
    content: {
      type: 'string',
      value: 'number',
      summary: 'Number of documents (default: the setting of seed-data-plugin)',
    },
    users: { type: 'string', value: 'number', summary: 'Number of accounts (default: the setting)' },
    media: { type: 'string', value: 'number', summary: 'Number of images (default: the setting)' },
    seed: { type: 'string', value: 'number', default: '1', summary: 'The same seed gives the same data' },
    roles: { type: 'string', value: 'list', summary: 'Roles of the accounts, separated by commas' },
    collections: { type: 'string', value: 'list', summary: 'Collections that get documents (default: all)' },
    clear: { type: 'boolean', summary: 'Remove the sample data; create new data only if a number is given' },
  },
  async run(invocation) {
    const { options, output } = invocation
    const body = readBody(options)
    const service = await reachService(invocation)
    const removed = options.clear ? await clearAll(service) : null
    // `--clear` alone only clears.
    const asksForMore = [options.content, options.users, options.media].some((count) => count !== undefined)
    const made = options.clear && !asksForMore ? null : await generateAll(service, body, output)
    return { removed, made }
  },
  print({ removed, made }, output) {
    if (removed) output.print(`${output.style('green', '✓')} removed ${inWords(removed.removed)}`)
    if (removed && sum(removed.kept) > 0) {
      output.note(`${inWords(removed.kept)} kept: other content refers to them`)
    }
    if (made) output.print(`${output.style('green', '✓')} created ${inWords(made.created)} with the seed ${made.seed}`)
    for (const { collection, count, reason } of made?.skipped ?? []) {
      output.note(`${count} of ${collection} could not be created: ${reason}`)
    }
  },
  toJson: ({ removed, made }) => ({ ...removed, ...made }),
})

interface Counts {
  readonly content: number
  readonly users: number
  readonly media: number
}

interface Made {
  readonly created: Counts
  readonly seed: number
  readonly skipped: readonly { readonly collection: string; readonly reason: string; readonly count: number }[]
}

interface Removed {
  readonly removed: Counts
  readonly kept: Counts
}

async function generateAll(service: RunningService, body: object, output: Output): Promise<Made> {
  const progress = output.startProgress('seed', 1)
  let created: Counts = { content: 0, users: 0, media: 0 }
  let made: Made = { created, seed: 0, skipped: [] }
  for (let from: number | null = 0; from !== null; ) {
    const data: Made & { next: number | null; total: number } = await askService(service, '/admin/seed-data/generate', {
      ...body,
      from,
      limit: STEP,
    })
    created = add(created, data.created)
    made = { created, seed: data.seed, skipped: [...made.skipped, ...data.skipped] }
    progress.show((data.next ?? data.total) / Math.max(1, data.total), `${sum(created)} of ${data.total}`)
    from = data.next
  }
  progress.end()
  return made
}

async function clearAll(service: RunningService): Promise<Removed> {
  let removed: Counts = { content: 0, users: 0, media: 0 }
  for (;;) {
    const data: Removed & { remaining: number } = await askService(service, '/admin/seed-data/clear', { limit: STEP })
    removed = add(removed, data.removed)
    if (data.remaining === 0 || sum(data.removed) === 0) return { removed, kept: data.kept }
  }
}

function readBody(options: Readonly<Record<string, string | boolean | undefined>>): object {
  const body = {
    contentCount: readCount('content', options.content),
    userCount: readCount('users', options.users),
    mediaCount: readCount('media', options.media),
    seed: readCount('seed', options.seed),
    roles: readList(options.roles),
    collections: readList(options.collections),
  }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}

function readCount(name: string, text: string | boolean | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,10}$/.test(String(text))) return Number(text)
  throw new Failure(`--${name} takes a whole number, not ${text}.`, { exitCode: exitCodes.usage })
}

function readList(text: string | boolean | undefined): string[] | undefined {
  return typeof text === 'string' ? text.split(',').flatMap((word) => word.trim() || []) : undefined
}

function add(a: Counts, b: Counts): Counts {
  return { content: a.content + b.content, users: a.users + b.users, media: a.media + b.media }
}

function sum({ content, users, media }: Counts): number {
  return content + users + media
}

function inWords({ content, users, media }: Counts): string {
  return `${counted(content, 'document')}, ${counted(users, 'account')} and ${counted(media, 'image')}`
}
