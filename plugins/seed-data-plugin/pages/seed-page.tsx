/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page, Refused, Shown, Typed } from 'lintel'
import { manifestOf, type RequestContext, settingsOf } from 'lintel/kit'
import { Alert, Card, errorAt, Field, Figures, PageHeader, Refusal, Time, t, typedIn } from 'lintel/ui'
import { whyNot } from '../guard.ts'
import type { PageQuery } from '../page-query.ts'
import { ROLES } from '../seed-request.ts'
import { LIMITS, settings } from '../settings.ts'
import type { Status } from '../status.ts'
import { PartDone, STEP } from './outcome-page.tsx'

/** Page with the counts of sample data, a form that makes more, and one that clears it. */
export default function seedPage(
  c: RequestContext,
  { result, query, refused }: Shown<{ readonly data: Status }, PageQuery>,
): Page {
  const { content: documents, users, media, lastSeededAt } = result.data
  const reason = whyNot(c)
  const content = (
    <div id="seed-data" class="grid gap-6">
      <PageHeader
        title={t('Sample data')}
        description={t(
          'Documents, accounts and images to try things out with. Clearing removes only what was created here.',
        )}
      />
      <Result result={query} />
      <Refusal problem={refused?.problem} shown={COUNTS} />
      <Figures
        figures={[
          { label: t('Documents'), value: documents },
          { label: t('Accounts'), value: users },
          { label: t('Images'), value: media },
          { label: t('Last created'), value: lastSeededAt === null ? t('never') : <Time at={lastSeededAt} /> },
        ]}
      />
      {reason === null ? (
        <MakeForm c={c} refused={refused} />
      ) : (
        <Alert kind="note" title={t('Nothing can be created here')}>
          {reason}
        </Alert>
      )}
      {documents + users + media > 0 && <ClearForm />}
    </div>
  )
  return { title: t('Sample data'), content }
}

const COUNTS = ['contentCount', 'userCount', 'mediaCount', 'seed'] as const

function MakeForm({ c, refused }: { c: RequestContext; refused: Refused | null }) {
  const { contentCount, userCount, mediaCount } = settingsOf(c, settings)
  const defaults = { contentCount, userCount, mediaCount, seed: undefined }
  const field = (name: (typeof COUNTS)[number]) => ({
    name,
    value: typedIn(refused, name) ?? defaults[name],
    error: errorAt(refused?.problem, name),
  })
  const chosen = refused === null ? ROLES : [refused.typed.roles ?? []].flat()
  return (
    <Card
      title={t('Create sample data')}
      description={t('Data that already exists with the same seed is not created again.')}
    >
      <form
        method="post"
        action="/admin/seed-data/generate"
        hx-post="/admin/seed-data/generate"
        hx-target="#seed-data"
        hx-swap="outerHTML"
        class="grid gap-6"
      >
        <input type="hidden" name="limit" value={STEP} />
        <div class="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <Count {...field('contentCount')} label={t('Documents')} max={LIMITS.content} />
          <Count {...field('userCount')} label={t('Accounts')} max={LIMITS.users} />
          <Count {...field('mediaCount')} label={t('Images')} max={LIMITS.media} />
          <Count
            {...field('seed')}
            label={t('Seed')}
            max={4_294_967_295}
            help={t('The same seed gives the same data. Leave it empty for a new seed.')}
          />
        </div>
        <fieldset class="grid gap-2">
          <legend class="mb-2 text-sm font-medium">{t('Roles of the accounts')}</legend>
          <div class="flex flex-wrap gap-x-6 gap-y-2">
            {Object.keys(manifestOf(c).roles).map((role) => (
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
            checked={typedIn(refused, 'clearExisting') !== undefined}
          />
          {t('Clear earlier sample data')}
        </label>
        <div>
          <button type="submit" class="btn">
            {t('Create sample data')}
          </button>
        </div>
      </form>
    </Card>
  )
}

interface CountProps {
  readonly name: (typeof COUNTS)[number]
  readonly label: string
  readonly max: number
  readonly help?: string
  readonly value: string | number | undefined
  readonly error: string | null
}

function Count({ name, label, max, help, value, error }: CountProps) {
  const id = `seed-${name}`
  return (
    <Field id={id} label={label} help={help ?? t('At most {max}', { max })} error={error}>
      <input
        class="input"
        type="number"
        id={id}
        name={name}
        min={0}
        max={max}
        step={1}
        value={value}
        aria-invalid={error === null ? undefined : 'true'}
        aria-describedby={`${id}-note`}
      />
    </Field>
  )
}

function ClearForm() {
  return (
    <Card
      title={t('Clear sample data')}
      description={t('Removes what was created here, even if it has been edited since. Everything else stays.')}
    >
      <form method="post" action="/admin/seed-data/clear">
        <button type="submit" class="btn" data-variant="destructive">
          {t('Clear sample data')}
        </button>
      </form>
    </Card>
  )
}

/** Returns what was typed into the form that started the current creation of sample data. */
function askedIn({ contentCount = '', userCount = '', mediaCount = '', roles }: PageQuery): Typed {
  return { contentCount, userCount, mediaCount, roles: roles?.split(',') ?? [] }
}

function Result({ result }: { result: PageQuery }) {
  const { done, kept, seed, from, total } = result
  if (done === 'made')
    return (
      <Alert kind="success" title={t('All sample data has been created')}>
        {t('Seed {seed}', { seed })}
      </Alert>
    )
  if (done === 'part') {
    return <PartDone asked={askedIn(result)} part={{ seed, next: from, total }} />
  }
  if (done !== 'cleared') return null
  const { content, users, media } = result
  return (
    <Alert
      kind="success"
      title={t('Removed: {content} documents, {users} accounts, {media} images', { content, users, media })}
    >
      {kept > 0 && t('{stays} of them are kept, because something else needs them.', { stays: kept })}
    </Alert>
  )
}
