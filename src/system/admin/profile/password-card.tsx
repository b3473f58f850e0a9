/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Card, t } from '../../../ui/index.ts'
import { Submit, Text } from './form-parts.tsx'

/** Card with the form that changes the password, which requires the current one. */
export function Password({ hasTokens }: { hasTokens: boolean }) {
  return (
    <Card title={t('Password')} description={t('Changing it ends your other sessions.')}>
      <form method="post" action="/admin/profile/password" class="grid max-w-xl gap-4">
        <Text
          name="currentPassword"
          label={t('Current password')}
          type="password"
          autocomplete="current-password"
          required
        />
        <Text name="password" label={t('New password')} type="password" autocomplete="new-password" required />
        {hasTokens && <TokensOrNot />}
        <Submit>{t('Change password')}</Submit>
      </form>
    </Card>
  )
}

/** Choice of whether to delete the API tokens: they may belong to needed programs, or to an intruder. */
function TokensOrNot() {
  const choices = [
    ['end', t('End them: somebody else may know my password')],
    ['keep', t('Keep them: programs continue to work')],
  ] as const
  return (
    <fieldset class="grid gap-2">
      <legend class="mb-2 text-sm font-medium">{t('Your API tokens')}</legend>
      {choices.map(([value, label]) => (
        <label class="flex min-h-6 items-center gap-2 text-sm">
          <input type="radio" class="input" name="apiTokens" value={value} required />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
