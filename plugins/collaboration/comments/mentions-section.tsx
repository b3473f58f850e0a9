/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Time, t } from 'lintel/ui'
import { formOf } from '../document.ts'
import { listOpenThreads } from './open-threads.ts'

/** Maximum number of comments that the dashboard shows. */
const SHOWN = 5

/** Section of the dashboard with the open comments that mention the reader, newest first; `null` if there are none. */
export async function mentionsSection(c: RequestContext): Promise<Content | null> {
  const threads = await listOpenThreads(c, 'mentions', SHOWN)
  if (threads.length === 0) return null
  return (
    <>
      <ul class="divide-y">
        {threads.map(({ id, title, document, collection, updatedAt, last }) => (
          <li class="grid gap-0.5 py-2 text-sm">
            <div class="flex items-center gap-3">
              <a
                class="min-w-0 grow truncate font-medium hover:underline"
                href={formOf({ collection, document }, `#thread-${id}`)}
              >
                {title ?? document}
              </a>
              <span class="shrink-0 text-xs text-muted-foreground">
                <Time at={updatedAt} />
              </span>
            </div>
            <p class="line-clamp-2 wrap-anywhere text-muted-foreground">
              <span class="font-medium">{last.author.name ?? t('somebody whose account was deleted')}:</span>{' '}
              {last.text}
            </p>
          </li>
        ))}
      </ul>
      <a class="mt-2 inline-flex min-h-6 items-center text-sm underline" href="/admin/collaboration">
        {t('All mentions of you')}
      </a>
    </>
  ) as Content
}
