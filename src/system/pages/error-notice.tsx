/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Failing } from '../../config/pages.ts'
import { Icon } from '../../ui/icon.tsx'
import { t } from '../../ui/t.ts'

/** What went wrong, and where to go from here. */
export function ErrorNotice({ status, title, detail, requestId, isSignedIn }: Failing & { isSignedIn: boolean }) {
  return (
    <div class="flex flex-col items-center gap-4 py-8 text-center">
      <p class="text-5xl font-semibold tracking-tight text-muted-foreground tabular-nums">{status}</p>
      <h1 class="text-xl font-semibold">{t(title)}</h1>
      {detail !== undefined && <p class="max-w-prose text-sm text-muted-foreground">{detail}</p>}
      <div class="flex gap-2">
        <a href={isSignedIn ? '/admin/' : '/'} class="btn" data-variant="outline">
          <Icon name="house" />
          {isSignedIn ? t('Dashboard') : t('Home')}
        </a>
        {!isSignedIn && (
          <a href="/auth/login" class="btn">
            {t('Sign in')}
          </a>
        )}
      </div>
      <p class="text-xs text-muted-foreground">
        {t('Request')} <code class="font-mono">{requestId}</code>
      </p>
    </div>
  )
}
