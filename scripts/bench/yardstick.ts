/** The hand-written worker that Lintel is measured beside: Hono and D1, the same queries, nothing else. */
import type { D1Database } from '@cloudflare/workers-types'
import { Hono } from 'hono'

const app = new Hono<{ Bindings: { DB: D1Database } }>()

interface PostRow {
  id: string
  status: string
  title: string
  slug: string | null
  summary: string | null
  body: string | null
  cover: string | null
  author: string | null
  category: string | null
  tags: string
  kind: string | null
  featured: number | null
  views: number | null
  homepage: string | null
  created_at: number
  updated_at: number
  published_at: number | null
  scheduled_at: number | null
  created_by: string | null
  updated_by: string | null
  version: number
}

const columns = `id, status, title, slug, summary, body, cover, author, category,
  (SELECT json_group_array(target_id ORDER BY position) FROM posts__tags WHERE owner_id = posts.id) AS tags,
  kind, featured, views, homepage,
  created_at, updated_at, published_at, scheduled_at, created_by, updated_by, version`

const moment = (time: number | null) => (time === null ? null : new Date(time).toISOString())

function post(row: PostRow) {
  return {
    id: row.id,
    status: row.status,
    title: row.title,
    slug: row.slug,
    summary: row.summary,
    body: row.body === null ? null : JSON.parse(row.body),
    cover: row.cover,
    author: row.author,
    category: row.category,
    tags: JSON.parse(row.tags),
    kind: row.kind,
    featured: row.featured === null ? null : row.featured === 1,
    views: row.views,
    homepage: row.homepage,
    createdAt: moment(row.created_at),
    updatedAt: moment(row.updated_at),
    publishedAt: moment(row.published_at),
    scheduledAt: moment(row.scheduled_at),
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    version: row.version,
  }
}

app.get('/hello', (c) => c.json({ status: 'ok' }))

app.get('/posts', async (c) => {
  const now = Date.now()
  const [rows, total] = await c.env.DB.batch<PostRow | { total: number }>([
    c.env.DB.prepare(
      `SELECT ${columns} FROM posts
        WHERE status IN ('published', 'scheduled') AND (status = 'published' OR scheduled_at <= ?1)
        ORDER BY created_at DESC, id DESC LIMIT ?2 OFFSET ?3`,
    ).bind(now, 20, 0),
    c.env.DB.prepare(
      `SELECT coalesce((SELECT sum(count) FROM content_counts WHERE collection_id = 'posts' AND status = 'published'), 0)
        + (SELECT count(*) FROM posts WHERE status = 'scheduled' AND scheduled_at <= ?1) AS total`,
    ).bind(now),
  ])
  return c.json({
    data: ((rows?.results ?? []) as PostRow[]).map(post),
    total: (total?.results[0] as { total: number } | undefined)?.total,
  })
})

app.get('/posts/:id', async (c) => {
  const row = await c.env.DB.prepare(`SELECT ${columns} FROM posts WHERE id = ?1`)
    .bind(c.req.param('id'))
    .first<PostRow>()
  return row ? c.json({ data: post(row) }) : c.notFound()
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
      `INSERT INTO content_versions (document_id, version, collection_id, status, data, created_at) VALUES (?1, 1, 'posts', 'published', ?2, ?3)`,
    ).bind(id, JSON.stringify({ title, slug }), now),
  ])
  return c.json({ data: { id, title, slug } }, 201)
})

export default app
