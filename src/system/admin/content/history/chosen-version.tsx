/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { ManifestCollection } from '../../../../runtime/kit.ts'
import { Icon, t } from '../../../../ui/index.ts'
import { documentPath } from '../paths.ts'

interface ChosenVersionProps {
  readonly collection: ManifestCollection
  readonly id: string
  /** Locale in which the document is written; `null` for the default. */
  readonly locale: string | null
  readonly number: string
  readonly name: string | null
}

/** Forms that restore the displayed version, or name it. */
export function ChosenVersion({ collection, id, locale, number, name }: ChosenVersionProps) {
  return (
    <div class="flex flex-wrap items-end gap-x-6 gap-y-3">
      <form method="post" action={documentPath(collection.name, id, '/restore', locale)}>
        <input type="hidden" name="version" value={number} />
        <button type="submit" class="btn">
          <Icon name="rotate-ccw" />
          {t('Restore version {number}', { number })}
        </button>
      </form>
      <form
        method="post"
        action={documentPath(collection.name, id, '/versions/name', locale)}
        class="flex flex-wrap items-end gap-2"
      >
        <input type="hidden" name="version" value={number} />
        <label class="grid gap-1 text-sm">
          {t('Name (named versions are kept)')}
          <input class="input" name="name" value={name ?? ''} data-max={100} autocomplete="off" />
        </label>
        <button type="submit" class="btn" data-variant="outline">
          {t('Save name')}
        </button>
      </form>
    </div>
  )
}
