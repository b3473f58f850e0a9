/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Failing } from '../../config/pages.ts'
import { t } from '../../messages/translate.ts'
import { Icon } from '../../ui/icon.tsx'

/** Describes an error, shows the submitted texts again, and links to what to do next. */
export function ErrorNotice(props: Failing & { isSignedIn: boolean; signIn: string }) {
  const { status, title, detail, requestId, errors, typed, isSignedIn, signIn } = props
  return (
    <div class="flex flex-col items-center gap-4 py-8 text-center">
      <p class="text-5xl font-semibold tracking-tight text-muted-foreground tabular-nums">{status}</p>
      <h1 class="text-xl font-semibold">{t(title)}</h1>
      {detail !== undefined && <p class="max-w-prose text-sm text-muted-foreground">{detail}</p>}
      {errors.length > 0 && (
        <ul class="max-w-prose text-left text-sm">
          {errors.map(({ path, message }) => (
            <li>
              {path !== '' && <code class="font-mono">{path}</code>} {message}
            </li>
          ))}
        </ul>
      )}
      {typed.length > 0 && <TypedTexts typed={typed} />}
      <div class="flex gap-2">
        <a href={isSignedIn ? '/admin/' : '/'} class="btn" data-variant="outline">
          <Icon name="house" />
          {isSignedIn ? t('Dashboard') : t('Home')}
        </a>
        {!isSignedIn && (
          <a href={signIn} class="btn">
            {t('Sign in')}
          </a>
        )}
      </div>
      <p class="text-xs text-muted-foreground">
        {t('Request')} <code class="font-mono">{requestId}</code>
      </p>
    </div>
  )
}

/** Submitted texts, for copying, because their form cannot be shown again. */
function TypedTexts({ typed }: Pick<Failing, 'typed'>) {
  return (
    <section class="grid w-full max-w-prose gap-3 text-left" aria-labelledby="typed">
      <h2 id="typed" class="text-sm font-medium">
        {t('What you typed')}
      </h2>
      {typed.map(([name, text], index) => (
        <div class="field">
          <label for={`typed-${index}`}>{name}</label>
          <textarea id={`typed-${index}`} class="textarea" readonly rows={Math.min(8, text.split('\n').length)}>
            {text}
          </textarea>
        </div>
      ))}
    </section>
  )
}
