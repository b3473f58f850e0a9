/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import type { RequestContext } from '../../config/request.ts'
import { assetPath, environmentOf, language, manifestOf } from '../../runtime/kit.ts'
import { commonWords } from './common-words.ts'
import { type Theme, themeOf } from './theme.ts'

interface DocumentProps {
  /** Name of the service. */
  readonly name: string
  /** Name of the environment; `null` in production, where it is not shown. */
  readonly environment: string | null
  readonly theme: Theme
  /** Id of the signed-in user; `null` if nobody is signed in. */
  readonly user: string | null
  readonly assets: { readonly style: string; readonly theme: string; readonly script: string }
}

/** Returns the properties of every page. */
export function documentProps(c: RequestContext): DocumentProps {
  const assets = {
    style: assetPath(c, 'admin.css'),
    theme: assetPath(c, 'theme.js'),
    script: assetPath(c, 'admin.js'),
  }
  const environment = environmentOf(c).name
  return {
    name: manifestOf(c).name,
    environment: environment === 'production' ? null : environment,
    theme: themeOf(c),
    user: c.get('user')?.id ?? null,
    assets,
  }
}

/** Settings of htmx. The page's policy would not allow htmx's inline styles. */
const HTMX = JSON.stringify({ includeIndicatorCSS: false })

/** A whole HTML page. */
export function Document(props: PropsWithChildren<DocumentProps & { readonly title: string; readonly nonce: string }>) {
  const { name, environment, theme, user, assets, title, nonce, children } = props
  return (
    <html lang={language()} data-theme={theme} class={theme === 'dark' ? 'dark' : undefined}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <meta name="htmx-config" content={HTMX} />
        <title>{`${title} · ${name}${environment === null ? '' : ` (${environment})`}`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={assets.style} />
        <script src={assets.theme} nonce={nonce} />
        <script src={assets.script} nonce={nonce} defer />
      </head>
      <body class="bg-background text-foreground antialiased" data-words={commonWords()} data-user={user ?? undefined}>
        {children}
      </body>
    </html>
  )
}
