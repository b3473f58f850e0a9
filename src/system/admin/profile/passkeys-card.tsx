/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Card, Time, t } from '../../../ui/index.ts'
import { Submit, Text } from './form-parts.tsx'

/** A passkey, as the API returns it. */
export interface Passkey {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

interface PasskeysProps {
  readonly passkeys: readonly Passkey[]
  /** True if adding a passkey requires the password, because the user signed in too long ago. */
  readonly needsPassword: boolean
}

/**
 * Card with the passkeys of the account, and the form for a new one. A script shows the form if the browser supports
 * passkeys.
 */
export function Passkeys({ passkeys, needsPassword }: PasskeysProps) {
  return (
    <Card
      title={t('Passkeys')}
      description={t(
        'Sign in with your fingerprint, your face or the screen lock of your device. No password or code is needed.',
      )}
    >
      <div class="grid gap-6">
        {passkeys.length === 0 ? (
          <p class="text-sm text-muted-foreground">{t('You have no passkeys yet.')}</p>
        ) : (
          <ul class="grid gap-4 text-sm">
            {passkeys.map((passkey) => (
              <Entry passkey={passkey} needsPassword={needsPassword} />
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
            data-failed={t('The browser did not create a passkey. This device may already have one for this account.')}
            hidden
          />
          <Submit>{t('Add a passkey')}</Submit>
        </form>
      </div>
    </Card>
  )
}

interface EntryProps {
  readonly passkey: Passkey
  readonly needsPassword: boolean
}

function Entry({ passkey: { id, name, createdAt, lastUsedAt }, needsPassword }: EntryProps) {
  return (
    <li>
      <strong class="font-medium wrap-anywhere">{name}</strong>
      <div class="text-muted-foreground">
        {t('added')} <Time at={createdAt} /> · {t('last used')}{' '}
        {lastUsedAt === null ? t('never') : <Time at={lastUsedAt} />}
      </div>
      <details class="mt-1">
        <summary class="w-fit cursor-pointer rounded-sm underline-offset-4 hover:underline">
          {t('Rename or remove')}
          <span class="sr-only">: {name}</span>
        </summary>
        <div class="mt-3 grid max-w-xl gap-4">
          <form method="post" action={`/admin/profile/passkeys/${id}`} class="grid gap-4">
            <Text name="name" id={`passkey-name-${id}`} label={t('Name')} value={name} required />
            <Submit variant="outline">{t('Rename')}</Submit>
          </form>
          <form method="post" action={`/admin/profile/passkeys/${id}/remove`} class="grid gap-4">
            {needsPassword && (
              <Text
                name="password"
                id={`passkey-password-${id}`}
                label={t('Your password')}
                type="password"
                autocomplete="current-password"
                required
              />
            )}
            <div>
              <button
                type="submit"
                class="btn"
                data-variant="destructive"
                data-confirm={t('Remove {name}? You can no longer sign in with it.', { name })}
              >
                {t('Remove {name}', { name })}
              </button>
            </div>
          </form>
        </div>
      </details>
    </li>
  )
}
