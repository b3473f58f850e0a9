import type { Content } from '../../../config/pages.ts'
import type { RequestContext } from '../../../runtime/kit.ts'
import { manifestOf } from '../../../runtime/kit.ts'
import { Badge, EmptyState, Icon, PageHeader, Time } from '../../../ui/index.ts'
import type { UsersFound, UsersQuery } from './find-users.ts'
import type { AdminUser } from './user-object.ts'

/** The accounts as a table, with its filters above. */
export function usersPage(c: RequestContext, query: UsersQuery, { users, pagination }: UsersFound): Content {
  const { page, totalPages, total, hasNext, hasPrev } = pagination
  return (
    <>
      <PageHeader title="Users" description={`${total} ${total === 1 ? 'account' : 'accounts'}`}>
        <a class="btn" data-variant="outline" href={address('/admin/users/export', query)} download>
          <Icon name="download" />
          Export
        </a>
        <a class="btn" href="/admin/users/new">
          <Icon name="plus" />
          New user
        </a>
      </PageHeader>
      <Filters query={query} roles={Object.keys(manifestOf(c).roles)} />
      {users.length === 0 ? (
        <EmptyState icon="user" title="Nobody was found">
          Try other words, or <a href="/admin/users">show everybody</a>.
        </EmptyState>
      ) : (
        <Accounts users={users} />
      )}
      {totalPages > 1 && (
        <nav aria-label="Pages" class="flex items-center gap-2 text-sm">
          {hasPrev && (
            <a class="btn" data-variant="outline" rel="prev" href={address('/admin/users', query, page - 1)}>
              Newer
            </a>
          )}
          <span>
            Page {page} of {totalPages}
          </span>
          {hasNext && (
            <a class="btn" data-variant="outline" rel="next" href={address('/admin/users', query, page + 1)}>
              Older
            </a>
          )}
        </nav>
      )}
    </>
  )
}

function Filters({ query, roles }: { query: UsersQuery; roles: readonly string[] }) {
  return (
    <form method="get" action="/admin/users" class="flex flex-wrap items-end gap-3">
      <label class="grid gap-1 text-sm">
        Search
        <input class="input" type="search" name="q" value={query.q} maxlength={200} />
      </label>
      <Choice name="role" label="Role" chosen={query.role} values={roles} />
      <Choice name="status" label="Status" chosen={query.status} values={['active', 'inactive']} />
      <button type="submit" class="btn" data-variant="outline">
        Filter
      </button>
    </form>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly chosen: string
  readonly values: readonly string[]
}

function Choice({ name, label, chosen, values }: ChoiceProps) {
  return (
    <label class="grid gap-1 text-sm">
      {label}
      <select class="select" name={name}>
        <option value="">All</option>
        {values.map((value) => (
          <option value={value} selected={value === chosen}>
            {value}
          </option>
        ))}
      </select>
    </label>
  )
}

function Accounts({ users }: { users: readonly AdminUser[] }) {
  return (
    <div class="overflow-x-auto">
      <table class="table">
        <thead>
          <tr>
            <th>Email</th>
            <th>Name</th>
            <th>Role</th>
            <th>Status</th>
            <th>Created</th>
          </tr>
        </thead>
        <tbody>
          {users.map(({ id, email, username, firstName, lastName, role, isActive, createdAt }) => (
            <tr>
              <td>
                <a class="font-medium underline-offset-4 hover:underline" href={`/admin/users/${id}`}>
                  {email}
                </a>
              </td>
              <td>{[firstName, lastName].filter(Boolean).join(' ') || username}</td>
              <td>
                <Badge>{role}</Badge>
              </td>
              <td>{isActive ? 'active' : 'deactivated'}</td>
              <td class="whitespace-nowrap">
                <Time at={createdAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function address(path: string, { q, role, status }: UsersQuery, page = 1): string {
  const asked = Object.entries({ q, role, status }).filter(([, value]) => value !== '')
  const query = new URLSearchParams([...asked, ...(page > 1 ? [['page', String(page)]] : [])]).toString()
  return query === '' ? path : `${path}?${query}`
}
