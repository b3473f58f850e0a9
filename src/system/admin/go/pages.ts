import { message } from '../../../messages/messages.ts'
import { t } from '../../../messages/translate.ts'
import { decisionFor, manifestOf, type RequestContext } from '../../../runtime/kit.ts'
import { menuFor } from '../../pages/menu.ts'
import { listPath, newPath } from '../content/paths.ts'
import { TAB_LABELS } from '../settings/tabs.ts'
import { type Destination, place } from './destination.ts'

/** Returns the entries of the menu as destinations of the palette. */
export async function menuPages(c: RequestContext): Promise<Destination[]> {
  const menu = await menuFor(c)
  return menu.flatMap(({ items }) => items.map(({ label, path }) => place(t(label), path)))
}

/**
 * Returns every page that the palette can open by name: pages of the menu and their subpages, the profile, collections,
 * settings and plugins.
 */
export async function allPages(c: RequestContext): Promise<Destination[]> {
  const menu = await menuFor(c)
  const items = menu.flatMap((section) => section.items)
  const inner = items.flatMap(({ label, pages = [] }) => pages.map((page) => place(t(page.label), page.path, t(label))))
  const mayRead = readerOf(c)
  return [
    ...items.map(({ label, path }) => place(t(label), path)),
    ...collections(c),
    ...inner,
    ...(mayRead('/admin/profile') ? [place(t('Profile'), '/admin/profile')] : []),
    ...(mayRead('/admin/collections/:id') ? schemas(c) : []),
    ...(mayRead('/admin/settings/:tab') ? settings() : []),
    ...(mayRead('/admin/plugins/:id') ? plugins(c) : []),
  ]
}

/** Returns entries for the forms of new documents. */
export function newDocuments(c: RequestContext): Destination[] {
  return manifestOf(c)
    .collections.filter(({ singleton, access }) => !singleton && decisionFor(c, access.create) !== false)
    .map(({ name, label }) => place(t('New document in {collection}', { collection: label }), newPath(name)))
}

function readerOf(c: RequestContext): (path: string) => boolean {
  const { routes } = manifestOf(c)
  return (path) =>
    routes.some((route) => route.method === 'GET' && route.path === path && decisionFor(c, route.access) !== false)
}

function collections(c: RequestContext): Destination[] {
  return readable(c).map(({ name, label }) => place(label, listPath(name), t('Documents')))
}

function schemas(c: RequestContext): Destination[] {
  return readable(c).map(({ name, label }) => place(label, `/admin/collections/${name}`, t('Fields')))
}

function readable(c: RequestContext) {
  return manifestOf(c).collections.filter(({ access }) => decisionFor(c, access.read) !== false)
}

function settings(): Destination[] {
  return Object.entries(TAB_LABELS).map(([tab, label]) => place(t(label), `/admin/settings/${tab}`, t('Settings')))
}

function plugins(c: RequestContext): Destination[] {
  return manifestOf(c)
    .plugins.filter(({ system }) => !system)
    .map(({ name }) => place(name, `/admin/plugins/${name}`, t(PLUGIN)))
}

const PLUGIN = message('Plugin')
