/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx'
import type { IconName } from '../../assets/icons.ts'
import type { RequestContext, RequestUser } from '../../config/request.ts'
import { message } from '../../messages/messages.ts'
import { language, t } from '../../messages/translate.ts'
import { availableLanguages } from '../../runtime/kit.ts'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { documentProps } from './document.tsx'
import { Logo } from './logo.tsx'
import { type MenuSection, menuFor } from './menu.ts'
import type { MenuLine } from './menu-lines.ts'
import { Palette, PaletteButton } from './palette.tsx'

interface AdminFrameProps {
  readonly name: string
  readonly environment: string | null
  readonly path: string
  readonly menu: readonly MenuSection[]
  readonly user: RequestUser | null
  /** Tags of the languages in which the admin is available. */
  readonly languages: readonly string[]
}

export async function adminFrame(c: RequestContext): Promise<AdminFrameProps> {
  const { name, environment } = documentProps(c)
  return {
    name,
    environment,
    path: c.req.path,
    menu: await menuFor(c),
    user: c.get('user'),
    languages: availableLanguages(c),
  }
}

/** Frame of the admin, with the menu beside the page. */
export function AdminFrame({
  name,
  environment,
  path,
  menu,
  user,
  languages,
  children,
}: PropsWithChildren<AdminFrameProps>) {
  return (
    <>
      <a href="#main" class="sr-only focus:not-sr-only focus:fixed focus:left-4 focus:top-4 focus:z-100 focus:btn">
        {t('Skip to the content')}
      </a>
      <aside id="menu" class="sidebar" data-side="left" aria-hidden="false">
        <nav aria-label={t('Admin')}>
          <header>
            <a href="/admin/" class="flex items-center gap-2 p-4 font-semibold">
              <Logo />
              <span class="truncate">{name}</span>
            </a>
          </header>
          <section class="scrollbar">
            {menu.map((section) => (
              <MenuPart {...section} current={currentOf(menu, path)} />
            ))}
          </section>
          <footer class="border-t p-3">{user && <Account user={user} />}</footer>
        </nav>
      </aside>
      <div class="flex min-h-svh min-w-0 flex-col">
        <header class="sticky top-0 z-30 flex h-12 items-center gap-2 border-b bg-background/90 px-4 backdrop-blur">
          <button
            type="button"
            class="btn"
            data-variant="ghost"
            data-size="icon"
            data-toggle="menu"
            aria-label={t('Menu')}
            aria-controls="menu"
          >
            <Icon name="panel-left" />
          </button>
          {environment !== null && (
            <span class="max-sm:hidden">
              <Badge>{environment}</Badge>
            </span>
          )}
          <div id="page-tools" class="ml-auto flex items-center gap-2 max-sm:gap-0">
            <PaletteButton />
            <a href="/docs" class="btn" data-variant="ghost" data-size="sm">
              <Icon name="book-open" />
              <span class="max-sm:sr-only">{t('API')}</span>
            </a>
            <LanguageSwitch path={path} languages={languages} />
            <ThemeSwitch path={path} />
          </div>
        </header>
        <main id="main" class="mx-auto flex w-full max-w-7xl grow flex-col gap-6 p-4 md:p-8" tabindex={-1}>
          {children}
        </main>
      </div>
      <div id="toaster" class="toaster" />
      <Palette />
    </>
  )
}

