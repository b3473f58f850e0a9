/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import type { ManifestCollection } from '../../../../../runtime/kit.ts'
import { t } from '../../../../../ui/index.ts'
import { listPath } from '../../paths.ts'

interface FormHeadProps {
  readonly collection: ManifestCollection
  readonly title: string
  /** True if the form itself shows the title. */
  readonly isHeadlined: boolean
}

/** Top of the page: the collection, the document, and the actions on it. */
export function FormHead({ collection, title, isHeadlined, children }: PropsWithChildren<FormHeadProps>) {
  return (
    <header class="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div class={isHeadlined ? 'flex min-w-0 items-baseline gap-2 text-sm' : 'grid min-w-0 gap-1'}>
        {!collection.singleton && (
          <nav aria-label={t('Where this is')} class="shrink-0 text-sm">
            <a class="text-muted-foreground hover:underline" href={listPath(collection.name)}>
              {collection.label}
            </a>
          </nav>
        )}
        {isHeadlined && (
          <span class="text-muted-foreground" aria-hidden="true">
            /
          </span>
        )}
        <h1 class={`truncate ${isHeadlined ? 'font-medium' : 'text-2xl font-semibold tracking-tight'}`}>{title}</h1>
      </div>
      <div class="flex flex-wrap items-center gap-2">{children}</div>
    </header>
  )
}
