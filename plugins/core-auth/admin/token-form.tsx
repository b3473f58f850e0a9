/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Refused } from 'lintel'
import { Alert, Field, t, typedIn } from 'lintel/ui'

interface TokenFormProps {
  /** Permissions that can be selected. */
  readonly scopes: readonly string[]
  readonly isAdmin: boolean
  /** True if the form asks for the password, because the caller signed in too long ago. */
  readonly needsPassword: boolean
  readonly refused: Refused | null
}

/** Form that creates an API token for the caller or, if the caller is an administrator, for anybody. */
export function TokenForm({ scopes, isAdmin, needsPassword, refused }: TokenFormProps) {
  const problem = refused?.problem
  const chosen = [refused?.typed.scopes ?? []].flat()
  const errors = problem?.errors ?? []
  const errorAt = (name: string) => {
    const found = errors.find(({ path }) => path === name || path.startsWith(`${name}.`))
    return found === undefined ? null : found.message
  }
  const wrongScopes = errorAt('scopes')
  return (
    <form method="post" action="/admin/auth/tokens" class="grid max-w-2xl gap-5">
      {problem && errors.length === 0 && <Alert kind="error" title={problem.detail ?? t(problem.title)} />}
      <Field id="token-name" label={t('Name')} help={t('Purpose.')} error={errorAt('name')} required>
        <input
          id="token-name"
          class="input"
          name="name"
          required
          data-max={100}
          value={typedIn(refused, 'name') ?? ''}
          autocomplete="off"
          aria-describedby="token-name-note"
        />
      </Field>
      <fieldset class="grid gap-2" aria-describedby={wrongScopes === null ? undefined : 'token-scopes-note'}>
        <legend class="mb-2 text-sm font-medium">{t('Permissions')}</legend>
        <div class="grid gap-x-4 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
          {scopes.map((scope) => (
            <label class="flex min-h-6 items-center gap-2 text-sm">
              <input type="checkbox" class="input" name="scopes" value={scope} checked={chosen.includes(scope)} />
              {scope === '*' ? t('* (everything)') : scope}
            </label>
          ))}
        </div>
        {wrongScopes !== null && (
          <p id="token-scopes-note" role="alert" class="text-sm text-destructive">
            {wrongScopes}
          </p>
        )}
      </fieldset>
      <Field
        id="token-end"
        label={t('Ends on')}
        help={t('Leave it empty for a token that does not expire.')}
        error={errorAt('expiresAt')}
      >
        <input
          id="token-end"
          class="input"
          name="expiresAt"
          type="date"
          value={typedIn(refused, 'expiresAt') ?? ''}
          aria-describedby="token-end-note"
        />
      </Field>
      {isAdmin && (
        <Field
          id="token-email"
          label={t('Owner')}
          help={t('The email of an account. Leave it empty for your own.')}
          error={errorAt('email')}
        >
          <input
            id="token-email"
            class="input"
            name="email"
            type="email"
            data-max={320}
            value={typedIn(refused, 'email') ?? ''}
            autocomplete="off"
            aria-describedby="token-email-note"
          />
        </Field>
      )}
      {needsPassword && (
        <Field
          id="token-password"
          label={t('Your password')}
          help={t('You signed in a while ago. You have no password, so sign in again first.')}
          error={errorAt('password')}
          required
        >
          <input
            id="token-password"
            class="input"
            name="password"
            type="password"
            required
            data-max={256}
            autocomplete="current-password"
            aria-describedby="token-password-note"
          />
        </Field>
      )}
      <div>
        <button type="submit" class="btn">
          {t('Create a token')}
        </button>
      </div>
    </form>
  )
}
