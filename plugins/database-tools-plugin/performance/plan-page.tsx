/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Shown } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { Alert, Badge, Card, t } from 'lintel/ui'
import { Section, titleOf } from '../pages/section.tsx'
import type { Plan, PlanStep } from './explain.ts'

/** Page of a complete statement, and SQLite's plan for it. */
export default function planPage(c: RequestContext, { result }: Shown<{ readonly data: Plan }>): Page {
  const { statement, steps, suggestion } = result.data
  const content = (
    <Section c={c} current="performance" title={t('Query plan')}>
      <Card title={t('Statement')}>
        <pre class="overflow-x-auto whitespace-pre-wrap font-mono text-xs wrap-anywhere">{statement}</pre>
      </Card>
      <Card title={t('How SQLite runs it')}>
        <ol class="grid gap-3 text-sm">
          {steps.map((step) => (
            <Step {...step} />
          ))}
        </ol>
      </Card>
      {suggestion && (
        <Alert kind="note" title={t('An index would avoid the sort')}>
          <p>{t('Add this to {file}, and build:', { file: suggestion.file })}</p>
          <pre class="overflow-x-auto font-mono text-xs">{suggestion.line}</pre>
        </Alert>
      )}
      <p>
        <a class="btn" data-variant="outline" href="/admin/database/performance">
          {t('Back')}
        </a>
      </p>
    </Section>
  )
  return { title: titleOf('performance'), content }
}

/** CSS classes by depth, at most three levels. */
const INDENTS = ['', 'ml-6', 'ml-12', 'ml-18'] as const

function Step({ depth, detail, meaning, isCostly }: PlanStep) {
  return (
    <li class={`grid gap-1 ${INDENTS[Math.min(depth, INDENTS.length - 1)]}`}>
      <code class="font-mono text-xs wrap-anywhere">{detail}</code>
      {meaning !== null && (
        <span class="flex flex-wrap items-center gap-2 text-muted-foreground">
          {meaning}
          {isCostly && <Badge>{t('grows with the table')}</Badge>}
        </span>
      )}
    </li>
  )
}