function MenuPart({ label, items, current }: MenuSection & { current: string | undefined }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the style sheet's own markup of a menu; there are no fields in it
    <div role="group" aria-label={t(label)}>
      <h3>{t(label)}</h3>
      <ul>
        {items.map((item) => (
          <li>
            <a href={item.path} aria-current={item.path === current && !isInside(item.lines) ? 'page' : undefined}>
              <Icon name={item.icon as IconName} />
              <span>{t(item.label)}</span>
            </a>
            <Lines lines={item.lines} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Subentries of a menu entry: collections, and below the current one its views. */
function Lines({ lines = [] }: { lines?: readonly MenuLine[] | undefined }) {
  if (lines.length === 0) return null
  return (
    <ul class="ml-4 w-[calc(100%-1rem)] border-l pl-2">
      {lines.map(({ label, path, isCurrent, isShared = false, create, lines: inner }) => (
        <li class="group/line relative">
          <a href={path} aria-current={isCurrent ? 'page' : undefined}>
            <span class="truncate">{label}</span>
            {isShared && <Icon name="users" class="ml-auto size-3 opacity-60" />}
          </a>
          {create !== undefined && <CreateLink label={label} path={create} />}
          <Lines lines={inner} />
        </li>
      ))}
    </ul>
  )
}

/** Link with a plus at the end of an entry, visible on hover and focus. */
function CreateLink({ label, path }: { readonly label: string; readonly path: string }) {
  const name = t('New in {collection}', { collection: label })
  return (
    <a
      href={path}
      class="absolute top-0.5 right-1 grid size-7! place-items-center p-0! opacity-0 group-hover/line:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
      aria-label={name}
      title={name}
    >
      <Icon name="plus" />
    </a>
  )
}

function isInside(lines: readonly MenuLine[] = []): boolean {
  return lines.some(({ isCurrent, lines: inner }) => isCurrent || isInside(inner))
}

/** Returns the path of a page's menu entry: the entry whose path or subpage is the longest that contains the page. */
function currentOf(menu: readonly MenuSection[], path: string): string | undefined {
  return menu
    .flatMap(({ items }) =>
      items.flatMap((item) => [item, ...(item.pages ?? [])].map((page) => [page.path, item.path])),
    )
    .filter(([page = '']) => isWithin(path, page.replace(/\/$/, '')))
    .sort(([a = ''], [b = '']) => b.length - a.length)[0]?.[1]
}

function isWithin(path: string, base: string): boolean {
  if (base === '/admin') return path === '/admin' || path === '/admin/'
  return path === base || path.startsWith(`${base}/`)
}

function Account({ user }: { user: RequestUser }) {
  return (
    <div class="flex items-center gap-2 text-sm">
      <span
        class="grid size-8 shrink-0 place-items-center rounded-full bg-primary/10 font-medium text-primary"
        aria-hidden="true"
      >
        {user.email.slice(0, 1).toUpperCase()}
      </span>
      <a href="/admin/profile" class="min-w-0 grow leading-tight">
        <span class="block truncate">{user.email}</span>
        <span class="block text-xs text-muted-foreground">{user.role}</span>
      </a>
      <form method="post" action="/auth/logout">
        <button
          type="submit"
          class="btn"
          data-variant="ghost"
          data-size="icon"
          aria-label={t('Sign out')}
          title={t('Sign out')}
        >
          <Icon name="log-out" />
        </button>
      </form>
    </div>
  )
}

const THEMES = [
  { theme: 'light', icon: 'sun', label: message('Light') },
  { theme: 'dark', icon: 'moon', label: message('Dark') },
  { theme: 'system', icon: 'monitor', label: message('Same as the system') },
] as const

function ThemeSwitch({ path }: { path: string }) {
  return (
    <form method="post" action="/auth/theme" class="button-group" aria-label={t('Theme')}>
      <input type="hidden" name="back" value={path} />
      {THEMES.map(({ theme, icon, label }) => (
        <button
          type="submit"
          name="theme"
          value={theme}
          class="btn"
          data-variant="ghost"
          data-size="icon-sm"
          aria-label={t(label)}
          title={t(label)}
        >
          <Icon name={icon} />
        </button>
      ))}
    </form>
  )
}

/** Buttons that choose another language, each labeled in that language; nothing if there is only one language. */
function LanguageSwitch({ path, languages }: { path: string; languages: readonly string[] }) {
  const others = languages.filter((tag) => tag !== language())
  if (others.length === 0) return null
  if (others.length === 1) return <LanguageForm path={path} languages={others} class="flex" />
  return (
    <details class="relative">
      <summary class="btn list-none" data-variant="ghost" data-size="icon-sm" aria-label={t('Language')}>
        <Icon name="globe" />
      </summary>
      <LanguageForm
        path={path}
        languages={others}
        class="absolute right-0 z-50 mt-1 grid min-w-36 rounded-md border bg-popover p-1 shadow-md"
      />
    </details>
  )
}

function LanguageForm(props: { path: string; languages: readonly string[]; class: string }) {
  return (
    <form method="post" action="/auth/language" class={props.class} aria-label={t('Language')}>
      <input type="hidden" name="back" value={props.path} />
      {props.languages.map((tag) => (
        <button
          type="submit"
          name="language"
          value={tag}
          class="btn justify-start"
          data-variant="ghost"
          data-size="sm"
          lang={tag}
        >
          {new Intl.DisplayNames([tag], { type: 'language' }).of(tag)}
        </button>
      ))}
    </form>
  )
}
