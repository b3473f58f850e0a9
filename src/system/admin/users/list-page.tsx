/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from '../../../config/route.ts'
import { manifestOf, type RequestContext } from '../../../runtime/kit.ts'
import {
  Alert,
  Badge,
  Card,
  EmptyState,
  Icon,
  PageHeader,
  Pager,
  Select,
  Table,
  Time,
  t,
  tn,
} from '../../../ui/index.ts'
import type { UsersFound, UsersQuery } from './find-users.ts'
import type { AdminUser } from './user-object.ts'
import { UserStatus } from './user-status.tsx'

type Found = { readonly data: UsersFound['users'] } & Pick<UsersFound, 'pagination'>

/** Page with a table of accounts, and filters above it. */
export default function usersPage(c: RequestContext, { result, query }: Shown<Found, UsersQuery>): Page {
  const { data: users, pagination } = result
  const { page, totalPages, total, hasNext, hasPrev } = pagination
  const content = (
    <>
      <PageHeader title={t('Users')} description={tn(total, '{count} account', '{count} accounts')}>
        <a class="btn" data-variant="outline" href={address('/admin/users/export', query)} download>
          <Icon name="download" />
          {t('Export')}
        </a>
        <a class="btn" data-variant="outline" href="/admin/users/new">
          <Icon name="user-plus" />
          {t('New user')}
        </a>
        <a class="btn" href="/admin/users/invite">
          <Icon name="mail" />
          {t('Invite')}
        </a>
      </PageHeader>
      {query.done && <Alert kind="success" title={t('The account has been deleted')} />}
      <Filters query={query} roles={Object.keys(manifestOf(c).roles)} />
      {users.length === 0 ? (
        <EmptyState icon="user" title={t('No accounts found')}>
          <a href="/admin/users" class="underline underline-offset-4">
            {t('Show everybody')}
          </a>
        </EmptyState>
      ) : (
        <Card>
          <Accounts users={users} />
        </Card>
      )}
      <Pager
        previous={hasPrev ? address('/admin/users', query, page - 1) : null}
        next={hasNext ? address('/admin/users', query, page + 1) : null}
        position={t('Page {page} of {pages}', { page, pages: totalPages })}
      />
    </>
  )
  return { title: t('Users'), content }
}

function Filters({ query, roles }: { query: UsersQuery; roles: readonly string[] }) {
  return (
    <form method="get" action="/admin/users" class="flex flex-wrap items-end gap-3">
      <label class="grid min-w-48 grow gap-1 text-sm sm:max-w-80">
        {t('Search')}
        <input class="input" type="search" name="q" value={query.q} data-max={200} />
      </label>
      <Choice name="role" label={t('Role')} chosen={query.role} options={roles.map((role) => [role, role])} />
      <Choice
        name="status"
        label={t('Status')}
        chosen={query.status}
        options={[
          ['active', t('active')],
          ['inactive', t('deactivated')],
        ]}
      />
      <button type="submit" class="btn" data-variant="outline">
        {t('Filter')}
      </button>
    </form>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly chosen: string
  readonly options: readonly (readonly [value: string, label: string])[]
}

function Choice({ name, label, chosen, options }: ChoiceProps) {
  return (
    <label class="grid gap-1 text-sm">
      {label}
      <Select name={name} none={t('All')} options={options} chosen={chosen} />
    </label>
  )
}

function Accounts({ users }: { users: readonly AdminUser[] }) {
  return (
    <Table label={t('Users')} columns={[t('Email'), t('Name'), t('Role'), t('Status'), t('Created')]}>
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
          <td>
            <UserStatus isActive={isActive} />
          </td>
          <td class="whitespace-nowrap">
            <Time at={createdAt} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

function address(path: string, { q, role, status }: UsersQuery, page = 1): string {
  const parameters = Object.entries({ q, role, status }).filter(([, value]) => value !== '')
  const query = new URLSearchParams([...parameters, ...(page > 1 ? [['page', String(page)]] : [])]).toString()
  return query === '' ? path : `${path}?${query}`
}
