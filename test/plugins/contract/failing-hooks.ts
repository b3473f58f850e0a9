import { expect } from 'vitest'
import type { Service } from '../../harness/service.ts'
import { addUser, freshAddress, PASSWORD, signedIn } from '../core-auth/people.ts'

/** The header of a request in which a hook fails: `<plugin> <event>`. */
export const FAIL = 'x-fail-hook'

/** Has the hooks of a compiled program fail in requests that ask for it; all else they do as ever. */
export function failOnDemand(files: Map<string, string>): void {
  const plugins = 'plugins.map((plugin) => [plugin.name, plugin])'
  for (const [path, text] of files) {
    if (!text.includes(plugins)) continue
    const failing = 'plugins.map((plugin) => [plugin.name, { ...plugin, http: failing(plugin.name, plugin.http) }])'
    files.set(path, `${text.replace(plugins, failing)}\n${FAILING}`)
    return
  }
  throw new Error('the program has no list of plugins')
}

const FAILING = `function failing(plugin: string, http: { hooks?: object } = {}): never {
  const hooks = Object.fromEntries(
    Object.entries(http.hooks ?? {}).map(([event, hook]) => [
      event,
      (told, c) => {
        if (c.req.header('${FAIL}') === plugin + ' ' + event) throw new Error('a hook that fails on purpose')
        return hook(told, c)
      },
    ]),
  )
  return { ...http, hooks } as never
}
`

type Headers = Readonly<Record<string, string>>

/** Something that an event tells of. */
interface Happening {
  readonly act: (headers: Headers) => Promise<Response>
  /** Tells whether it did not happen. */
  readonly isUndone: () => Promise<boolean>
}

let count = 0

/** Cause of each event. */
export function happenings(service: Service, admin: Headers): (event: string) => Promise<Happening> {
  const send = (method: string, path: string, headers: Headers, body?: object) =>
    service.fetch(path, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }) as Promise<Response>
  const rows = async (sql: string, value: string) => (await service.sql(sql, value)).length
  const made = async (path: string) => {
    const answer = await service.json(path, {
      headers: admin,
      body: { title: `A hook fails ${count}`, status: 'draft' },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body.data.id as string
  }
  const upload = (headers: Headers, name: string) => {
    const form = new FormData()
    form.set('file', new File([`%PDF-1.4\n% ${name}\n%%EOF\n`], name, { type: 'application/pdf' }))
    return service.fetch('/api/media/upload', { method: 'POST', headers, body: form }) as Promise<Response>
  }

  const create = async (): Promise<Happening> => {
    const title = `Created ${count}`
    return {
      act: (headers) => send('POST', '/api/posts', headers, { title, status: 'draft' }),
      isUndone: async () => (await rows('SELECT 1 FROM posts WHERE title = ?', title)) === 0,
    }
  }
  const removeDocument = async (): Promise<Happening> => {
    const id = await made('/api/posts')
    return {
      act: (headers) => send('DELETE', `/api/posts/${id}`, headers),
      isUndone: async () => (await rows('SELECT 1 FROM posts WHERE id = ?', id)) === 1,
    }
  }
  const inTrash = async () => {
    const id = await made('/api/posts')
    expect((await send('DELETE', `/api/posts/${id}`, admin)).status).toBe(204)
    return id
  }
  const removeItem = async (): Promise<Happening> => {
    const { data } = (await (await upload(admin, `gone-${count}.pdf`)).json()) as { data: { id: string } }
    return {
      act: (headers) => send('DELETE', `/api/media/${data.id}`, headers),
      isUndone: async () => (await rows('SELECT 1 FROM media WHERE id = ?', data.id)) === 1,
    }
  }
  const byEvent: Readonly<Record<string, () => Promise<Happening>>> = {
    'request:start': async () => ({
      act: (headers) => send('GET', '/api/posts', headers),
      isUndone: async () => true,
    }),
    'content:save': create,
    'before:content:save': create,
    'content:update': async () => {
      const id = await made('/api/posts')
      const title = `Changed ${count}`
      return {
        act: (headers) => send('PATCH', `/api/posts/${id}`, headers, { title }),
        isUndone: async () => (await rows('SELECT 1 FROM posts WHERE title = ?', title)) === 0,
      }
    },
    'content:draft': async () => {
      const id = await made('/api/posts')
      const path = `/api/posts/${id}`
      expect((await send('PATCH', path, admin, { status: 'published' })).status).toBe(200)
      return {
        act: (headers) => send('PATCH', `${path}?draft=true`, headers, { title: `Pending ${count}` }),
        isUndone: async () => (await rows('SELECT 1 FROM content_drafts WHERE document_id = ?', id)) === 0,
      }
    },
    'content:delete': removeDocument,
    'before:content:delete': removeDocument,
    'content:restore': async () => {
      const id = await inTrash()
      return {
        act: (headers) => send('POST', `/api/posts/trash/${id}/restore`, headers),
        isUndone: async () => (await rows('SELECT 1 FROM posts WHERE id = ?', id)) === 0,
      }
    },
    'content:purge': async () => {
      const id = await inTrash()
      return {
        act: (headers) => send('DELETE', `/api/posts/trash/${id}`, headers),
        isUndone: async () => (await rows('SELECT 1 FROM content_trash WHERE document_id = ?', id)) === 1,
      }
    },
    'media:upload': async () => {
      const name = `made-${count}.pdf`
      return {
        act: (headers) => upload(headers, name),
        isUndone: async () => (await rows('SELECT 1 FROM media WHERE original_name = ?', name)) === 0,
      }
    },
    'media:delete': removeItem,
    'before:media:delete': removeItem,
    'user:update': async () => {
      const { id } = await addUser(service)
      return {
        act: (headers) => send('PATCH', `/admin/users/${id}`, headers, { firstName: 'Changed' }),
        isUndone: async () => (await rows(`SELECT 1 FROM users WHERE id = ? AND first_name = 'Changed'`, id)) === 0,
      }
    },
    'auth:login': async () => {
      const { id, email } = await addUser(service)
      return {
        act: ({ authorization: _, ...headers }) =>
          send(
            'POST',
            '/api/auth/login',
            { ...headers, 'cf-connecting-ip': freshAddress() },
            { email, password: PASSWORD },
          ),
        isUndone: async () => (await rows('SELECT 1 FROM sessions WHERE user_id = ?', id)) === 0,
      }
    },
    'auth:logout': async () => {
      const { id, token } = await signedIn(service)
      return {
        act: (headers) => send('POST', '/api/auth/logout', { ...headers, authorization: `Bearer ${token}` }),
        isUndone: async () => (await rows('SELECT 1 FROM sessions WHERE user_id = ? AND revoked_at IS NULL', id)) === 1,
      }
    },
  }
  return async (event) => {
    count += 1
    const happening = byEvent[event]
    if (!happening) throw new Error(`nothing here makes ${event} happen`)
    return happening()
  }
}
