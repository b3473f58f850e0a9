import type { Content } from '../../../config/pages.ts'
import type { HttpError, RequestContext } from '../../../runtime/kit.ts'
import { manifestOf } from '../../../runtime/kit.ts'
import { Alert, Card, PageHeader, Time } from '../../../ui/index.ts'
import { UserFields } from './user-fields.tsx'
import type { Typed } from './user-input.ts'
import type { AdminUser } from './user-object.ts'

interface UserPageState {
  readonly typed?: Typed
  readonly problem?: HttpError
  readonly saved?: boolean
}

/** An account: its names and role, and whether its owner may sign in. */
export function userPage(c: RequestContext, user: AdminUser, { typed, problem, saved }: UserPageState): Content {
  const { email, username, firstName, lastName, role } = user
  const values = typed ?? { email, username, firstName: firstName ?? '', lastName: lastName ?? '', role }
  const isSelf = user.id === c.get('user')?.id
  return (
    <>
      <PageHeader title={email} description={`${role}, ${user.isActive ? 'active' : 'deactivated'}`}>
        {!isSelf && <Toggle user={user} />}
      </PageHeader>
      {saved && <Alert kind="success" title="The changes are saved" />}
      {problem && !problem.errors && <Alert kind="error" title={problem.detail ?? problem.title} />}
      <Card title="Account">
        <form method="post" action={`/admin/users/${user.id}`} class="grid max-w-2xl gap-6">
          <UserFields
            roles={Object.keys(manifestOf(c).roles)}
            values={{ role, ...values }}
            problem={problem ?? null}
            fixedRole={isSelf ? 'Nobody changes their own role.' : null}
          />
          <div>
            <button type="submit" class="btn">
              Save
            </button>
          </div>
        </form>
      </Card>
      <Card title="Signing in">
        <dl class="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[10rem_1fr]">
          <dt class="text-muted-foreground">Email address</dt>
          <dd>{user.emailVerified ? 'verified' : 'not verified'}</dd>
          <dt class="text-muted-foreground">Second factor</dt>
          <dd>{user.secondFactor ? 'on' : 'off'}</dd>
          <dt class="text-muted-foreground">Created</dt>
          <dd>
            <Time at={user.createdAt} />
          </dd>
          <dt class="text-muted-foreground">Changed</dt>
          <dd>
            <Time at={user.updatedAt} />
          </dd>
        </dl>
      </Card>
    </>
  )
}

function Toggle({ user: { id, isActive } }: { user: AdminUser }) {
  return (
    <form method="post" action={`/admin/users/${id}/toggle`}>
      <button type="submit" class="btn" data-variant={isActive ? 'destructive' : 'outline'}>
        {isActive ? 'Deactivate' : 'Activate'}
      </button>
    </form>
  )
}
