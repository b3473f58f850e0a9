/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Card, Time, t } from '../../../ui/index.ts'
import { Submit, Text } from './form-parts.tsx'

/** A passkey, as the API shows it. */
export interface Passkey {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

interface PasskeysProps {
  readonly passkeys: readonly Passkey[]
  /** True where adding one takes the password, since signing in is too long ago. */
  readonly needsPassword: boolean
}

/** The passkeys of the account, and the form for a new one, which a script shows where the browser knows passkeys. */
export function Passkeys({ passkeys, needsPassword }: PasskeysProps) {
  return (
    <Card
      title={t('Passkeys')}
      description={t('Sign in with a fingerprint, a face or the lock of a device. No password and no code are needed.')}
    >
      <div class="grid gap-6">
        {passkeys.length === 0 ? (
          <p class="text-sm text-muted-foreground">{t('You have no passkeys yet.')}</p>
        ) : (
          <ul class="grid gap-4 text-sm">
            {passkeys.map((passkey) => (
              <Entry {...passkey} />
            ))}
          </ul>
        )}
        <form method="get" action="/admin/profile?done=passkey" class="grid max-w-xl gap-4" data-passkey="add" hidden>
          <Text name="name" id="passkey-name" label={t('Name of a new passkey, such as the device')} required />
          {needsPassword && (
            <Text
              name="password"
              id="passkey-password"
              label={t('Your password')}
              type="password"
              autocomplete="current-password"
              required
            />
          )}
          <p
            role="alert"
            class="text-sm text-destructive"
            data-failed={t('The browser made no passkey. The device may have one for this account already.')}
            hidden
          />
          <Submit>{t('Add a passkey')}</Submit>
        </form>
      </div>
    </Card>
  )
}

function Entry({ id, name, createdAt, lastUsedAt }: Passkey) {
  return (
    <li class="flex flex-wrap items-center justify-between gap-2">
      <div class="min-w-0">
        <strong class="font-medium wrap-anywhere">{name}</strong>
        <div class="text-muted-foreground">
          {t('added')} <Time at={createdAt} /> · {t('last used')}{' '}
          {lastUsedAt === null ? t('never') : <Time at={lastUsedAt} />}
        </div>
      </div>
      <form method="post" action={`/admin/profile/passkeys/${id}/remove`}>
        <button
          type="submit"
          class="btn"
          data-variant="outline"
          aria-label={t('Remove {name}', { name })}
          data-confirm={t('Remove {name}? It no longer signs you in.', { name })}
        >
          {t('Remove')}
        </button>
      </form>
    </li>
  )
}
