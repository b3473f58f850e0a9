/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { EditMistake, EditPreview, EditResult, EditStep } from '../../../manifest/source-edit.ts'
import { Alert, Badge, t } from '../../../ui/index.ts'
import { Sql } from './sql.tsx'

/** Shows the effects of an edit to the user who is about to save it. */
export function Review({ result }: { result: EditResult | null }) {
  if (result === null)
    return (
      <p class="text-sm text-muted-foreground">
        {t('Before anything is written, the changed lines and the migration are shown here.')}
      </p>
    )
  if (result.outcome === 'refused')
    return (
      <Alert kind="error" title={t('This cannot be changed with a form')}>
        <p>{result.message}</p>
        {result.file !== null && <Place file={result.file} line={result.line} />}
      </Alert>
    )
  const { files, mistakes, database, effects } = result.preview
  if (files.length === 0) return <Alert kind="note" title={t('Nothing changes')} />
  return (
    <div class="flex min-w-0 flex-col gap-6">
      {result.outcome === 'outdated' && (
        <Alert kind="note" title={t('Something has changed since the preview')}>
          <p>{t('What would be written now differs from the preview that you saw. This is the new preview:')}</p>
        </Alert>
      )}
      {mistakes.map((mistake) => (
        <Mistake mistake={mistake} />
      ))}
      <Section title={t('Files')}>
        {files.map(({ path, diff }) => (
          <Diff path={path} diff={diff} />
        ))}
      </Section>
      <Section title={t('Migration')}>
        <Steps steps={database} isBroken={mistakes.some(({ severity }) => severity === 'error')} />
      </Section>
      {effects.length > 0 && (
        <Section title={t('Access and API')}>
          <ul class="flex flex-col gap-2 text-sm">
            {effects.map(({ class: effect, message }) => (
              <li class="flex items-start gap-2">
                <ClassBadge of={effect} />
                {message}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}

function Section({ title, children }: { title: string; children: unknown }) {
  return (
    <section class="flex min-w-0 flex-col gap-3">
      <h3 class="font-medium">{title}</h3>
      {children}
    </section>
  )
}

function Mistake({ mistake }: { mistake: EditMistake }) {
  const { severity, message, hint, file, line, frame } = mistake
  return (
    <Alert kind={severity === 'error' ? 'error' : 'note'} title={message}>
      {hint !== null && <p>{hint}</p>}
      {file !== null && <Place file={file} line={line} />}
      {frame !== null && (
        <pre class="mt-2 w-full overflow-x-auto rounded-md bg-muted p-3 font-mono text-xs text-foreground" tabindex={0}>
          {frame}
        </pre>
      )}
    </Alert>
  )
}

function Place({ file, line }: { file: string; line: number | null }) {
  return <code class="font-mono text-xs">{line === null ? file : `${file}:${line}`}</code>
}

const LINES: Readonly<Record<string, string>> = {
  '+': 'bg-success/15',
  '-': 'bg-destructive/15',
  '@': 'text-muted-foreground',
}

/** A unified diff, whose lines are marked by color and sign. */
function Diff({ path, diff }: { path: string; diff: string }) {
  const lines = diff.trimEnd().split('\n').slice(2)
  return (
    <figure class="min-w-0 overflow-hidden rounded-md border">
      <figcaption class="border-b bg-muted px-3 py-1.5 font-mono text-xs">{path}</figcaption>
      <pre class="overflow-x-auto py-2 font-mono text-xs" tabindex={0}>
        {lines.map((line) => (
          <span class={`block min-w-max px-3 ${LINES[line[0] ?? ''] ?? ''}`}>{line || ' '}</span>
        ))}
      </pre>
    </figure>
  )
}

function Steps({ steps, isBroken }: { steps: readonly EditStep[]; isBroken: boolean }) {
  if (steps.length === 0)
    return (
      <p class="text-sm text-muted-foreground">
        {isBroken ? t('Shown once the mistakes are fixed.') : t('The database does not change.')}
      </p>
    )
  return (
    <ol class="flex min-w-0 flex-col gap-4">
      {steps.map((step) => (
        <li class="flex min-w-0 flex-col gap-2 text-sm">
          <p class="flex flex-wrap items-center gap-2">
            <ClassBadge of={step.class} />
            <span class="font-medium">{step.title}</span>
            <code class="font-mono text-xs text-muted-foreground">{step.migration}</code>
          </p>
          {step.notes.map((note) => (
            <p class="text-muted-foreground">{note}</p>
          ))}
          {step.sql.length > 0 && (
            <details>
              <summary class="min-h-6 cursor-pointer text-muted-foreground">{t('SQL')}</summary>
              <pre class="mt-2 overflow-x-auto rounded-md bg-muted p-3 font-mono text-xs" tabindex={0}>
                <Sql text={`${step.sql.join(';\n')};`} />
              </pre>
            </details>
          )}
        </li>
      ))}
    </ol>
  )
}

function ClassBadge({ of }: { of: EditStep['class'] }) {
  return <Badge kind={BADGES[of]}>{of}</Badge>
}

const BADGES = {
  safe: 'outline',
  caution: 'secondary',
  breaking: 'destructive',
  opens: 'destructive',
  destructive: 'destructive',
} as const satisfies Readonly<Record<EditStep['class'], string>>

/** Tells whether a result is a preview that can be saved. */
export function isSavable(result: EditResult | null): result is Extract<EditResult, { readonly preview: EditPreview }> {
  if (result === null || result.outcome === 'refused' || result.preview.files.length === 0) return false
  return result.preview.mistakes.every(({ severity }) => severity !== 'error')
}
