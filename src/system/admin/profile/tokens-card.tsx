/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Refused } from '../../../ground/problem.ts'
import { Card, Time, t, typedIn } from '../../../ui/index.ts'
import { Submit, Text } from './form-parts.tsx'
import { addressOf, type Listed, ListPager, type Pages } from './listed.tsx'

export interface Token {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
}

interface TokensProps {
  readonly tokens: Listed<Token>
  readonly pages: Pages
  /** True if creating a token requires the password, because the user signed in too long ago. */
  readonly needsPassword: boolean
  /** Permissions of the caller. */
  readonly scopes: readonly string[]
  readonly refused: Refused | null
}

/** Card with the API tokens of the account, and the form for a new one. */
export function Tokens({ tokens: { data: tokens, pagination }, pages, needsPassword, scopes, refused }: TokensProps) {
  const chosen = new Set([refused?.typed.scopes].flat())
  return (
    <Card
      title={t('API tokens')}
      description={t('For programs that act on your behalf. A token never has more permissions than your role.')}
    >
      <div class="grid gap-6">
        {tokens.length > 0 && (
          <ul class="grid gap-4 text-sm">
            {tokens.map(({ id, name, scopes, expiresAt, lastUsedAt }) => (
              <li class="flex flex-wrap items-center justify-between gap-2">
                <div class="min-w-0">
                  <strong class="font-medium">{name}</strong> <code>{scopes.join(' ')}</code>
                  <div class="text-muted-foreground">
                    {t('last used')} <Time at={lastUsedAt} /> · {t('ends')}{' '}
                    {expiresAt === null ? t('never') : <Time at={expiresAt} />}
                  </div>
                </div>
                <form method="post" action={`/admin/profile/tokens/${id}/revoke`}>
                  <Submit variant="outline">{t('Revoke')}</Submit>
                </form>
              </li>
            ))}
          </ul>
        )}
        <ListPager {...pagination} address={(page) => addressOf({ ...pages, tokens: page })} />
        <form method="post" action="/admin/profile/tokens" class="grid max-w-xl gap-4">
          <Text name="name" label={t('Name')} value={typedIn(refused, 'name')} required />
          <fieldset class="grid gap-2">
            <legend class="mb-2 text-sm font-medium">{t('Permissions')}</legend>
            <div class="grid gap-x-4 gap-y-2 sm:grid-cols-2">
              {scopes.map((scope) => (
                <label class="flex min-h-6 items-center gap-2 text-sm">
                  <input type="checkbox" class="input" name="scopes" value={scope} checked={chosen.has(scope)} />
                  {scope}
                </label>
              ))}
            </div>
          </fieldset>
          <Text name="expiresAt" label={t('Ends on (optional)')} type="date" value={typedIn(refused, 'expiresAt')} />
          {needsPassword && (
            <Text
              name="password"
              id="token-password"
              label={t('Your password')}
              type="password"
              autocomplete="current-password"
              required
            />
          )}
          <Submit>{t('Create a token')}</Submit>
        </form>
      </div>
    </Card>
  )
}
