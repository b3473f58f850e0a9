/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Content } from 'lintel'
import type { HttpError } from 'lintel/kit'
import { Alert, Card, Field, Figures, PageHeader, Time, t } from 'lintel/ui'
import type { SeedForm } from '../form.ts'
import type { PageQuery } from '../page-query.ts'
import { LIMITS } from '../settings.ts'
import type { Status } from '../status.ts'
import { PartDone } from './outcome-page.tsx'

export interface SeedPageProps {
  readonly status: Status
  /** Why nothing can be made here. */
  readonly refusal: string | null
  readonly form: SeedForm
  readonly error: HttpError | null
  /** What came of the form that led here. */
  readonly result: PageQuery | null
  /** Roles of the config. */
  readonly roles: readonly string[]
}

/** What there is of sample data, a form to make more, and one to clear it. */
export function seedPage({ status, refusal, form, error, result, roles }: SeedPageProps): Content {
  const { content, users, media, lastSeededAt } = status
  return (
    <div id="seed-data" class="grid gap-6">
      <PageHeader
        title={t('Sample data')}
        description={t(
          'Documents, accounts and images to try things out with. What you clear is just what was made here.',
        )}
      />
      {result && <Result result={result} />}
      {error && <Alert kind="error" title={error.detail ?? t('Some values are not valid')} />}
      <Figures
        figures={[
          { label: t('Documents'), value: content },
          { label: t('Accounts'), value: users },
          { label: t('Images'), value: media },
          { label: t('Last made'), value: lastSeededAt === null ? t('never') : <Time at={lastSeededAt} /> },
        ]}
      />
      {refusal === null ? (
        <MakeForm form={form} roles={roles} error={error} />
      ) : (
        <Alert kind="note" title={t('Nothing can be made here')}>
          {refusal}
        </Alert>
      )}
      {content + users + media > 0 && <ClearForm />}
    </div>
  )
}

interface MakeFormProps {
  readonly form: SeedForm
  readonly roles: readonly string[]
  readonly error: HttpError | null
}

function MakeForm({ form, roles, error }: MakeFormProps) {
  const errorOf = (name: string) => error?.errors?.find(({ path }) => path === name)?.message ?? null
  const chosen = [form.roles ?? []].flat()
  return (
    <Card title={t('Make sample data')} description={t('What is there already with the same seed is not made twice.')}>
      <form
        method="post"
        action="/admin/seed-data/generate"
        hx-post="/admin/seed-data/generate"
        hx-target="#seed-data"
        hx-swap="outerHTML"
        class="grid gap-6"
      >
        <div class="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <Count name="contentCount" label={t('Documents')} max={LIMITS.content} form={form} error={errorOf} />
          <Count name="userCount" label={t('Accounts')} max={LIMITS.users} form={form} error={errorOf} />
          <Count name="mediaCount" label={t('Images')} max={LIMITS.media} form={form} error={errorOf} />
          <Count
            name="seed"
            label={t('Seed')}
            max={4_294_967_295}
            help={t('The same seed gives the same data. Empty: a new one.')}
            form={form}
            error={errorOf}
          />
        </div>
        <fieldset class="grid gap-2">
          <legend class="mb-2 text-sm font-medium">{t('Roles of the accounts')}</legend>
          <div class="flex flex-wrap gap-x-6 gap-y-2">
            {roles.map((role) => (
              <label class="flex min-h-6 items-center gap-2 text-sm">
                <input class="input" type="checkbox" name="roles" value={role} checked={chosen.includes(role)} />
                {role}
              </label>
            ))}
          </div>
          <p class="text-sm text-muted-foreground">{t('Nobody can sign in to them with a password.')}</p>
        </fieldset>
        <label class="flex min-h-6 items-center gap-2 text-sm">
          <input
            class="input"
            type="checkbox"
            name="clearExisting"
            value="on"
            checked={form.clearExisting !== undefined}
          />
          {t('Clear what was made before')}
        </label>
        <div>
          <button type="submit" class="btn">
            {t('Make sample data')}
          </button>
        </div>
      </form>
    </Card>
  )
}

interface CountProps {
  readonly name: 'contentCount' | 'userCount' | 'mediaCount' | 'seed'
  readonly label: string
  readonly max: number
  readonly help?: string
  readonly form: SeedForm
  readonly error: (name: string) => string | null
}

function Count({ name, label, max, help, form, error }: CountProps) {
  const id = `seed-${name}`
  const wrong = error(name)
  return (
    <Field id={id} label={label} help={help ?? t('At most {max}', { max })} error={wrong}>
      <input
        class="input"
        type="number"
        id={id}
        name={name}
        min={0}
        max={max}
        step={1}
        value={form[name]}
        aria-invalid={wrong === null ? undefined : 'true'}
        aria-describedby={`${id}-note`}
      />
    </Field>
  )
}

function ClearForm() {
  return (
    <Card
      title={t('Clear sample data')}
      description={t('Removes what was made here, also where somebody has edited it. Everything else stays.')}
    >
      <form method="post" action="/admin/seed-data/clear">
        <button type="submit" class="btn" data-variant="destructive">
          {t('Clear sample data')}
        </button>
      </form>
    </Card>
  )
}

function Result({ result }: { result: PageQuery }) {
  const { done, kept, seed, from, total } = result
  if (done === 'made')
    return (
      <Alert kind="success" title={t('Everything is made')}>
        {t('Seed {seed}', { seed })}
      </Alert>
    )
  if (done === 'part') {
    return <PartDone form={{ ...result, roles: result.roles?.split(',') }} part={{ seed, next: from, total }} />
  }
  if (done !== 'cleared') return null
  const { content, users, media } = result
  return (
    <Alert
      kind="success"
      title={t('Removed: {content} documents, {users} accounts, {media} images', { content, users, media })}
    >
      {kept > 0 && t('{stays} of them stay, because something else cannot do without them.', { stays: kept })}
    </Alert>
  )
}
