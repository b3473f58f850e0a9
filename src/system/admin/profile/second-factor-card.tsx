/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { Card, t, tn } from '../../../ui/index.ts'
import { Submit, Text } from './form-parts.tsx'

/** The second factor, as the API returns it. */
export interface SecondFactorState {
  readonly method: 'none' | 'email' | 'app'
  readonly recoveryCodes: number
}

interface SecondFactorProps {
  readonly state: SecondFactorState
  /** True if a change requires the password, because the user signed in too long ago. */
  readonly needsPassword: boolean
}

/** Card that turns the second factor on or off: an authenticator app, or codes by email. */
export function SecondFactor({ state: { method, recoveryCodes }, needsPassword }: SecondFactorProps) {
  return (
    <Card title={t('Second factor')} description={describe(method)}>
      <div class="grid gap-6">
        {method === 'app' && <p class="text-sm">{describeLeft(recoveryCodes)}</p>}
        <form method="post" action="/admin/profile/second-factor" class="grid max-w-xl gap-4">
          {needsPassword && (
            <Text
              name="password"
              id="factor-password"
              label={t('Your password')}
              type="password"
              autocomplete="current-password"
              required
            />
          )}
          <div class="flex flex-wrap gap-2">{choices(method)}</div>
        </form>
      </div>
    </Card>
  )
}

function describe(method: SecondFactorState['method']): string {
  if (method === 'app') return t('Signing in with your password also needs a code from your authenticator app.')
  if (method === 'email') return t('Signing in with your password also needs a code sent by email.')
  return t('Signing in only needs your password. Require a code as well, so that a stolen password is not enough.')
}

function describeLeft(count: number): string {
  if (count === 0) return t('No recovery codes are left: create new ones.')
  return tn(count, '{count} recovery code is left', '{count} recovery codes are left')
}

/** Buttons that share one form, so that it asks for the password only once. Each button has its own address. */
function choices(method: SecondFactorState['method']): Child {
  const app = <Submit action="/admin/profile/second-factor/app">{t('Set up an authenticator app')}</Submit>
  const codes = (
    <Submit action="/admin/profile/second-factor/recovery-codes" variant="outline">
      {t('Create new recovery codes')}
    </Submit>
  )
  const off = (
    <Submit name="enabled" value="false" variant="outline">
      {t('Turn off')}
    </Submit>
  )
  const email = (
    <Submit name="enabled" value="true" variant="outline">
      {t('Send codes by email')}
    </Submit>
  )
  if (method === 'app') return [codes, off]
  return method === 'email' ? [app, off] : [app, email]
}
