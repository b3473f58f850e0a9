/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Card, t } from 'lintel/ui'
import type { Draft } from '../drafts.ts'

/** Form that finds a draft by the beginning of its title; its review is requested beside the draft's own form. */
export function FindDraft({ drafts, words }: { drafts: readonly Draft[]; words: string | undefined }) {
  return (
    <Card title={t('Ask for a review')} description={t('Open a draft, and ask for its review beside the form.')}>
      <div class="grid gap-4">
        <search>
          <form method="get" action="/admin/workflow" class="flex flex-wrap items-end gap-3">
            <label class="grid min-w-0 grow gap-1 text-sm">
              {t('Title begins with')}
              <input class="input" type="search" name="draft" data-max={200} value={words} />
            </label>
            <button type="submit" class="btn" data-variant="outline">
              {t('Search')}
            </button>
          </form>
        </search>
        {drafts.length === 0 ? (
          <p class="text-sm text-muted-foreground">{t('No drafts were found.')}</p>
        ) : (
          <ul class="divide-y">
            {drafts.map(({ id, collection, title }) => (
              <li class="flex min-h-9 items-center gap-3 py-1.5 text-sm">
                <a
                  class="min-w-0 grow truncate font-medium hover:underline"
                  href={`/admin/content/${id}/edit?collection=${collection}#panel-workflow-review`}
                >
                  {title}
                </a>
                <span class="shrink-0 text-muted-foreground">{collection}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}
