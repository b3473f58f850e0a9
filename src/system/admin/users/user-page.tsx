/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from '../../../config/route.ts'
import { manifestOf, message, type RequestContext } from '../../../runtime/kit.ts'
import { Alert, Card, Facts, Icon, PageHeader, Time, t } from '../../../ui/index.ts'
import { UserFields } from './user-fields.tsx'
import type { AdminUser } from './user-object.ts'
import { UserStatus } from './user-status.tsx'

type Done = keyof typeof DONE

const DONE = {
  saved: message('The changes have been saved'),
  created: message('The account has been created'),
  link: message('A link to set a password is on its way'),
  factor: message('The second factor is off'),
} as const

/** Page of an account: its names and role, whether its owner may sign in, and its actions. */
export default function userPage(
  c: RequestContext,
  {
    result: { data: user },
    query: { done },
    refused,
  }: Shown<{ readonly data: AdminUser }, { readonly done?: Done | undefined }>,
): Page {
  const problem = refused?.problem
  const { id, email, username, firstName, lastName, role } = user
  const values = { email, username, firstName: firstName ?? '', lastName: lastName ?? '', role }
  const isSelf = id === c.get('user')?.id
  const content = (
    <>
      <PageHeader title={email} description={role}>
        <UserStatus isActive={user.isActive} />
        {user.isActive && <PasswordLink id={id} />}
        {!isSelf && <Toggle user={user} />}
        {!isSelf && (
          <a class="btn" data-variant="ghost" href={`/admin/users/${id}/delete`}>
            <Icon name="trash-2" />
            {t('Delete')}
          </a>
        )}
      </PageHeader>
      {done && <Alert kind="success" title={t(DONE[done])} />}
      {problem && !problem.errors && <Alert kind="error" title={problem.detail ?? t(problem.title)} />}
      <Card title={t('Account')}>
        <form method="post" action={`/admin/users/${id}`} class="grid max-w-2xl gap-6">
          <UserFields
            roles={Object.keys(manifestOf(c).roles)}
            values={values}
            refused={refused}
            fixedRole={isSelf ? t('You cannot change your own role.') : null}
          />
          <div>
            <button type="submit" class="btn">
              {t('Save')}
            </button>
          </div>
        </form>
      </Card>
      <Card
        title={t('Signing in')}
        footer={
          <div class="flex flex-wrap gap-2">
            <Way href={`/admin/auth/sessions?userId=${id}`}>{t('Sessions')}</Way>
            <Way href={`/admin/auth/tokens?userId=${id}`}>{t('API tokens')}</Way>
            <Way href={`/admin/audit?actor=${id}`}>{t('Activity of this account')}</Way>
            <Way href={`/admin/audit?collection=users&id=${id}`}>{t('Changes to this account')}</Way>
          </div>
        }
      >
        <Facts
          facts={[
            [t('Email address'), user.emailVerified ? t('verified') : t('not verified')],
            [
              t('Second factor'),
              <span class="flex flex-wrap items-center gap-3">
                {user.secondFactor ? t('on') : t('off')}
                {user.secondFactor && !isSelf && <ResetFactor id={id} />}
              </span>,
            ],
            [t('Created'), <Time at={user.createdAt} />],
            [t('Changed'), <Time at={user.updatedAt} />],
          ]}
        />
      </Card>
    </>
  )
  return { title: email, content }
}

function ResetFactor({ id }: { id: string }) {
  const confirmation = t('Turn off the second factor? The password alone will be enough to sign in.')
  return (
    <form method="post" action={`/admin/users/${id}/second-factor/off`} class="inline">
      <button type="submit" class="btn" data-variant="outline" data-size="sm" data-confirm={confirmation}>
        {t('Turn off')}
      </button>
    </form>
  )
}

function Way({ href, children }: { href: string; children?: string }) {
  return (
    <a class="btn" data-variant="ghost" data-size="sm" href={href}>
      {children}
    </a>
  )
}

function PasswordLink({ id }: { id: string }) {
  return (
    <form method="post" action={`/admin/users/${id}/password-link`}>
      <button type="submit" class="btn" data-variant="outline">
        <Icon name="mail" />
        {t('Send a link to set a password')}
      </button>
    </form>
  )
}

function Toggle({ user: { id, isActive } }: { user: AdminUser }) {
  const confirmation = isActive ? t('Deactivate this account? Its sessions end at once.') : undefined
  return (
    <form method="post" action={`/admin/users/${id}/toggle`}>
      <button type="submit" class="btn" data-variant={isActive ? 'destructive' : 'outline'} data-confirm={confirmation}>
        {isActive ? t('Deactivate') : t('Activate')}
      </button>
    </form>
  )
}
