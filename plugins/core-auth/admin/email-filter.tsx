/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { t } from 'lintel/ui'

/** Filter that limits a list to accounts whose email contains the typed text. */
export function EmailFilter({ action, email }: { action: string; email: string | undefined }) {
  return (
    <form method="get" action={action} class="flex flex-wrap items-end gap-3">
      <label class="grid min-w-56 grow gap-1 text-sm sm:max-w-80">
        {t('Email')}
        <input class="input" type="search" name="email" value={email ?? ''} data-max={320} />
      </label>
      <button type="submit" class="btn" data-variant="outline">
        {t('Filter')}
      </button>
    </form>
  )
}
