/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content, PanelDocument } from 'lintel'
import { manifestOf, type RequestContext } from 'lintel/kit'
import { Icon, Select, t } from 'lintel/ui'
import { openReleases, releasesOf } from '../read-releases.ts'

/**
 * Panel with the releases that a document is in, and a form that adds it to another one; `null` for a collection
 * without drafts.
 */
export async function documentPanel(
  c: RequestContext,
  { collection, document }: PanelDocument,
): Promise<Content | null> {
  if (!manifestOf(c).collections.some(({ name, drafts }) => name === collection && drafts)) return null
  const [releases, open] = await Promise.all([releasesOf(c, document.id), openReleases(c)])
  const isIn = new Set(releases.map(({ id }) => id))
  const offered = open.filter(({ id }) => !isIn.has(id)).map(({ id, title }) => [id, title] as const)
  return (
    <div class="grid gap-4 text-sm">
      {releases.length > 0 && (
        <ul class="grid gap-1">
          {releases.map(({ id, title }) => (
            <li>
              <a class="inline-flex min-h-6 items-center gap-1.5 hover:underline" href={`/admin/releases/${id}`}>
                <Icon name="package" class="size-4 shrink-0" />
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
      {document.status === 'published' && document.hasDraft !== true ? (
        <p class="text-muted-foreground">{t('Save changes as a draft to publish them with a release.')}</p>
      ) : (
        <AddForm document={`${collection}/${document.id}`} offered={offered} />
      )}
    </div>
  ) as Content
}

interface AddFormProps {
  /** Document as forms name it: `posts/0198…`. */
  readonly document: string
  /** Ids of the releases that can be selected, with their titles. */
  readonly offered: readonly (readonly [string, string])[]
}

function AddForm({ document, offered }: AddFormProps) {
  return (
    <form method="post" action="/admin/release-documents" class="grid gap-3">
      <input type="hidden" name="document" value={document} />
      {offered.length > 0 && (
        <label class="grid gap-1.5">
          {t('Release')}
          <Select name="release" class="w-full" none={t('New release')} options={offered} chosen={offered[0]?.[0]} />
        </label>
      )}
      {offered.length > 0 ? (
        <details>
          <summary class="min-h-6 cursor-pointer text-muted-foreground">{t('Title of a new release')}</summary>
          <TitleInput />
        </details>
      ) : (
        <TitleInput />
      )}
      <button type="submit" class="btn" data-variant="outline" data-size="sm">
        {t('Add to release')}
      </button>
    </form>
  )
}

function TitleInput() {
  return (
    <input
      class="input mt-1"
      name="title"
      data-max={200}
      aria-label={t('Title of a new release')}
      placeholder={t('Title of a new release')}
    />
  )
}
