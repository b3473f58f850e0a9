/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Icon, t } from 'lintel/ui'

interface PasskeyFormProps {
  readonly redirect: string | undefined
  /** True if a passkey was just refused. */
  readonly isRefused: boolean
}

/** Form that signs in with a passkey; a script shows it in browsers that support passkeys. */
export function PasskeyForm({ redirect, isRefused }: PasskeyFormProps) {
  return (
    <form
      method="post"
      action="/auth/passkey"
      class="flex flex-col gap-5"
      data-passkey="sign-in"
      data-refused={isRefused ? '' : undefined}
      hidden
    >
      {redirect !== undefined && <input type="hidden" name="redirect" value={redirect} />}
      <input type="hidden" name="state" />
      <input type="hidden" name="credential" />
      <p
        role="alert"
        class="text-sm text-destructive"
        data-failed={t('The browser could not use a passkey. Try again, or sign in another way.')}
        hidden
      />
      <button type="submit" class="btn w-full" data-variant="outline">
        <Icon name="key-round" />
        {t('Sign in with a passkey')}
      </button>
      <Or />
    </form>
  )
}

interface Way {
  readonly label: string
  /** Path of a page for signing in, or of a redirect to a provider. */
  readonly path: string
}

/** Links to further ways to sign in. */
export function OtherWays({ ways }: { ways: readonly Way[] }) {
  if (ways.length === 0) return null
  return (
    <div class="flex flex-col gap-3">
      <div class="mb-2">
        <Or />
      </div>
      {ways.map(({ label, path }) => (
        <a href={path} class="btn w-full" data-variant="outline">
          {label}
        </a>
      ))}
    </div>
  )
}

function Or() {
  return (
    <div class="flex items-center gap-3 text-xs text-muted-foreground">
      <span class="h-px grow bg-border" />
      {t('or')}
      <span class="h-px grow bg-border" />
    </div>
  )
}
