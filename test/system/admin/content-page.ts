import { expect } from 'vitest'
import { as } from '../../harness/as.ts'
import type { Service } from '../../harness/service.ts'

const browser = { accept: 'text/html,*/*;q=0.8' }

export interface Page {
  readonly status: number
  readonly text: string
  readonly location: string
}

/** Actions of somebody with the content in a browser without scripts. */
export function editing(service: Service) {
  const open = async (path: string, role = 'editor', headers: Record<string, string> = {}): Promise<Page> => {
    const answer = await service.fetch(path, { headers: { ...browser, ...as(role), ...headers } })
    return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') ?? '' }
  }
  const send = async (
    path: string,
    fields: readonly (readonly [string, string])[],
    role = 'editor',
    headers: Record<string, string> = {},
  ): Promise<Page> => {
    const answer = await service.fetch(path, {
      method: 'POST',
      headers: { ...browser, ...as(role), ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields.map(([name, value]) => [name, value])).toString(),
    })
    return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') ?? '' }
  }
  const create = async (collection: string, body: object): Promise<{ id: string; [name: string]: unknown }> => {
    const answer = await service.json(`/api/${collection}`, { body, headers: as('editor') })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body.data
  }
  return { open, send, create }
}
