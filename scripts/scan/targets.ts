/** Request with values that a scanner may change; `*` marks such a value in the path. */
export interface Target {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly json?: string
}

/** Parts of the API that use request values in SQL. */
export const TARGETS: readonly Target[] = [
  { method: 'GET', path: '/api/posts?page=1&limit=5&sort=title&title=news&status=published' },
  { method: 'GET', path: '/api/posts?title[contains]=news&or[0][slug][eq]=x&fields=title&populate=author&q=news' },
  { method: 'GET', path: '/api/posts/01900000-0000-7000-8000-000000000000*' },
  { method: 'GET', path: '/api/content?q=news&collection=posts&sort=title&status=draft' },
  { method: 'GET', path: '/api/media?type=image&folder=x&q=x&sort=filename' },
  { method: 'POST', path: '/api/auth/login', json: '{"email":"somebody@example.com","password":"something"}' },
  { method: 'POST', path: '/api/tags', json: '{"name":"scan"}' },
  { method: 'GET', path: '/admin/audit?actor=x&action=content.create&collection=tags&id=x&from=2026-01-01' },
  { method: 'GET', path: '/admin/auth/sessions?userId=x&page=1&limit=5' },
  { method: 'GET', path: '/admin/webhooks/deliveries?status=pending&endpoint=x&event=x' },
  { method: 'GET', path: '/admin/plugins/email/messages?to=x%40example.com&status=sent' },
]
