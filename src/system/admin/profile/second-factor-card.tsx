/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Card, t } from '../../../ui/index.ts'
import { Submit, Text } from './form-parts.tsx'

/** Turns the second factor on or off, with the password. */
export function SecondFactor({ isOn }: { isOn: boolean }) {
  return (
    <Card
      title={t('Second factor')}
      description={
        isOn ? t('A code by email at each sign-in. It is on.') : t('A code by email at each sign-in. It is off.')
      }
    >
      <form method="post" action="/admin/profile/second-factor" class="grid max-w-xl gap-4">
        <input type="hidden" name="enabled" value={String(!isOn)} />
        <Text
          name="password"
          id="factor-password"
          label={t('Your password')}
          type="password"
          autocomplete="current-password"
          required
        />
        <Submit>{isOn ? t('Turn off') : t('Turn on')}</Submit>
      </form>
    </Card>
  )
}
