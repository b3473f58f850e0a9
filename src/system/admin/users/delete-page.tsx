/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from '../../../config/route.ts'
import type { RequestContext } from '../../../runtime/kit.ts'
import { Alert, Card, errorAt, Facts, Field, PageHeader, t, typedIn } from '../../../ui/index.ts'
import type { AdminUser } from './user-object.ts'

/** Page that asks whether to delete an account, and lists what is deleted and what is kept. */
export default function deletePage(_c: RequestContext, { result, refused }: Shown<{ readonly data: AdminUser }>): Page {
  const { id, email, role } = result.data
  const problem = refused?.problem
  const wrong = errorAt(problem, 'email')
  const content = (
    <>
      <PageHeader title={t('Delete {email}?', { email })} description={role} />
      {problem && wrong === null && <Alert kind="error" title={problem.detail ?? t(problem.title)} />}
      {problem?.errors?.some(({ code }) => code === 'in_use') && (
        <ul class="list-disc ps-6 text-sm">
          {problem.errors.map(({ message }) => (
            <li>{message}</li>
          ))}
        </ul>
      )}
      <Card>
        <div class="grid max-w-2xl gap-6">
          <Facts
            facts={[
              [
                t('Deleted'),
                t('The account with its names and address, its sessions and its API tokens, at once and for good.'),
              ],
              [
                t('Kept'),
                t(
                  'What it created: documents, their history, files, and its entries in the audit log. They keep the id {id}.',
                  {
                    id,
                  },
                ),
              ],
            ]}
          />
          <p class="text-sm text-muted-foreground">
            {t('Deactivating the account also prevents signing in, and can be undone.')}
          </p>
          <form method="post" action={`/admin/users/${id}/delete`} class="grid gap-6">
            <Field id="delete-email" label={t('Type {email} to continue', { email })} error={wrong} required>
              <input
                id="delete-email"
                class="input"
                name="email"
                value={typedIn(refused, 'email')}
                required
                data-max={320}
                autocomplete="off"
                autocapitalize="none"
                spellcheck={false}
                aria-invalid={wrong === null ? undefined : 'true'}
                aria-describedby={wrong === null ? undefined : 'delete-email-note'}
              />
            </Field>
            <div class="flex gap-2">
              <button type="submit" class="btn" data-variant="destructive">
                {t('Delete the account')}
              </button>
              <a class="btn" data-variant="ghost" href={`/admin/users/${id}`}>
                {t('Cancel')}
              </a>
            </div>
          </form>
        </div>
      </Card>
    </>
  )
  return { title: t('Delete {email}?', { email }), content }
}
