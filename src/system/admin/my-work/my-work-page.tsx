/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import type { RequestContext } from '../../../config/request.ts'
import type { Content } from '../../../ground/content.ts'
import { manifestOf } from '../../../runtime/kit.ts'
import { Alert, Card, PageHeader, StatusBadge, Time, t, tn } from '../../../ui/index.ts'
import { may } from '../content/collection-for.ts'
import { PendingBadge } from '../content/drafts/pending-badge.tsx'
import { editPath } from '../content/paths.ts'
import { FirstSteps, firstSteps } from './first-steps.tsx'
import { readMyWork, type ShownItem } from './read-my-work.ts'
import { pluginSections } from './sections.tsx'

/** The dashboard: the user's documents, what needs attention, and what will be published. */
export async function myWork(c: RequestContext): Promise<Content> {
  const [work, sections] = await Promise.all([readMyWork(c, Date.now()), pluginSections(c)])
  const { drafts, edited, soon, late, refused, site } = work
  const steps = firstSteps(c, site)
  return (
    <>
      <PageHeader title={t('Dashboard')}>
        <a class="btn" data-variant="outline" href="/admin/calendar">
          {t('Calendar')}
        </a>
        {manifestOf(c).collections.some((each) => !each.singleton && may(c, each, 'create')) && (
          <a class="btn" href="/admin/content/new">
            {t('New document')}
          </a>
        )}
      </PageHeader>
      {late.length > 0 && <Late items={late} />}
      {refused.length > 0 && <Refused items={refused} />}
      {steps && <FirstSteps steps={steps} />}
      <div class="grid items-start gap-6 *:min-w-0 lg:grid-cols-2">
        <div class="grid grid-cols-1 gap-6">
          <Card title={t('My drafts')}>
            <Items items={drafts}>{t('Drafts that you create appear here until they are published.')}</Items>
          </Card>
          <Card title={t('Recently edited by me')}>
            <Items items={edited} withStatus>
              {t('Documents that you change appear here.')}
            </Items>
          </Card>
        </div>
        <div class="grid grid-cols-1 gap-6">
          <Card title={t('Scheduled for the next seven days')}>
            <Items items={soon}>{t('Nothing is scheduled. Choose a time beside the form of a draft.')}</Items>
          </Card>
          {sections}
        </div>
      </div>
    </>
  )
}

/** Notice about documents that the service could not publish yet and keeps trying. */
function Late({ items }: { items: readonly ShownItem[] }) {
  const title = tn(
    items.length,
    '{count} document was not published at its scheduled time',
    '{count} documents were not published at their scheduled time',
  )
  return (
    <Alert kind="error" title={title}>
      <p>{t('Another attempt is made every minute. Open the document and publish it to see what is wrong.')}</p>
      <Items items={items} />
    </Alert>
  )
}

/** Notice about changes whose scheduled publication was refused and is not tried again. */
function Refused({ items }: { items: readonly ShownItem[] }) {
  const title = tn(
    items.length,
    'The changes to {count} document were refused at their scheduled time',
    'The changes to {count} documents were refused at their scheduled time',
  )
  return (
    <Alert kind="error" title={title}>
      <p>
        {t('Readers still see the published version. Open the document and publish its changes to see what is wrong.')}
      </p>
      <Items items={items} />
    </Alert>
  )
}

interface ItemsProps {
  readonly items: readonly ShownItem[]
  readonly withStatus?: boolean
  /** Text for an empty list. */
  readonly children?: Child
}

function Items({ items, withStatus = false, children }: ItemsProps) {
  if (items.length === 0) return <p class="text-sm text-muted-foreground">{children}</p>
  return (
    <ul class="w-full divide-y">
      {items.map(({ id, collection, label, title, status, at, isChange }) => (
        <li class="flex min-h-9 items-center gap-3 py-1.5 text-sm">
          <a href={editPath(collection, id)} class="min-w-0 grow truncate font-medium hover:underline">
            {title ?? id}
          </a>
          <span class="hidden shrink-0 text-muted-foreground sm:block">{label}</span>
          {withStatus && <StatusBadge status={status} />}
          {isChange && <PendingBadge />}
          <span class="shrink-0 text-xs text-muted-foreground">
            <Time at={at} />
          </span>
        </li>
      ))}
    </ul>
  )
}
