/** The hand-written worker that Lintel is measured beside: Hono and D1, the same queries, nothing else. */
import type { D1Database } from '@cloudflare/workers-types'
import { Hono } from 'hono'

const app = new Hono<{ Bindings: { DB: D1Database } }>()

const columns = 'id, status, title, slug, summary, kind, featured, views, created_at, updated_at, version'

app.get('/hello', (c) => c.json({ status: 'ok' }))

app.get('/posts', async (c) => {
  const [rows, total] = await c.env.DB.batch([
    c.env.DB.prepare(
      `SELECT ${columns} FROM posts WHERE status = 'published' ORDER BY created_at DESC, id DESC LIMIT 20 OFFSET 0`,
    ),
    c.env.DB.prepare(`SELECT count FROM content_counts WHERE collection_id = 'posts' AND status = 'published'`),
  ])
  return c.json({ data: rows?.results, total: (total?.results[0] as { count: number } | undefined)?.count })
})

app.get('/posts/:id', async (c) => {
  const row = await c.env.DB.prepare(`SELECT ${columns} FROM posts WHERE id = ?1`).bind(c.req.param('id')).first()
  return row ? c.json({ data: row }) : c.notFound()
})

app.post('/posts', async (c) => {
  const { title, slug } = await c.req.json<{ title: string; slug: string }>()
  const id = crypto.randomUUID()
  const now = Date.now()
  await c.env.DB.batch([
    c.env.DB.prepare(
      `INSERT INTO posts (id, status, title, slug, created_at, updated_at, version) VALUES (?1, 'published', ?2, ?3, ?4, ?4, 1)`,
    ).bind(id, title, slug, now),
    c.env.DB.prepare(
      `INSERT INTO content_versions (id, collection_id, document_id, version, status, data, created_at) VALUES (?1, 'posts', ?2, 1, 'published', ?3, ?4)`,
    ).bind(crypto.randomUUID(), id, JSON.stringify({ title, slug }), now),
  ])
  return c.json({ data: { id, title, slug } }, 201)
})

export default app
