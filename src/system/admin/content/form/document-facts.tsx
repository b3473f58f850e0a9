/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import type { ManifestCollection } from '../../../../runtime/kit.ts'
import { Card, message, StatusBadge, Time, t } from '../../../../ui/index.ts'
import type { Values } from '../document-values.ts'
import { PendingBadge } from '../drafts/pending-badge.tsx'

const TIMES = {
  createdAt: message('Created'),
  updatedAt: message('Updated'),
  publishedAt: message('Published'),
  scheduledAt: message('Scheduled'),
} as const

/** Label of `publishedAt` while the document is a draft. */
const KEPT_DATE = message('Publication date')

interface DocumentFactsProps {
  readonly document: Values
  /** Fields that are shown, but cannot be changed. */
  readonly others: ManifestCollection['fields']
}

/** Facts beside the form: status, times, and fields that only the service writes. */
export function DocumentFacts({ document, others }: DocumentFactsProps) {
  return (
    <Card>
      <dl class="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 text-sm">
        <Fact name={t('Status')}>
          <StatusBadge status={String(document.status)} /> {document.hasDraft === true && <PendingBadge />}
        </Fact>
        {Object.entries(TIMES).map(
          ([name, label]) =>
            document[name] && (
              <Fact name={t(name === 'publishedAt' && document.status === 'draft' ? KEPT_DATE : label)}>
                <Time at={String(document[name])} />
              </Fact>
            ),
        )}
        <Fact name={t('Version')}>{String(document.version)}</Fact>
        {others.map(({ name, label }) => (
          <Fact name={label}>
            {typeof document[name] === 'object' ? JSON.stringify(document[name]) : String(document[name])}
          </Fact>
        ))}
      </dl>
    </Card>
  )
}

function Fact({ name, children }: PropsWithChildren<{ name: string }>) {
  return (
    <>
      <dt class="text-muted-foreground">{name}</dt>
      <dd class="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}
