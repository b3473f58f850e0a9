import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { as } from '../../harness/as.ts'
import { sharedService } from '../fixture.ts'

const service = sharedService()
const editor = as('editor', 'eve')

/** Findings of one reader, and between which moments it looked. */
interface Look {
  readonly from: number
  readonly to: number
  readonly isVisible: boolean
}

async function look(read: () => Promise<boolean>): Promise<Look> {
  const from = Date.now()
  const isVisible = await read()
  return { from, to: Date.now(), isVisible }
}

/** Looks at a document in three ways, from before it is due until some looks have begun afterwards. */
async function watch(lead: number) {
  // Time comes from one clock: the worker runs on this machine.
  const due = Date.now() + lead
  const title = `In ${lead} milliseconds`
  const { status, body } = await service.json('/api/articles', {
    body: { title, status: 'scheduled', scheduledAt: new Date(due).toISOString() },
    headers: editor,
  })
  expect(status).toBe(201)
  const { id, version } = body.data
  const byId = async () => (await service.fetch(`/api/articles/${id}`)).status === 200
  const inList = async () =>
    (await service.json('/api/articles?limit=100')).body.data.some((document: { id: string }) => document.id === id)
  const byFilter = async () =>
    (await service.json(`/api/articles?title=${encodeURIComponent(title)}`)).body.pagination.total === 1

  const looks: Look[] = []
  const late = () => looks.filter(({ from }) => from > due)
  while (late().length < 9) {
    const round = [look(byId), look(inList), look(byFilter)]
    await Promise.all([...round, service.schedule(), service.schedule()])
    looks.push(...(await Promise.all(round)))
    await sleep(20)
  }
  return { id, version, due, early: looks.filter(({ to }) => to < due), late: late() }
}

/** Milliseconds before the moment: the first that leaves time for a look is enough. */
const LEADS = [1500, 6000, 20_000]

test('readers see a document from its very moment on, while triggers run two at a time, and it is published once', async () => {
  await service.fetch('/api/articles')
  let watched = await watch(LEADS[0] ?? 0)
  for (const lead of LEADS.slice(1)) if (watched.early.length === 0) watched = await watch(lead)
  const { id, version, due, early, late } = watched
  expect(early.length).toBeGreaterThan(0)
  expect(early.filter(({ isVisible }) => isVisible)).toEqual([])
  expect(late.filter(({ isVisible }) => !isVisible)).toEqual([])

  const after = (await service.json(`/api/articles/${id}`)).body.data
  expect(after).toMatchObject({
    status: 'published',
    publishedAt: new Date(due).toISOString(),
    version: version + 1,
  })
  const told: { event: { id?: string }; name?: string }[] = (await service.json('/auth/probe/events')).body
  const ofIt = told.filter(({ event }) => event.id === id).map(({ event }) => event)
  expect(ofIt).toMatchObject([
    { event: 'content:save', after: { status: 'scheduled' } },
    { event: 'content:save', before: { status: 'scheduled' }, after: { status: 'published' } },
    { event: 'content:update', before: { status: 'scheduled' }, after: { status: 'published' } },
  ])
})
