/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from '../../../config/route.ts'
import { manifestOf, type RequestContext } from '../../../runtime/kit.ts'
import { Alert, Card, errorAt, Field, Icon, PageHeader, t } from '../../../ui/index.ts'
import { UserFields } from './user-fields.tsx'

/** Page with the form for a new account. */
export default function newPage(c: RequestContext, { refused }: Shown): Page {
  const problem = refused?.problem
  const content = (
    <>
      <PageHeader
        title={t('New user')}
        description={t('For an account whose password you choose. People choose their own when they are invited.')}
      >
        <a class="btn" data-variant="outline" href="/admin/users/invite">
          <Icon name="mail" />
          {t('Invite instead')}
        </a>
      </PageHeader>
      {problem && !problem.errors && <Alert kind="error" title={problem.detail ?? t(problem.title)} />}
      <Card>
        <form method="post" action="/admin/users" class="grid max-w-2xl gap-6">
          <UserFields roles={Object.keys(manifestOf(c).roles)} values={{ role: 'viewer' }} refused={refused} />
          <Field
            id="user-password"
            label={t('Password')}
            help={t('At least 8 characters.')}
            error={errorAt(problem, 'password')}
            required
          >
            <input
              id="user-password"
              class="input"
              name="password"
              type="password"
              autocomplete="new-password"
              required
              data-max={256}
              aria-describedby="user-password-note"
            />
          </Field>
          <div class="flex gap-2">
            <button type="submit" class="btn">
              {t('Create user')}
            </button>
            <a class="btn" data-variant="ghost" href="/admin/users">
              {t('Cancel')}
            </a>
          </div>
        </form>
      </Card>
    </>
  )
  return { title: t('New user'), content }
}
