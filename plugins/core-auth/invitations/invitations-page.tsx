/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Refused, Shown } from 'lintel'
import { manifestOf, message, type RequestContext } from 'lintel/kit'
import {
  Alert,
  Badge,
  Card,
  EmptyState,
  errorAt,
  Field,
  PageHeader,
  Pager,
  Select,
  Table,
  Time,
  t,
  typedIn,
} from 'lintel/ui'
import { paginationOf } from '../responses.ts'
import { listInvitations } from './invite.ts'
import type { InvitationObject, SentInvitation } from './objects.ts'

const PATH = '/admin/users/invitations'
const FIRST = { page: 1, limit: 20 } as const

interface Found {
  readonly data: readonly InvitationObject[]
  readonly pagination: { readonly page: number; readonly totalPages: number }
}

const DONE = {
  sent: message('The invitation is on its way'),
  revoked: message('The invitation has been revoked'),
} as const

interface Query {
  readonly done?: keyof typeof DONE | undefined
}

/** Page of the pending invitations, with a form for a new one. Also shown after that form was refused. */
export default async function invitationsPage(
  c: RequestContext,
  { result, query, refused }: Shown<Found | undefined, Query | undefined>,
): Promise<Page> {
  return pageOf(c, result ?? (await firstPage(c)), { done: query?.done, refused, sent: null })
}

/**
 * Page of the pending invitations after one was created or renewed while no plugin sends mail. It shows the
 * invitation's link, which is shown only this once.
 */
export async function sentPage(c: RequestContext, { result }: Shown<{ readonly data: SentInvitation }>): Promise<Page> {
  return pageOf(c, await firstPage(c), { done: undefined, refused: null, sent: result.data })
}

async function firstPage(c: RequestContext): Promise<Found> {
  const { data, total } = await listInvitations(c, FIRST)
  return { data, pagination: paginationOf(FIRST, total) }
}

interface More {
  readonly done: keyof typeof DONE | undefined
  readonly refused: Refused | null
  readonly sent: SentInvitation | null
}

function pageOf(c: RequestContext, { data, pagination }: Found, { done, refused, sent }: More): Page {
  const { page, totalPages } = pagination
  const problem = refused?.problem
  const content = (
    <>
      <PageHeader
        title={t('Invitations')}
        description={t('People choose how they sign in when they accept. Until then there is no account.')}
      />
      {done && <Alert kind="success" title={t(DONE[done])} />}
      {problem && !problem.errors && <Alert kind="error" title={problem.detail ?? t(problem.title)} />}
      {sent?.url && (
        <Alert kind="note" title={t('Copy the link for {email} now: it is not shown again', { email: sent.email })}>
          <code class="wrap-anywhere select-all">{sent.url}</code>
          <p>{t('No plugin sends mail, so pass it on yourself. Anybody who has the link can accept.')}</p>
        </Alert>
      )}
      <Card title={t('Invite somebody')}>
        <InviteForm roles={Object.keys(manifestOf(c).roles)} refused={refused} />
      </Card>
      {data.length === 0 ? (
        <EmptyState icon="mail" title={t('No pending invitations')}>
          {t('People whom you invite are listed here until they accept.')}
        </EmptyState>
      ) : (
        <Card title={t('Pending')}>
          <Pending invitations={data} />
        </Card>
      )}
      <Pager
        previous={page > 1 ? `${PATH}?page=${page - 1}` : null}
        next={page < totalPages ? `${PATH}?page=${page + 1}` : null}
        position={t('Page {page} of {pages}', { page, pages: totalPages })}
      />
    </>
  )
  return { title: t('Invitations'), content }
}

const TEXTS = [
  { name: 'email', label: message('Email'), type: 'email', required: true, max: 320 },
  { name: 'firstName', label: message('First name'), type: 'text', required: false, max: 100 },
  { name: 'lastName', label: message('Last name'), type: 'text', required: false, max: 100 },
] as const

function InviteForm({ roles, refused }: { readonly roles: readonly string[]; readonly refused: Refused | null }) {
  const problem = refused?.problem
  return (
    <form method="post" action="/admin/users/invite" class="grid max-w-2xl gap-6">
      <div class="grid gap-6 sm:grid-cols-2">
        {TEXTS.map(({ name, label, type, required, max }) => (
          <Field id={`invite-${name}`} label={t(label)} error={errorAt(problem, name)} required={required}>
            <input
              id={`invite-${name}`}
              class="input"
              name={name}
              type={type}
              autocomplete="off"
              required={required}
              data-max={max}
              value={typedIn(refused, name) ?? ''}
              autofocus={name === 'email'}
              aria-invalid={errorAt(problem, name) ? 'true' : undefined}
              aria-describedby={errorAt(problem, name) ? `invite-${name}-note` : undefined}
            />
          </Field>
        ))}
        <Field id="invite-role" label={t('Role')} error={errorAt(problem, 'role')}>
          <Select id="invite-role" name="role" options={roles} chosen={typedIn(refused, 'role') ?? 'editor'} />
        </Field>
      </div>
      <div>
        <button type="submit" class="btn">
          {t('Send the invitation')}
        </button>
      </div>
    </form>
  )
}

function Pending({ invitations }: { readonly invitations: readonly InvitationObject[] }) {
  return (
    <Table
      label={t('Pending invitations')}
      columns={[t('Email'), t('Role'), t('Invited by'), t('Expires'), { label: t('Change'), silent: true }]}
    >
      {invitations.map(({ id, email, role, invitedBy, expiresAt, expired }) => (
        <tr>
          <td class="font-medium">{email}</td>
          <td>
            <Badge>{role}</Badge>
          </td>
          <td>{invitedBy ?? '–'}</td>
          <td class="whitespace-nowrap">{expired ? <Badge>{t('expired')}</Badge> : <Time at={expiresAt} />}</td>
          <td>
            <div class="flex justify-end gap-2">
              <Action to={`${PATH}/${id}/resend`} label={t('Send again to {email}', { email })}>
                {t('Send again')}
              </Action>
              <Action
                to={`${PATH}/${id}/revoke`}
                label={t('Revoke the invitation of {email}', { email })}
                question={t('Revoke the invitation of {email}? Its link stops working.', { email })}
              >
                {t('Revoke')}
              </Action>
            </div>
          </td>
        </tr>
      ))}
    </Table>
  )
}

interface ActionProps {
  readonly to: string
  readonly label: string
  readonly question?: string
  readonly children?: string
}

function Action({ to, label, question, children }: ActionProps) {
  return (
    <form method="post" action={to}>
      <button
        type="submit"
        class="btn"
        data-variant="outline"
        data-size="sm"
        aria-label={label}
        data-confirm={question}
      >
        {children}
      </button>
    </form>
  )
}
