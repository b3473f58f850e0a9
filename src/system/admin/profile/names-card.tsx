/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Refused } from '../../../ground/problem.ts'
import { Card, t, typedIn } from '../../../ui/index.ts'
import type { AdminUser } from '../users/user-object.ts'
import { Submit, Text } from './form-parts.tsx'

/** Card with the form that changes the names of the account. */
export function Names({ user, refused }: { user: AdminUser; refused: Refused | null }) {
  const value = (name: 'username' | 'firstName' | 'lastName') => typedIn(refused, name) ?? user[name] ?? ''
  return (
    <Card title={t('Names')}>
      <form method="post" action="/admin/profile" class="grid max-w-xl gap-4">
        <Text name="username" label={t('Username')} value={value('username')} required max={64} />
        <Text name="firstName" label={t('First name')} value={value('firstName')} autocomplete="given-name" />
        <Text name="lastName" label={t('Last name')} value={value('lastName')} autocomplete="family-name" />
        <Submit>{t('Save names')}</Submit>
      </form>
    </Card>
  )
}
